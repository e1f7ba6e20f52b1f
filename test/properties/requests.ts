import fc from 'fast-check';
import type { ToolDefinition } from '../../src/runtime/manifest.js';
import { buildRequest, type UpstreamRequest } from '../../src/runtime/request/request.js';
import { ToolError } from '../../src/runtime/tool-error.js';
import { triedOperations, type TriedOperation } from './request-operations.js';

// What has a meaning in a URL, in a header or to whoever decodes either, and any text at all.
const sink = fc.constantFrom(
  ...[
    '.',
    '..',
    '/',
    '\\',
    '%',
    '%2e',
    '%2E',
    '%2f',
    '%5c',
    '%00',
    '%',
    '?',
    '#',
    '@',
    ':',
    ';',
    '=',
    '&',
    ',',
  ],
  ...[
    '//',
    '/..',
    '/../',
    '..%2f',
    '\u2024',
    '\uff0e',
    '\u2215',
    '\ud800',
    '\udc00',
    '\0',
    '\t',
    '\n',
    '\r\n',
    '\u0085',
  ],
  ...[
    ' ',
    '+',
    '[',
    ']',
    '{',
    '}',
    '{a}',
    '$&',
    '|',
    '"',
    "'",
    'é',
    '😀',
    '\u202e',
    'http:',
    'evil.test',
    'a',
    '1',
  ],
);
const text = fc.oneof(
  { weight: 4, arbitrary: fc.array(sink, { maxLength: 5 }).map((parts) => parts.join('')) },
  fc.string({ unit: 'binary', maxLength: 8 }),
);
const scalar = fc.oneof(
  { weight: 6, arbitrary: text },
  fc.constantFrom<unknown>(null, undefined, true, false, 0, -0, 1e300, NaN, Infinity, 2 ** 53, -1.5),
);
const { value } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 2 },
    { weight: 5, arbitrary: scalar },
    { weight: 1, arbitrary: fc.array(tie('value'), { maxLength: 3 }) },
    { weight: 1, arbitrary: fc.dictionary(text, tie('value'), { maxKeys: 3 }) },
  ),
}));

/** An operation and arguments for it, of any type; now and then one is missing. */
const attempt = fc.constantFrom(...triedOperations).chain((operation) => {
  const { parameters, body } = operation.tool.request;
  const names = [
    ...parameters.map(({ property }) => property),
    ...(body === undefined ? [] : [body.property]),
  ];
  return fc.tuple(
    fc.constant(operation),
    fc.tuple(...names.map((name) => value.map((given) => [name, given] as const))),
  );
});

/** What came of the argument sets that were tried. */
export interface Tried {
  readonly sent: number;
  readonly refused: number;
  /** What is wrong, with the arguments that show it. */
  readonly problems: readonly string[];
}

/** Tries so many random argument sets: whatever they are, a request stays below its template, or is refused. */
export async function checkRequests(count: number, seed: number): Promise<Tried> {
  let [sent, refused] = [0, 0];
  const property = fc.asyncProperty(attempt, async ([operation, given]) => {
    const request = await requestOf(operation, Object.fromEntries(given));
    if (request === undefined) refused += 1;
    else sent += 1;
    const problem = request && problemOf(request, operation);
    if (problem !== undefined) throw new Error(`${operation.tool.request.path}: ${problem}`);
  });
  const result = await fc.check(property, { numRuns: count, seed });
  if (!result.failed) return { sent, refused, problems: [] };
  const [operation, given] = result.counterexample?.[0] ?? [];
  const shown = `${operation?.tool.name ?? ''} ${JSON.stringify(given)}`;
  return { sent, refused, problems: [`${shown}\n${String(result.errorInstance)}`] };
}

/** `undefined` where the arguments are refused; anything else that is thrown is a fault. */
async function requestOf({ tool, base }: TriedOperation, args: object): Promise<UpstreamRequest | undefined> {
  try {
    // Made by fast-check: an object of arguments.
    return await buildRequest(tool, args as Readonly<Record<string, unknown>>, base, {});
  } catch (error) {
    if (error instanceof ToolError && error.code === 'invalid-argument') return undefined;
    throw error;
  }
}

function problemOf({ url, headers }: UpstreamRequest, { tool, base }: TriedOperation): string | undefined {
  if (url.origin !== base.origin || url.username !== '' || url.password !== '') return `goes to ${url.href}`;
  if (url.hash !== '' || new URL(url.href).href !== url.href) return `is no plain URL: ${url.href}`;
  const below = base.pathname.replace(/\/$/, '');
  if (!url.pathname.startsWith(`${below}/`)) return `leaves ${below}: ${url.pathname}`;
  return segmentsProblem(url.pathname.slice(below.length), tool) ?? headersProblem(headers, tool);
}

/** As many segments as the template has, each with the text that the template says, none of which is removed or empty. */
function segmentsProblem(pathname: string, { request }: ToolDefinition): string | undefined {
  const expected = request.path.replace(/[?#].*$/s, '').split('/');
  const actual = pathname.split('/');
  if (actual.length !== expected.length) return `has ${actual.length - 1} segments: ${pathname}`;
  const wrong = expected.findIndex((segment, index) => !isSegment(segment, actual[index] ?? ''));
  return wrong < 0 ? undefined : `has another segment ${wrong}: ${pathname}`;
}

function isSegment(template: string, segment: string): boolean {
  const literals = template.split(/\{[^{}]*\}/).map((literal) => literal.replace(/[.]/g, '\\.'));
  if (literals.length === 1) return segment === template;
  const isPlain = segment !== '' && !/^(?:\.|%2e)+$/i.test(segment.replace(/^(?:\.|%2e){3,}$/i, 'x'));
  return isPlain && /^[\x21-\x7e]*$/.test(segment) && new RegExp(`^${literals.join('.+')}$`).test(segment);
}

function headersProblem(headers: Headers, { request }: ToolDefinition): string | undefined {
  const known = new Set(['accept', 'content-type', 'cookie']);
  for (const { in: location, name } of request.parameters)
    if (location === 'header') known.add(name.toLowerCase());
  const unknown = [...headers.keys()].filter((name) => !known.has(name));
  const broken = [...headers.values()].filter((text) => !/^[\x20-\x7e\t]*$/.test(text));
  return unknown.length + broken.length === 0
    ? undefined
    : `has headers of its own: ${[...unknown, ...broken].join()}`;
}
