import type { ParameterBinding, RequestBinding } from '../binding.js';
import type { ToolDefinition } from '../manifest.js';
import { ownMember } from '../own-member.js';
import { invalid, percentEncode, writeParameter, type Arguments } from './parameters.js';
import { ToolError } from '../tool-error.js';

/** A path template in pieces: text as it stands in the URL, and parameters. */
interface PathTemplate {
  readonly path: readonly PathPiece[];
  /** A query that the document wrote into the path. */
  readonly query: readonly PathPiece[];
}

type PathPiece = string | ParameterBinding;

/** The URL of a call. Whatever the arguments are, it has the origin of `base` and the segments of the template. */
export function writeUrl(tool: ToolDefinition, args: Arguments, base: URL): URL {
  const template = templateOf(tool);
  const written = template.path.map((piece) => writePiece(piece, args)).join('');
  const pathname = `${base.pathname.replace(/\/+$/, '')}/${written.replace(/^\//, '')}`;
  const url = new URL(`${base.origin}${pathname}`);
  if (url.origin !== base.origin || url.pathname !== pathname) {
    const problem = 'The arguments would make another path than the operation has; nothing was sent.';
    throw new ToolError('invalid-argument', problem);
  }
  url.search = template.query.map((piece) => writePiece(piece, args)).join('');
  return url;
}

const templates = new WeakMap<ToolDefinition, PathTemplate>();

/** The template of a tool's path (OpenAPI, Path Templating), taken apart once. */
function templateOf(tool: ToolDefinition): PathTemplate {
  const known = templates.get(tool);
  if (known !== undefined) return known;
  // A fragment is never sent; some documents use one to tell operations apart.
  const [address = ''] = tool.request.path.split('#', 1);
  const [path = '', ...query] = address.split('?');
  const template = { path: piecesOf(path, tool.request), query: piecesOf(query.join('?'), tool.request) };
  templates.set(tool, template);
  return template;
}

function piecesOf(text: string, { parameters, path }: RequestBinding): readonly PathPiece[] {
  return text.split(/(\{[^{}]*\})/).map((piece) => {
    if (!/^\{.*\}$/.test(piece)) return encodeLiteral(piece);
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

// URL parsers remove dot segments, percent-encoded or not, and an empty segment is another route.
const unsafe: ReadonlySet<unknown> = new Set(['', '.', '..']);

/** Writes the part of a path that a parameter is; `undefined` for a value that would make another path. */
export function writePathPart(binding: ParameterBinding, value: unknown): string | undefined {
  const [pair] = writeParameter(binding, value);
  return pair === undefined || unsafe.has(value) || unsafe.has(pair[1]) ? undefined : pair[1];
}
