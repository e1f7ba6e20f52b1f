import { essenceOf, isJson, isMediaType, mediaTypeParameter } from '../media-types.js';
import { withNotes, type Content, type Told } from './content.js';
import { cutAt, oneLine } from './cut-text.js';
import { mostWords, type Truncation } from './cut-told.js';
import { readDisposition, type Disposition } from './disposition.js';
import { truncatedKey, withTruncation } from './fit-text.js';
import { readJson } from './json.js';
import { readBinary, readMedia } from './media.js';
import { readParts, type ReceivedPart, type ReceivedParts } from './parts.js';
import { asResource, isReadable, readAsText } from './text.js';
import { isUnknownText, readUnknown } from './unknown.js';

const mostParts = 100;
// With less room a text is not worth beginning.
const leastCharacters = 1_000;

/** What is told so far, and what room is left. */
interface Telling {
  readonly blocks: Told['content'][number][];
  readonly notes: string[];
  readonly names: string[];
  readonly cuts: (Truncation & { readonly part: number })[];
  characters: number;
  bytes: number;
}

/** One block for each part; a part is never taken apart again. */
export function readMultipart(content: Content): Told {
  const { mediaType, bytes, limits } = content;
  const boundary = mediaTypeParameter(mediaType, 'boundary');
  const received = boundary ? readParts(bytes, boundary, mostParts) : undefined;
  if (received === undefined || received.count === 0) return readUndivided(content);
  const telling: Telling = {
    blocks: [],
    notes: [],
    names: [],
    cuts: [],
    characters: limits.resultCharacters,
    bytes: limits.binaryBytes,
  };
  for (const [index, part] of received.parts.entries()) tellPart(part, index + 1, content, telling);
  return toldParts(telling, content, received);
}

function toldParts(
  { blocks, notes, names, cuts }: Telling,
  { bytes, cut }: Content,
  { parts, count, isClosed }: ReceivedParts,
): Told {
  const isMore = count > parts.length;
  const counts = { path: '', unit: 'items' as const, kept: parts.length, of: count };
  const all = `${count}${isClosed ? '' : ' or more'}`;
  const more = isMore ? [`${parts.length} of ${all} parts are given.`] : [];
  const open = isClosed || cut !== undefined ? [] : [openNote];
  const listed = names.length > 0 ? [`Parts: ${names.join('; ')}`] : [];
  const told = { content: blocks, notes: [...listed, ...notes, ...more, ...open] };
  const missing = [...more, ...cuts.map(({ part, message }) => `Part ${part}: ${message}`)];
  if (missing.length === 0) return told;
  return withTruncation(told, {
    message: cutAt(missing.join(' '), mostWords),
    bytes: bytes.length,
    ...(cut && { stopped: cut }),
    ...(isMore && { cuts: [isClosed ? counts : { ...counts, atLeast: true as const }] }),
    ...(cuts.length > 0 && { parts: cuts }),
  });
}

const openNote =
  'The multipart answer ends without the boundary that closes it, so its last part may not be whole.';

function readUndivided(content: Content): Told {
  return withNotes(readUnknown(content), ['The answer is multipart, but its parts cannot be told apart.']);
}

function tellPart(part: ReceivedPart, number: number, whole: Content, telling: Telling): void {
  // Redacted before it is cut: the beginning of a secret is a part of it.
  const disposition = readDisposition(whole.redact(part.headers.get('content-disposition') ?? ''));
  const content = contentOf(part, disposition, number, whole, telling);
  const name = nameOf(part, disposition, content);
  if (name !== '') telling.names.push(`${number} ${name}`);
  const isText = isReadable(content.mediaType) || isUnknownText(content);
  const told = isText ? readTextPart(content, telling) : readBytesPart(content, telling);
  telling.blocks.push(...told.content);
  telling.notes.push(...(told.notes ?? []).map((note) => `Part ${number}: ${note}`));
  const cut = told.meta?.[truncatedKey];
  // What stands under this key is written by `withTruncation` alone.
  if (cut !== undefined) telling.cuts.push({ part: number, ...(cut as Truncation) });
}

/** Plain text is a block of its own; any other text keeps its media type as a resource. */
function readTextPart(content: Content, telling: Telling): Told {
  if (telling.characters < leastCharacters) {
    const message = 'left out, since the parts before it take all the room.';
    return withTruncation({ content: [], notes: [message] }, { message, bytes: content.bytes.length });
  }
  const { mediaType } = content;
  const told = isJson(mediaType) ? readJson(content) : readAsText(content);
  for (const block of told.content) if (block.type === 'text') telling.characters -= block.text.length;
  return essenceOf(mediaType) === 'text/plain' ? told : asResource(told, content);
}

function readBytesPart(content: Content, telling: Telling): Told {
  const [, type] = /^(image|audio)\//i.exec(content.mediaType) ?? [];
  const kind = type?.toLowerCase();
  const told = kind === 'image' || kind === 'audio' ? readMedia(kind)(content) : readBinary(content);
  if (told.meta === undefined) telling.bytes -= content.bytes.length;
  return told;
}

function contentOf(
  { headers, bytes, isWhole }: ReceivedPart,
  { fileName }: Disposition,
  number: number,
  { tool, redact, limits, uri, cut }: Content,
  { characters: resultCharacters, bytes: binaryBytes }: Telling,
): Content {
  // RFC 2046 5.1: a part that names no type is plain text.
  const contentType = headers.get('content-type') ?? 'text/plain';
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
function nameOf(
  { headers }: ReceivedPart,
  { name, fileName }: Disposition,
  { redact, mediaType }: Content,
): string {
  const described = [
    name === undefined ? '' : `'${name}'`,
    fileName === undefined ? '' : `file '${fileName}'`,
    ...['content-id', 'content-range', 'content-location'].map((field) =>
      oneLine(redact(headers.get(field) ?? ''), mostCharacters),
    ),
  ].filter((text) => text !== '');
  return described.length === 0 ? '' : redact([...described, essenceOf(mediaType)].join(', '));
}
