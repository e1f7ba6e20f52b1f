import type { ToolDefinition } from '../../src/runtime/manifest.js';
import { asObject, itemsOf } from '../corpus/raw-document.js';
import type { Refusal } from './judge-tools.js';
import { probes, type Probe } from './probes.js';
import type { Violation } from './refusals.js';
import { headerOf, isWrittenPlain, sentFields } from './sent-form.js';

/** A refusal that is no fault of the request. */
export interface Exception {
  readonly id: string;
  /** The operations in which it comes up, by document: one in which it does not is an error of the run. */
  readonly where: Readonly<Record<string, readonly string[] | 'many'>>;
  readonly reason: string;
  /** What the specification says. */
  readonly clause: string;
  /** A request of its own that Prism has to refuse still; missing where a document contradicts itself. */
  readonly probe?: Probe;
  /** Whether this is what Prism refuses, and the request on the wire is what the specification asks for. */
  readonly excuses: (violation: Violation, refusal: Refusal) => boolean;
  /** Set where every call of an operation falls under it, so that none is left to count. */
  readonly hidesOperation?: true;
  /** Whether it will come up again: what makes Prism end is not sent a second time. */
  readonly foresees?: (tool: ToolDefinition, values: Refusal['values']) => boolean;
}

/** So many may there be at most, and so large a share of all calls may they excuse. */
export const mostExceptions = 13;
export const greatestShare = 0.08;

/** Every refusal that is known to be no fault of ours. */
export const exceptions: readonly Exception[] = [
  {
    id: 'absent-list',
    where: { 'readme-parameters-style': 'many' },
    reason: 'Prism ends with a TypeError where an optional header that is a list or an object is not sent.',
    clause: 'OpenAPI 3.0.4 and 3.1.1, Parameter Object, required: "its default value is false".',
    probe: probes.absentHeaderList,
    excuses: ({ code }, { tool, values }) => code === 'died' && lacksList(tool, values),
    foresees: lacksList,
  },
  {
    id: 'delimited-object',
    hidesOperation: true,
    where: { 'readme-parameters-style': 'many' },
    reason: 'Prism ends with an error by an object in a delimited style, whatever is sent.',
    clause: 'OpenAPI 3.1.1, Style Values: spaceDelimited and pipeDelimited are for arrays and objects.',
    probe: probes.delimitedObject,
    excuses: ({ code }, { tool }) => code === 'died' && hasDelimitedObject(tool),
    foresees: hasDelimitedObject,
  },
  {
    id: 'list-in-path',
    hidesOperation: true,
    where: { 'readme-parameters-style': 'many' },
    reason:
      'Prism ends with a TypeError: it reads a path parameter of several items twice, the second time as text.',
    clause: 'RFC 6570, 3.2.2: the items of a list are joined by a literal comma.',
    probe: probes.listInPath,
    excuses: ({ code }, { tool }) => code === 'died' && hasListInPath(tool),
    foresees: hasListInPath,
  },
  {
    id: 'empty-query-value',
    where: { 'slack-web': 'many', box: 'many', 'docker-engine': 'many', 'influxdb-oss': 'many' },
    reason: 'Prism takes an empty value of a required query parameter for a missing parameter.',
    clause: 'RFC 6570, 3.2.8: an empty value of a form-style expansion is sent as `name=`.',
    probe: probes.emptyQueryValue,
    excuses: ({ at, message }, { exchange }) => {
      const name = /^query$/.test(at) ? nameIn(message) : undefined;
      const query = new URLSearchParams(exchange?.target.split('?').slice(1).join('?'));
      return [...query].some(([key, value]) => key.toLowerCase() === name?.toLowerCase() && value === '');
    },
  },
  {
    id: 'repeated-form-field',
    where: { 'twilio-v2010': 'many' },
    reason:
      'Prism keeps the last of several pairs with one name, as text, unless an Encoding Object names a style.',
    clause: 'OpenAPI 3.0.4, Encoding Object, explode: "When style is form, the default value is true".',
    probe: probes.repeatedFormField,
    excuses: (violation, refusal) => isUrlencoded(refusal) && isRepeated(violation, refusal),
  },
  {
    id: 'repeated-part',
    where: { 'readme-file-uploads': 'many', 'readme-parameters-style': 'many' },
    reason: 'Prism keeps the last of several parts with one name, as text.',
    clause: 'RFC 7578, 4.3: several files of one field are sent as parts of their own with the same name.',
    probe: probes.repeatedPart,
    excuses: (violation, refusal) => !isUrlencoded(refusal) && isRepeated(violation, refusal),
  },
  {
    id: 'json-part',
    where: { 'readme-parameters-style': 'many', box: 'many' },
    reason: 'Prism takes every part for text and does not parse one that is JSON.',
    clause:
      'OpenAPI 3.0.4 and 3.1.1, Encoding Object, contentType: the default for an object is application/json.',
    probe: probes.jsonPart,
    excuses: ({ at, message }, { exchange, values, tool }) => {
      const [part] =
        exchange === undefined ? [] : sentFields(exchange).filter(({ name }) => `body.${name}` === at);
      const given = memberOf(tool, values, at);
      const isSame = part?.type === 'application/json' && isJsonOf(part.value, given);
      return /must be object/.test(message) && isSame;
    },
  },
  {
    id: 'reserved-in-part',
    where: { 'readme-parameters-style': 'many' },
    reason:
      "Prism wants the reserved characters in a part percent-encoded, be they the value's or the style's.",
    clause:
      'OpenAPI 3.1.1, Appendix C: in multipart/form-data "URI percent encoding is not applied, regardless of the value of allowReserved".',
    probe: probes.reservedInPart,
    excuses: ({ at, message }, { exchange, values, tool }) => {
      if (!/^Reserved characters/.test(message) || exchange === undefined) return false;
      const parts = sentFields(exchange).filter(({ name }) => `body.${name}` === at);
      return isWrittenPlain(parts, memberOf(tool, values, at));
    },
  },
  {
    id: 'ignored-header',
    hidesOperation: true,
    where: { 'influxdb-oss': 'many' },
    reason: 'Prism checks header parameters that the standard takes out.',
    clause:
      'OpenAPI 3.0.4, Parameter Object, name: Accept, Content-Type and Authorization "SHALL be ignored".',
    probe: probes.ignoredHeader,
    excuses: ({ at }) => ['header.accept', 'header.content-type', 'header.authorization'].includes(at),
  },
  {
    id: 'falsy-body',
    where: { 'influxdb-oss': 'many' },
    reason: 'Prism takes a JSON text such as `null` or `0` for no body.',
    clause: 'RFC 8259, 2: any value is a JSON text; the schema of the body allows it.',
    probe: probes.nullBody,
    excuses: ({ message }, { exchange }) =>
      message === 'Body parameter is required' &&
      ['null', 'false', '0', '""'].includes(String(exchange?.body)),
  },
  {
    id: 'undeclared-form-member',
    where: { box: ['POST /oauth2/revoke'] },
    reason:
      'Prism drops members of a form that `properties` does not name, and misses those that `required` does.',
    clause: 'JSON Schema Validation 6.5.3: `required` speaks of the names in the instance.',
    probe: probes.undeclaredFormMember,
    excuses: ({ at, message }, { exchange }) =>
      at === 'body' &&
      exchange !== undefined &&
      sentFields(exchange).some(({ name }) => name === nameIn(message)),
  },
  {
    id: 'path-with-fragment',
    hidesOperation: true,
    where: { box: 'many' },
    reason: 'Prism compares the fragment of a path in the document with a request, which never has one.',
    clause: 'RFC 9110, 7.1: a request target holds no fragment.',
    probe: probes.pathWithFragment,
    excuses: (_violation, { exchange, path }) => exchange !== undefined && path.includes('#'),
  },
  {
    id: 'contradicting-document',
    hidesOperation: true,
    where: { 'docker-engine': ['POST /build'] },
    reason:
      'The document consumes application/octet-stream alone and wants the header to be application/x-tar.',
    clause: 'OpenAPI 2.0, Operation Object, consumes: no request can be both.',
    excuses: ({ at, code }, { exchange }) =>
      at === 'header.content-type' &&
      code === 'enum' &&
      exchange !== undefined &&
      headerOf(exchange, 'content-type') === 'application/octet-stream',
  },
];

