import type { Order, PhotoInfo } from './gallery.js';
import { Problem } from './problem.js';

/** A photo as it is uploaded. */
export interface Upload {
  readonly info: PhotoInfo;
  readonly fileName: string;
  readonly image: Buffer;
}

/** Reads the parts `file` and `info` of a `multipart/form-data` body. */
export async function readUpload(contentType: string, body: Buffer): Promise<Upload> {
  const request = new Response(Uint8Array.from(body), { headers: { 'content-type': contentType } });
  const form = await request.formData().catch(() => {
    throw new Problem(400, 'The body is no multipart/form-data.');
  });
  const [file, info] = [form.get('file'), form.get('info')];
  if (file === null || typeof file === 'string')
    throw new Problem(400, 'There is no file in the part `file`.');
  // A part that is not called a file by a file name comes as text.
  const text = info === null || typeof info === 'string' ? info : await info.text();
  return { info: readInfo(text), fileName: file.name, image: Buffer.from(await file.arrayBuffer()) };
}

function readInfo(text: string | null): PhotoInfo {
  const value = parse(text ?? '');
  if (typeof value !== 'object' || value === null || !('title' in value) || typeof value.title !== 'string') {
    throw new Problem(400, 'The part `info` is no JSON object with a title.');
  }
  const { title } = value;
  const tags: unknown = 'tags' in value ? value.tags : undefined;
  return { title, ...(Array.isArray(tags) && { tags: tags.map(String) }) };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Reads an `application/x-www-form-urlencoded` order: `photos=1&photos=2&address[name]=Ada&address[city]=Turin`. */
export function readOrder(contentType: string, body: Buffer): Omit<Order, 'id'> {
  if (!contentType.startsWith('application/x-www-form-urlencoded')) {
    throw new Problem(400, 'The body is no form.');
  }
  const form = new URLSearchParams(body.toString('utf8'));
  const [name, city] = [form.get('address[name]'), form.get('address[city]')];
  const photos = form.getAll('photos').map(Number);
  if (name === null || city === null) throw new Problem(400, 'An address needs a name and a city.');
  if (photos.length === 0) throw new Problem(400, 'There is no photo to print.');
  return { photos, address: { name, city }, framed: form.get('framed') === 'true' };
}
