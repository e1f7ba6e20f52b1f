import type { Transform } from 'node:stream';
import type * as Zlib from 'node:zlib';
import { ownMember } from '../own-member.js';

/** What undoes a content coding; `first` is the start of the coded content. */
type MakeDecoder = (zlib: typeof Zlib, first: Buffer) => Transform;

/** The codings of RFC 9110 8.4.1, each with what undoes it. */
const codings: Readonly<Record<string, MakeDecoder>> = {
  gzip: (zlib) => zlib.createGunzip(),
  'x-gzip': (zlib) => zlib.createGunzip(),
  br: (zlib) => zlib.createBrotliDecompress(),
  // Some servers leave out the zlib header that the coding asks for; its low four bits are always 8.
  deflate: (zlib, first) => (((first[0] ?? 0) & 0x0f) === 8 ? zlib.createInflate() : zlib.createInflateRaw()),
};

/** The part of `node:zlib` that came with Node 22.15 (RFC 8878). */
interface Zstandard {
  readonly createZstdDecompress?: () => Transform;
}

/** The content codings that can be undone, as `Accept-Encoding` names them. */
export function acceptedCodings(zlib: typeof Zlib): string {
  const { createZstdDecompress } = zlib as Zstandard;
  return `gzip, deflate, br${createZstdDecompress === undefined ? '' : ', zstd'}`;
}

/** The codings of a content, in the order in which they were applied; `identity` is none. */
export function codingsOf(encoding: string | readonly string[] | undefined): readonly string[] {
  if (encoding === undefined) return [];
  const names = [encoding].flat().join(',').toLowerCase().split(',');
  return names.map((name) => name.trim()).filter((name) => name !== '' && name !== 'identity');
}

/** What undoes a coding; `undefined` where nothing here does. */
export function decoderFor(coding: string, zlib: typeof Zlib, first: Buffer): Transform | undefined {
  if (coding === 'zstd') return (zlib as Zstandard).createZstdDecompress?.();
  return ownMember(codings, coding)?.(zlib, first);
}