/** Whether a header or a `deepObject` that is a list or an object is left out. */
function lacksList(tool: ToolDefinition, values: Refusal['values']): boolean {
  return tool.request.parameters.some((binding) => {
    const type = asObject(tool.inputSchema.properties[binding.property])?.['type'];
    const isRead = binding.in === 'header' || ('style' in binding && binding.style === 'deepObject');
    return isRead && values[binding.property] === undefined && ['array', 'object'].includes(String(type));
  });
}

function hasListInPath({ request, inputSchema }: ToolDefinition): boolean {
  return request.parameters.some((binding) => {
    const type = asObject(inputSchema.properties[binding.property])?.['type'];
    return binding.in === 'path' && ['array', 'object'].includes(String(type));
  });
}

/** Whether an object is written with spaces or pipes, in the query or in a form. */
function hasDelimitedObject({ request, inputSchema }: ToolDefinition): boolean {
  const body = asObject(inputSchema.properties[request.body?.property ?? 'body']);
  const written = [
    ...request.parameters.map((binding) => {
      return {
        style: 'style' in binding ? binding.style : undefined,
        schema: inputSchema.properties[binding.property],
      };
    }),
    ...Object.entries(request.body?.encoding ?? {}).map(([name, { style }]) => {
      return { style, schema: asObject(asObject(body?.['properties'])?.[name]) };
    }),
  ];
  return written.some(
    ({ style = '', schema }) =>
      ['spaceDelimited', 'pipeDelimited'].includes(style) && schema?.['type'] === 'object',
  );
}

function nameIn(message: string): string | undefined {
  return /required property '(.*)'$/.exec(message)?.[1];
}

function isUrlencoded({ exchange }: Refusal): boolean {
  return exchange !== undefined && /urlencoded/.test(headerOf(exchange, 'content-type') ?? '');
}

/** Whether a list was sent as one field for each item. */
function isRepeated({ at, message }: Violation, { exchange, tool, values }: Refusal): boolean {
  if (exchange === undefined || !/must be array/.test(message)) return false;
  const fields = sentFields(exchange).filter(({ name }) => `body.${name}` === at);
  return fields.length > 0 && fields.length === itemsOf(memberOf(tool, values, at)).length;
}

function memberOf(tool: ToolDefinition, values: Refusal['values'], at: string): unknown {
  const body = asObject(values[tool.request.body?.property ?? 'body']) ?? {};
  return body[at.slice('body.'.length)];
}

function isJsonOf(text: string, value: unknown): boolean {
  try {
    return JSON.stringify(JSON.parse(text)) === JSON.stringify(value);
  } catch {
    return false;
  }
}
