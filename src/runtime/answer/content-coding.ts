import type { Transform } from 'node:stream';
import type * as Zlib from 'node:zlib';
import { ownMember } from '../own-member.js';
import { ToolError } from '../tool-error.js';

/** The content codings that can be decoded, as `Accept-Encoding` names them. */
export const acceptedCodings = 'gzip, deflate, br';

/** The codings of RFC 9110 8.4.1, each with what undoes it; `first` is the start of the coded content. */
const codings: Readonly<Record<string, (zlib: typeof Zlib, first: Buffer) => Transform>> = {
  gzip: (zlib) => zlib.createGunzip(),
  'x-gzip': (zlib) => zlib.createGunzip(),
  br: (zlib) => zlib.createBrotliDecompress(),
  // Some servers leave out the zlib header that the coding asks for; its low four bits are always 8.
  deflate: (zlib, first) => (((first[0] ?? 0) & 0x0f) === 8 ? zlib.createInflate() : zlib.createInflateRaw()),
};

const mostBytes = 8 * 1024 * 1024;

/**
 * Reads a content whole and undoes its coding, up to what can be handed on. More than one coding is refused: each
 * can hide the size of the next.
 */
export async function readContent(
  chunks: AsyncIterable<Buffer>,
  encoding: string | readonly string[] | undefined,
  status: number,
): Promise<Buffer> {
  const coding = [encoding ?? []].flat().join(',').trim().toLowerCase();
  if (coding === '' || coding === 'identity') return collect(chunks, status);
  const iterator = chunks[Symbol.asyncIterator]();
  const first = await iterator.next();
  if (first.done === true) return Buffer.alloc(0);
  const decoderFor = ownMember(codings, coding);
  if (decoderFor === undefined) {
    const problem = `The API answered ${status} in a content coding that cannot be read.`;
    throw new ToolError('unreadable-response', problem);
  }
  const [zlib, { pipeline }] = await Promise.all([import('node:zlib'), import('node:stream/promises')]);
  const decoder = decoderFor(zlib, first.value);
  return pipeline(resume(first.value, iterator), decoder, (decoded: AsyncIterable<Buffer>) =>
    collect(decoded, status),
  );
}

/** The chunks of an iteration whose first has been taken. */
async function* resume(first: Buffer, rest: AsyncIterator<Buffer>): AsyncGenerator<Buffer> {
  yield first;
  for (let next = await rest.next(); next.done !== true; next = await rest.next()) yield next.value;
}

async function collect(chunks: AsyncIterable<Buffer>, status: number): Promise<Buffer> {
  const collected: Buffer[] = [];
  let length = 0;
  for await (const chunk of chunks) {
    length += chunk.length;
    checkLength(length, status);
    collected.push(chunk);
  }
  return Buffer.concat(collected);
}

/** Refuses a content that is larger than what can be handed on. */
export function checkLength(length: number, status: number): void {
  if (length <= mostBytes) return;
  throw new ToolError(
    'response-too-large',
    `The API answered ${status}, so the call went through, but the answer is over ${mostBytes / 1024 / 1024} MiB. ` +
      'Ask for less: use paging, filters or fewer fields.',
  );
}
