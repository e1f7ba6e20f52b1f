/** `application/json` of `Application/JSON; charset=utf-8`. */
export function essenceOf(mediaType: string): string {
  return (mediaType.split(';', 1)[0] ?? '').trim().toLowerCase();
}

// A quoted text without an end goes on to the end: no alternative leads back.
const pieces = /(?:[^;"]|"(?:[^"\\]|\\[^])*(?:"|\\?$))+/g;

/** What stands between the semicolons of a field that are not quoted, as it stands there. */
function split(field: string): readonly string[] {
  return field.match(pieces) ?? [];
}

/** The name of a parameter, of `name=value`; `undefined` where it has no value. */
function nameOf(parameter: string): string | undefined {
  const equals = parameter.indexOf('=');
  return equals < 0 ? undefined : parameter.slice(0, equals).trim().toLowerCase();
}

function valueOf(parameter: string): string {
  const value = parameter.slice(parameter.indexOf('=') + 1).trim();
  return value.startsWith('"') ? value.slice(1).replace(/\\([^])|"$/g, '$1') : value;
}

// No field that means something is longer.
const mostCharacters = 1024;

/** The parameters of a media type (RFC 9110 5.6.6), or of a field of its form, by lower-case name; the first of each. */
export function parametersOf(field: string): ReadonlyMap<string, string> {
  const parameters = split(field.slice(0, mostCharacters)).slice(field.startsWith(';') ? 0 : 1);
  const values = new Map<string, string>();
  for (const parameter of parameters) {
    const name = nameOf(parameter);
    if (name !== undefined && !values.has(name)) values.set(name, valueOf(parameter));
  }
  return values;
}

/** The parameter `name` of a media type: `utf-8` for `charset` above. */
export function mediaTypeParameter(mediaType: string, name: string): string | undefined {
  // Most media types have none.
  return mediaType.includes(';') ? parametersOf(mediaType).get(name) : undefined;
}

/** A media type with this charset in place of the one that it declares; its other parameters stay. */
export function withCharset(mediaType: string, charset: string): string {
  const [essence = '', ...parameters] = split(mediaType);
  if (!parameters.some((parameter) => nameOf(parameter) === 'charset')) {
    return `${mediaType}; charset=${charset}`;
  }
  const renamed = parameters.map((parameter) =>
    nameOf(parameter) === 'charset' ? `${parameter.slice(0, parameter.indexOf('='))}=${charset}` : parameter,
  );
  return [essence, ...renamed].join(';');
}

/** Whether a text is a media type or a range of them that can stand in a header. */
export function isMediaType(text: string): boolean {
  return /^[\w!#$&^.+*-]+\/[\w!#$&^.+*-]+[ \t]*(?:;[\x20-\x7e\t]*)?$/.test(text);
}

/** How the items of a sequence are told apart: server-sent events, JSON Lines, JSON Text Sequences (RFC 7464). */
export type SequenceKind = 'events' | 'lines' | 'records';

// By their names, or by the suffix of a type (`application/geo+json-seq`, RFC 8142).
const sequenceKinds: readonly (readonly [SequenceKind, RegExp])[] = [
  ['events', /^text\/event-stream$/],
  ['lines', /^[^/]+\/(?:x-|[^/]+\+)?(?:nd-?json|ld-?json|jsonl|json-?lines|json-?stream|stream\+json)$/],
  ['records', /^[^/]+\/(?:x-|[^/]+\+)?json-seq$/],
];

/** The kind of sequence that a media type is (OpenAPI 3.2, Sequential Media Types); `undefined` for any other. */
export function sequenceKindOf(mediaType: string): SequenceKind | undefined {
  const essence = essenceOf(mediaType);
  return sequenceKinds.find(([, pattern]) => pattern.test(essence))?.[0];
}

// The last three names are those of protocols whose messages are JSON.
const jsonTypes =
  /^(?:application|text)\/(?:x-)?json$|^[^/]+\/[^/]+\+json$|^application\/(?:x-amz-json(?:-[\d.]+)?|json-?rpc|jsonrequest)$/;

/** Whether a media type is one JSON text, by RFC 8259, by the suffix of RFC 6839 or by a name that is usual. */
export function isJson(mediaType: string): boolean {
  const essence = essenceOf(mediaType);
  return jsonTypes.test(essence) && sequenceKindOf(essence) === undefined;
}

/** Whether a media type is XML, by RFC 7303. */
export function isXml(mediaType: string): boolean {
  return /^(?:application|text)\/xml$|^[^/]+\/[^/]+\+xml$/.test(essenceOf(mediaType));
}

/** Whether a media type is that of HTML forms. */
export function isFormContent(mediaType: string): boolean {
  return essenceOf(mediaType) === 'application/x-www-form-urlencoded';
}

/** Whether a media type has parts (RFC 2046 5.1). */
export function isMultipart(mediaType: string): boolean {
  return essenceOf(mediaType).startsWith('multipart/');
}

// Registered under `application`, yet texts all the same.
const textTypes =
  /^application\/(?:javascript|ecmascript|json5|graphql|sql|toml|yaml|x-yaml|x-sh|pem-certificate-chain|x-pem-file|sparql-query|sparql-update|n-triples|n-quads|trig|rtf)$|^[^/]+\/[^/]+\+yaml$/;

/** Whether a media type is text that is neither one JSON text nor XML. */
export function isText(mediaType: string): boolean {
  const essence = essenceOf(mediaType);
  if (isJson(essence) || isXml(essence)) return false;
  return essence.startsWith('text/') || textTypes.test(essence) || sequenceKindOf(essence) !== undefined;
}

/** Whether a media type says that its content is bytes. */
export function isBinary(mediaType: string): boolean {
  const essence = essenceOf(mediaType);
  if (isJson(essence) || isXml(essence) || isText(essence)) return false;
  return !isFormContent(essence) && !/^(?:\*|multipart|message)\//.test(essence);
}
