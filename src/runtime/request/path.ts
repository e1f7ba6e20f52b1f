import type { ParameterBinding, RequestBinding } from '../binding.js';
import type { ToolDefinition } from '../manifest.js';
import { ownMember } from '../own-member.js';
import { invalid, percentEncode } from './encoding.js';
import type { Arguments } from './parameters.js';
import { ToolError } from '../tool-error.js';
import { writeQuery } from './query.js';
import { writeParameter } from './write-parameter.js';

/** A path template in pieces: text as it stands in the URL, and parameters. */
interface PathTemplate {
  readonly path: readonly PathPiece[];
  /** How many `/` the path has. */
  readonly slashes: number;
  /** A query that the document wrote into the path. */
  readonly query: readonly PathPiece[];
}

type PathPiece = string | ParameterBinding;

/**
 * The URL of a call, written as one text and parsed once. Whatever the arguments are, it has the origin and the path
 * of `base` and the segments of the template: what a parser of URLs makes of the text is compared with the text.
 */
export function writeUrl(tool: ToolDefinition, args: Arguments, base: URL): URL {
  const template = templateOf(tool);
  const path = template.path.map((piece) => writePiece(piece, args)).join('');
  const pathname = `${base.pathname.replace(/\/+$/, '')}${path}`;
  const ownQuery = template.query.map((piece) => writePiece(piece, args)).join('');
  const pairs = [...(ownQuery === '' ? [] : [ownQuery]), ...writeQuery(tool, args)];
  // The URL Standard has no `'` in a query; it would be encoded by the parser.
  const search = pairs.length === 0 ? '' : `?${pairs.join('&').replaceAll("'", '%27')}`;
  const url = new URL(`${base.origin}${pathname}${search}`);
  const isSame = url.origin === base.origin && url.pathname === pathname && url.search === search;
  if (isSame && url.hash === '' && slashesIn(path) === template.slashes) return url;
  const problem = 'The arguments would make another path than the operation has; nothing was sent.';
  throw new ToolError('invalid-argument', problem);
}

const templates = new WeakMap<ToolDefinition, PathTemplate>();

/** The template of a tool's path (OpenAPI, Path Templating), taken apart once. */
function templateOf(tool: ToolDefinition): PathTemplate {
  const known = templates.get(tool);
  if (known !== undefined) return known;
  // A fragment is never sent; some documents use one to tell operations apart.
  const [address = ''] = tool.request.path.split('#', 1);
  const [path = '', ...query] = address.split('?');
  const pieces = piecesOf(path.startsWith('/') ? path : `/${path}`, tool.request);
  const template = {
    path: pieces,
    slashes: slashesIn(pieces.filter((piece) => typeof piece === 'string').join('')),
    query: piecesOf(query.join('?'), tool.request),
  };
  templates.set(tool, template);
  return template;
}

function slashesIn(text: string): number {
  return text.split('/').length - 1;
}

function piecesOf(text: string, { parameters, path }: RequestBinding): readonly PathPiece[] {
  const pieces = text.split(/(\{[^{}]*\})/).filter((piece) => piece !== '');
  return pieces.map((piece) => {
    if (!/^\{.*\}$/s.test(piece)) return encodeLiteral(piece);
    const name = piece.slice(1, -1);
    const parameter = parameters.find((candidate) => candidate.in === 'path' && candidate.name === name);
    if (parameter !== undefined) return parameter;
    throw new ToolError('invalid-argument', `No argument fills '${name}' in ${path}; nothing was sent.`);
  });
}

/** Percent-encodes what may not stand in a path or a query (RFC 3986 3.3) and is not encoded already. */
function encodeLiteral(text: string): string {
  return text.replace(/%[0-9A-Fa-f]{2}|[^\w\-.~!$&'()*+,;=:@/?]/gu, (part) =>
    /^%../.test(part) ? part : percentEncode(part),
  );
}

function writePiece(piece: PathPiece, args: Arguments): string {
  if (typeof piece === 'string') return piece;
  const text = writePathPart(piece, ownMember(args, piece.property));
  if (text !== undefined) return text;
  throw invalid(piece.property, "is part of the path, so it cannot be missing, empty, '.' or '..'");
}

// Parsers of URLs remove dot segments, percent-encoded or not, and an empty segment is another route.
const unsafe: ReadonlySet<unknown> = new Set(['', '.', '..']);

/** Writes the part of a path that a parameter is; `undefined` for a value that would make another path. */
export function writePathPart(binding: ParameterBinding, value: unknown): string | undefined {
  const [pair] = writeParameter(binding, value);
  if (pair === undefined) return undefined;
  const [, text] = pair;
  // In the style `matrix` the name stands before every value, and alone before an empty one.
  const isNamed = 'style' in binding && binding.style === 'matrix';
  return unsafe.has(text) || (!isNamed && unsafe.has(value)) ? undefined : text;
}
