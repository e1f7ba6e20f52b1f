import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import {
  addPhoto,
  createGallery,
  describePhoto,
  eventsOf,
  exportOf,
  pageOf,
  type Gallery,
} from './gallery.js';
import { readOrder, readUpload } from './forms.js';
import { readImage } from './image.js';
import { Problem } from './problem.js';

/** A running gallery API. */
export interface GalleryApi {
  /** `http://127.0.0.1:<port>/v1` */
  readonly url: string;
  readonly close: () => Promise<void>;
}

/** Starts the API that openapi.yaml describes, on loopback, with photos kept in memory; port 0 takes a free one. */
export async function startGalleryApi(port = 0): Promise<GalleryApi> {
  const gallery = createGallery();
  const server: Server = createServer((request, response) => {
    answer(gallery, request).then(
      (reply) => send(response, reply),
      (error: unknown) => send(response, problemAnswer(error)),
    );
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, '127.0.0.1', resolve);
  });
  const { port: taken } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${taken}/v1`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

interface Answer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
}

/** What a request asks for. */
interface Asked {
  readonly gallery: Gallery;
  /** The number in the path; 0 where there is none. */
  readonly id: number;
  readonly query: URLSearchParams;
  readonly contentType: string;
  readonly body: Buffer;
}

/** Every operation of openapi.yaml by its method and path. */
const operations: Readonly<Record<string, (asked: Asked) => Answer | Promise<Answer>>> = {
  'GET /photos': listPhotos,
  'POST /photos': uploadPhoto,
  'GET /photos/{}': ({ gallery, id }) => json(200, describePhoto(id, photoOf(gallery, id))),
  'DELETE /photos/{}': deletePhoto,
  'GET /photos/{}/image': downloadImage,
  'PUT /photos/{}/image': replaceImage,
  'POST /orders': orderPrints,
  'GET /orders/{}': getOrder,
  'GET /changes': ({ gallery, query }) =>
    content('text/event-stream', eventsOf(gallery, Number(query.get('after') ?? 0))),
  'GET /export': ({ gallery }) => content('application/xml', exportOf(gallery)),
};

async function answer(gallery: Gallery, request: IncomingMessage): Promise<Answer> {
  const url = new URL(request.url ?? '/', 'http://127.0.0.1');
  const body = await buffer(request);
  const path = url.pathname.replace(/^\/v1(?=\/)/, '');
  const name = `${request.method} ${path.replace(/\/\d+(?=\/|$)/, '/{}')}`;
  const operation = Object.hasOwn(operations, name) ? operations[name] : undefined;
  if (operation === undefined || path === url.pathname) throw new Problem(404, 'There is nothing here.');
  return operation({
    gallery,
    id: Number(/\/(\d+)(?:\/|$)/.exec(path)?.[1] ?? 0),
    query: url.searchParams,
    contentType: request.headers['content-type'] ?? '',
    body,
  });
}

function listPhotos({ gallery, query }: Asked): Answer {
  const cursor = query.get('cursor') ?? 'after-0';
  const after = /^after-(\d+)$/.exec(cursor)?.[1];
  if (after === undefined) throw new Problem(400, 'The cursor is none that a page gave.');
  const tags = (query.get('tags') ?? '').split(',').filter((tag) => tag !== '');
  const page = pageOf(gallery, { tags, limit: Number(query.get('limit') ?? 3), after: Number(after) });
  if (page.next === undefined) return json(200, page);
  const following = new URLSearchParams(query);
  following.set('cursor', page.next);
  return json(200, page, { link: `</v1/photos?${following.toString()}>; rel="next"` });
}

async function uploadPhoto({ gallery, contentType, body }: Asked): Promise<Answer> {
  const photo = await readUpload(contentType, body);
  imageFactsOf(photo.image);
  const id = addPhoto(gallery, photo);
  return json(201, describePhoto(id, photo), { location: `/v1/photos/${id}` });
}

function deletePhoto({ gallery, id }: Asked): Answer {
  photoOf(gallery, id);
  gallery.photos.delete(id);
  gallery.changes.push({ event: 'deleted', data: { photo: id } });
  return { status: 204 };
}

function downloadImage({ gallery, id }: Asked): Answer {
  const { image } = photoOf(gallery, id);
  return content(imageFactsOf(image).mediaType, image);
}

function replaceImage({ gallery, id, contentType, body }: Asked): Answer {
  const photo = { ...photoOf(gallery, id), image: body };
  const { mediaType } = imageFactsOf(body);
  if (contentType !== mediaType) {
    throw new Problem(415, `The content is called ${contentType}, but it is ${mediaType}.`);
  }
  gallery.photos.set(id, photo);
  gallery.changes.push({ event: 'replaced', data: { photo: id } });
  return json(200, describePhoto(id, photo));
}

function orderPrints({ gallery, contentType, body }: Asked): Answer {
  const order = { id: gallery.orders.length + 1, ...readOrder(contentType, body) };
  for (const photo of order.photos) photoOf(gallery, photo);
  gallery.orders.push(order);
  gallery.changes.push({ event: 'ordered', data: { order: order.id } });
  return { status: 303, headers: { location: `/v1/orders/${order.id}` } };
}

function getOrder({ gallery, id }: Asked): Answer {
  const order = gallery.orders[id - 1];
  if (order === undefined) throw new Problem(404, `No order has the id ${id}.`);
  return json(200, order);
}

function photoOf({ photos }: Gallery, id: number) {
  const photo = photos.get(id);
  if (photo === undefined) throw new Problem(404, `No photo has the id ${id}.`);
  return photo;
}

function imageFactsOf(image: Buffer) {
  const facts = readImage(image);
  if (facts === undefined) throw new Problem(415, 'The file is neither PNG nor JPEG.');
  return facts;
}

function json(status: number, value: object, headers: Readonly<Record<string, string>> = {}): Answer {
  return {
    status,
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(value),
  };
}

function content(mediaType: string, body: string | Buffer): Answer {
  return { status: 200, headers: { 'content-type': mediaType }, body };
}

/** Problem Details (RFC 9457) for whatever was thrown. */
function problemAnswer(error: unknown): Answer {
  const { status, message } = error instanceof Problem ? error : new Problem(500, 'Something broke.');
  return json(
    status,
    { title: 'The gallery cannot do that', status, detail: message },
    { 'content-type': 'application/problem+json' },
  );
}

function send(response: ServerResponse, { status, headers = {}, body }: Answer): void {
  response.writeHead(status, headers).end(body);
}
