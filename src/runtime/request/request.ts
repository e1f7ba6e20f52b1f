import type { RequestBinding } from '../binding.js';
import { writeBody, type WrittenBody } from './body.js';
import type { ToolDefinition } from '../manifest.js';
import { isMediaType } from '../media-types.js';
import { ownMember } from '../own-member.js';
import { invalid, isForbiddenHeader, writeParameter, type Arguments, type Pair } from './parameters.js';
import { writeUrl } from './path.js';
import { writeQuery } from './query.js';
import type { Outgoing, SecurityScheme } from '../security.js';

/** A request to the API. */
export interface UpstreamRequest extends Outgoing {
  readonly method: string;
  readonly body: WrittenBody | undefined;
}

/** Makes the request of a tool: URL, headers and body from its arguments; credentials are added later. */
export async function buildRequest(
  tool: ToolDefinition,
  args: Arguments,
  base: URL,
  schemes: Readonly<Record<string, SecurityScheme>>,
): Promise<UpstreamRequest> {
  const { request } = tool;
  for (const { property } of request.parameters) checkType(property, args, tool);
  const url = writeUrl(tool, args, base);
  url.search = [url.search.slice(1), writeQuery(tool, args)].filter((text) => text !== '').join('&');
  const headers = writeHeaders(request, args, reservedHeaders(request, schemes));
  const body = await bodyOf(tool, args);
  if (body !== undefined) headers.set('content-type', body.contentType);
  return { method: request.method, url, headers, body };
}

async function bodyOf(
  { request: { body }, inputSchema }: ToolDefinition,
  args: Arguments,
): Promise<WrittenBody | undefined> {
  const value = body && ownMember(args, body.property);
  // Unlike for a parameter, null is a value here: it is a JSON text of its own.
  if (body === undefined || value === undefined) return undefined;
  return writeBody(body, value, ownMember(inputSchema.properties, body.property));
}

function cookiesOf(request: RequestBinding, args: Arguments): readonly Pair[] {
  return request.parameters
    .filter((parameter) => parameter.in === 'cookie')
    .flatMap((parameter) => writeParameter(parameter, ownMember(args, parameter.property)));
}

/** Checks an argument against the `type` of its listed schema: an override may call with anything. */
function checkType(property: string, args: Arguments, { inputSchema }: ToolDefinition): void {
  const value = ownMember(args, property);
  const declared = ownMember(inputSchema.properties, property)?.['type'];
  if (value === undefined || value === null || declared === undefined) return;
  const types: readonly unknown[] = [declared].flat();
  if (!types.includes(typeOf(value)) && !(types.includes('number') && typeof value === 'number')) {
    throw invalid(property, `has to be of type ${types.join(' or ')}`);
  }
  if (Number.isInteger(value) && !Number.isSafeInteger(value) && !types.includes('number')) {
    throw invalid(property, 'is an integer beyond 2^53, which JSON rounds');
  }
}

function typeOf(value: unknown): string {
  if (Array.isArray(value)) return 'array';
  return Number.isInteger(value) ? 'integer' : typeof value;
}

function writeHeaders(request: RequestBinding, args: Arguments, reserved: ReadonlySet<string>): Headers {
  const headers = new Headers({ accept: acceptOf(request.accept) });
  for (const parameter of request.parameters.filter((candidate) => candidate.in === 'header')) {
    const [pair] = writeParameter(parameter, ownMember(args, parameter.property));
    if (pair === undefined) continue;
    const [name, value] = pair;
    if (isForbiddenHeader(name) || reserved.has(name.toLowerCase())) {
      throw invalid(
        parameter.property,
        `would set the header ${JSON.stringify(name)}, which no argument may set`,
      );
    }
    headers.set(name, value);
  }
  const cookies = cookiesOf(request, args).map(([name, value]) => `${name}=${value}`);
  if (cookies.length > 0) headers.set('cookie', cookies.join('; '));
  return headers;
}

/** Headers that carry the operation's credentials. */
function reservedHeaders(
  { security }: RequestBinding,
  schemes: Readonly<Record<string, SecurityScheme>>,
): ReadonlySet<string> {
  const names = security.flatMap((requirement) => Object.keys(requirement));
  const used = names.map((name) => ownMember(schemes, name));
  return new Set(
    used.flatMap((scheme) =>
      scheme?.type === 'apiKey' && scheme.in === 'header' ? [scheme.name.toLowerCase()] : [],
    ),
  );
}

/** What the document declares, and anything at all last: an error often has another type. */
function acceptOf(declared: readonly string[]): string {
  const ranges = declared.filter((range) => isMediaType(range) && range !== '*/*');
  const rest = ranges.length === 0 || declared.includes('*/*') ? '*/*' : '*/*;q=0.1';
  return [...ranges, rest].join(', ');
}
