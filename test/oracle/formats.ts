interface Format {
  /** Whether a text or a number is of the format; of another type it always is. */
  readonly fits: (value: string | number) => boolean;
  /** Values that are. */
  readonly samples: readonly (string | number)[];
}

function text(pattern: RegExp, ...samples: readonly string[]): Format {
  return { fits: (value) => typeof value !== 'string' || pattern.test(value), samples };
}

function integer(bits: number): Format {
  const most = 2 ** (bits - 1);
  const fits = (value: string | number): boolean =>
    typeof value !== 'number' || (Number.isInteger(value) && value >= -most && value < most);
  return { fits, samples: [] };
}

const day = String.raw`\d{4}-(0[13578]|1[02])-(0[1-9]|[12]\d|3[01])|\d{4}-(0[469]|11)-(0[1-9]|[12]\d|30)|\d{4}-02-(0[1-9]|1\d|2[0-8])`;
const time = String.raw`([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d+)?(Z|[+-]([01]\d|2[0-3]):[0-5]\d)`;
const octet = String.raw`(25[0-5]|2[0-4]\d|1?\d?\d)`;
const host = String.raw`[a-zA-Z0-9]([a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?`;

/**
 * The formats that OpenAPI's registry or JSON Schema's vocabulary (Validation 7.3) define and that Prism checks: each no
 * wider than its definition, so that no value counts which may be refused for its format. Others are annotations.
 */
const formats: Readonly<Record<string, Format>> = {
  date: text(new RegExp(`^(${day})$`), '2026-11-30', '2000-02-28'),
  time: text(new RegExp(`^${time}$`), '23:59:58Z', '01:02:03.5+05:30'),
  'date-time': text(
    new RegExp(`^(${day})T${time}$`),
    '2026-11-30T12:34:56Z',
    '2026-11-30T12:34:56.789+02:00',
  ),
  duration: text(/^P(\d+D(T(\d+H)?(\d+M)?\d+S)?|\d+W|\d+Y\d+M\d+D)$/, 'P3D', 'P1Y2M3D'),
  email: text(/^[a-z0-9]+([.+-][a-z0-9]+)*@[a-z0-9-]+(\.[a-z0-9-]+)+$/i, 'ada.l+x@example.com'),
  hostname: text(new RegExp(`^${host}(\\.${host})*$`), 'api.example.com'),
  ipv4: text(new RegExp(`^${octet}(\\.${octet}){3}$`), '192.0.2.7'),
  ipv6: text(/^2001:db8::[0-9a-f]{1,4}$/, '2001:db8::7'),
  uri: text(/^https?:\/\/[a-z0-9.-]+(\/[\w~.-]*)*(\?[\w~.=&-]*)?$/i, 'https://example.com/a/b?c=d&e=f'),
  'uri-reference': text(/^\/[\w~./-]*$/, '/a/b'),
  'uri-template': text(/^\/[\w~./-]*$/, '/a/b'),
  url: text(/^https?:\/\/[a-z0-9-]+(\.[a-z0-9-]+)+(\/[\w~.-]*)*$/i, 'https://example.com/a'),
  uuid: text(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i, '3f2504e0-4f89-41d3-9a0c-0305e82c3301'),
  regex: text(/^[a-z]*$/, 'abc'),
  'json-pointer': text(/^(\/[a-z0-9]*)*$/, '/a/0'),
  'relative-json-pointer': text(/^0(\/[a-z0-9]*)*$/, '0/a'),
  byte: text(/^([A-Za-z0-9+/]{4})*([A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/, 'aGVsbG8=', '/+8='),
  int32: integer(32),
  // What a double keeps exactly: a JSON number beyond it is another matter.
  int64: integer(54),
};

/** Formats by the names that Ajv is given them under. */
export const formatChecks: Readonly<
  Record<string, { readonly validate: (value: never) => boolean; readonly type: 'string' | 'number' }>
> = Object.fromEntries(
  Object.entries(formats).map(([name, { fits, samples }]) => [
    name,
    { validate: fits, type: samples.length > 0 ? 'string' : 'number' },
  ]),
);

/** Texts of a format; none where it is no known one or says nothing of texts. */
export function samplesOf(format: unknown): readonly (string | number)[] {
  return typeof format === 'string' && Object.hasOwn(formats, format) ? (formats[format]?.samples ?? []) : [];
}
