import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The key that the petstore API asks for in `X-Shop-Key`. */
export const shopKey = 'demo-key';

interface Pet {
  readonly id: number;
  readonly name: string;
  readonly kind: string;
  readonly tags?: readonly string[];
}

/** A running petstore API. */
export interface PetstoreApi {
  /** `http://127.0.0.1:<port>/v1` */
  readonly url: string;
  readonly close: () => Promise<void>;
}

/** A PNG image of one pixel. */
const photo = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==',
  'base64',
);

/** Starts the API that openapi.yaml describes, on loopback, with pets kept in memory; port 0 takes a free one. */
export async function startPetstoreApi(port = 0): Promise<PetstoreApi> {
  const pets = new Map<number, Pet>();
  const server: Server = createServer((request, response) => {
    answer(pets, request, response).catch(() => send(response, problem(500, 'Something broke.')));
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
  readonly type?: string;
  readonly body?: string | Buffer;
}

async function answer(
  pets: Map<number, Pet>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const url = new URL(request.url ?? '/', 'http://127.0.0.1');
  const [, version, collection, id, part] = url.pathname.split('/');
  if (version !== 'v1') return send(response, problem(404, 'There is nothing here.'));
  if (collection === 'hours')
    return send(response, { status: 200, type: 'text/plain', body: 'Open from 9 to 17.' });
  if (request.headers['x-shop-key'] !== shopKey)
    return send(response, problem(401, 'The shop key is wrong.'));
  if (collection !== 'pets') return send(response, problem(404, 'There is nothing here.'));
  const operation = `${request.method} ${id === undefined ? 'pets' : (part ?? 'pet')}`;
  send(response, await operate(operation, pets, Number(id), url, request));
}

async function operate(
  operation: string,
  pets: Map<number, Pet>,
  id: number,
  url: URL,
  request: IncomingMessage,
): Promise<Answer> {
  if (operation === 'GET pets') return json(200, listed(pets, url.searchParams));
  if (operation === 'POST pets') return created(pets, await bodyOf(request));
  const pet = pets.get(id);
  if (pet === undefined) return problem(404, `No pet has the id ${id}.`);
  if (operation === 'GET pet') return json(200, pet);
  if (operation === 'GET photo') return { status: 200, type: 'image/png', body: photo };
  if (operation !== 'DELETE pet') return problem(405, 'That cannot be done here.');
  pets.delete(id);
  return { status: 204 };
}

function listed(pets: ReadonlyMap<number, Pet>, query: URLSearchParams): readonly Pet[] {
  const wanted = query.getAll('tags');
  const found = [...pets.values()]
    .reverse()
    .filter(({ tags = [] }) => wanted.length === 0 || tags.some((tag) => wanted.includes(tag)));
  return found.slice(0, Number(query.get('limit') ?? 20));
}

function created(pets: Map<number, Pet>, body: unknown): Answer {
  if (typeof body !== 'object' || body === null || !('name' in body) || !('kind' in body)) {
    return problem(400, 'A pet needs a name and a kind.');
  }
  const id = Math.max(0, ...pets.keys()) + 1;
  // The two members that matter were looked for above.
  const pet = { ...(body as Omit<Pet, 'id'>), id };
  pets.set(id, pet);
  return json(201, pet);
}

async function bodyOf(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  try {
    return JSON.parse(Buffer.concat(chunks).toString('utf8'));
  } catch {
    return undefined;
  }
}

function json(status: number, value: unknown): Answer {
  return { status, type: 'application/json', body: JSON.stringify(value) };
}

function problem(status: number, detail: string): Answer {
  return {
    status,
    type: 'application/problem+json',
    body: JSON.stringify({ title: 'Problem', status, detail }),
  };
}

function send(response: ServerResponse, { status, type, body }: Answer): void {
  response.writeHead(status, type === undefined ? {} : { 'content-type': type }).end(body);
}
