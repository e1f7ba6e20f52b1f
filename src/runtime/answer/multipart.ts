import type { CallToolResult } from '@modelcontextprotocol/server';
import { essenceOf, isJson, isMediaType, mediaTypeParameter } from '../media-types.js';
import type { Content, Told } from './content.js';
import { toldFitting } from './cut-text.js';
import { oneLine, readDisposition } from './disposition.js';
import { readJson } from './json.js';
import { readBinary, readMedia } from './media.js';
import { readParts, type ReceivedPart } from './parts.js';
import { isReadable, textOf } from './text.js';

const mostParts = 100;
// With less room a text is not worth beginning.
const leastCharacters = 1_000;

/** What is told so far, and what room is left. */
interface Telling {
  readonly blocks: CallToolResult['content'];
  readonly notes: string[];
  readonly names: string[];
  characters: number;
  bytes: number;
}

/** One block for each part; a part is never taken apart again. */
export function readMultipart(content: Content): Told {
  const { mediaType, bytes, limits } = content;
  const boundary = mediaTypeParameter(mediaType, 'boundary');
  const parts = boundary ? readParts(bytes, boundary, mostParts + 1) : [];
  if (parts.length === 0) return readUndivided(content);
  const telling: Telling = {
    blocks: [],
    notes: [],
    names: [],
    characters: limits.resultCharacters,
    bytes: limits.binaryBytes,
  };
  for (const [index, part] of parts.slice(0, mostParts).entries())
    tellPart(part, index + 1, content, telling);
  if (parts.length > mostParts)
    telling.notes.push(`There are more parts than the ${mostParts} that are given.`);
  const { blocks, notes, names } = telling;
  return { content: blocks, notes: [...(names.length > 0 ? [`Parts: ${names.join('; ')}`] : []), ...notes] };
}

function readUndivided(content: Content): Told {
  return { ...readBinary(content), notes: ['The answer is multipart, but its parts cannot be told apart.'] };
}

function tellPart(part: ReceivedPart, number: number, whole: Content, telling: Telling): void {
  const content = contentOf(part, number, whole, telling);
  const name = nameOf(part, content);
  if (name !== '') telling.names.push(`${number} ${name}`);
  if (isReadable(content.mediaType)) {
    tellText(content, number, telling);
    return;
  }
  const [, type] = /^(image|audio)\//.exec(content.mediaType) ?? [];
  const told = type === 'image' || type === 'audio' ? readMedia(type)(content) : readBinary(content);
  telling.blocks.push(...told.content);
  if (told.meta === undefined) telling.bytes -= content.bytes.length;
}

/** Plain text is a block of its own; any other text keeps its media type as a resource. */
function tellText(content: Content, number: number, telling: Telling): void {
  if (telling.characters < leastCharacters) {
    telling.notes.push(`Part ${number} is left out: the parts before it take all the room.`);
    return;
  }
  const { text, notes } = textOf(content);
  const told = (isJson(content.mediaType) ? readJson : toldFitting)({ ...content, text });
  const [block] = told.content;
  if (block?.type !== 'text') return;
  const essence = essenceOf(content.mediaType);
  telling.characters -= block.text.length;
  telling.blocks.push(
    essence === 'text/plain'
      ? block
      : { type: 'resource', resource: { uri: content.uri, mimeType: essence, text: block.text } },
  );
  telling.notes.push(...notes.map((note) => `Part ${number}: ${note}`));
}

function contentOf(
  { headers, bytes, isWhole }: ReceivedPart,
  number: number,
  { tool, redact, limits, uri, cut }: Content,
  { characters: resultCharacters, bytes: binaryBytes }: Telling,
): Content {
  // RFC 2046 5.1: a part that names no type is plain text.
  const contentType = headers.get('content-type') ?? 'text/plain';
  const { fileName } = readDisposition(headers.get('content-disposition') ?? '');
  return {
    tool,
    redact,
    limits: { ...limits, resultCharacters, binaryBytes },
    mediaType: isMediaType(contentType) ? contentType : 'application/octet-stream',
    bytes,
    uri: `${uri}/${number}${fileName === undefined ? '' : `/${encodeURIComponent(redact(fileName))}`}`,
    ...(cut && !isWhole && { cut }),
  };
}

const mostCharacters = 100;

/** What a part is called: its name as a field of a form and as a file, its identifier, its place in the whole. */
function nameOf({ headers }: ReceivedPart, { redact, mediaType }: Content): string {
  const { name, fileName } = readDisposition(headers.get('content-disposition') ?? '');
  const described = [
    name === undefined ? '' : `'${name}'`,
    fileName === undefined ? '' : `file '${fileName}'`,
    ...['content-id', 'content-range', 'content-location'].map((field) =>
      oneLine(headers.get(field) ?? '', mostCharacters),
    ),
  ].filter((text) => text !== '');
  return described.length === 0 ? '' : redact([...described, essenceOf(mediaType)].join(', '));
}
