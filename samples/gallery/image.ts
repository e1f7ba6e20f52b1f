import { crc32, deflateSync } from 'node:zlib';

/** What the bytes of an image say of it. */
export interface ImageFacts {
  readonly mediaType: 'image/png' | 'image/jpeg';
  /** Pixels; known for PNG alone. */
  readonly width?: number;
  readonly height?: number;
}

const pngSignature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const jpegStart = Buffer.from([0xff, 0xd8, 0xff]);

/** Draws a PNG of 24 by 16 pixels: the sky above, the ground below, each a colour of red, green and blue. */
export function drawPicture(sky: readonly number[], ground: readonly number[]): Buffer {
  const [width, height, horizon] = [24, 16, 10];
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  // Eight bits for each of three colours; no interlacing.
  header.set([8, 2, 0, 0, 0], 8);
  const rows = Array.from({ length: height }, (_, row) => {
    const colour = row < horizon ? sky : ground;
    // The first byte of a row names its filter: none.
    return Buffer.from([0, ...Array.from({ length: width }, () => colour).flat()]);
  });
  return Buffer.concat([
    pngSignature,
    chunk('IHDR', header),
    // Without compression the same bytes come out wherever this runs.
    chunk('IDAT', deflateSync(Buffer.concat(rows), { level: 0 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  check.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, check]);
}

/** Reads what kind of image this is; `undefined` where it is neither PNG nor JPEG. */
export function readImage(bytes: Buffer): ImageFacts | undefined {
  if (bytes.subarray(0, 3).equals(jpegStart)) return { mediaType: 'image/jpeg' };
  if (bytes.length < 24 || !bytes.subarray(0, 8).equals(pngSignature)) return undefined;
  return { mediaType: 'image/png', width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
}
