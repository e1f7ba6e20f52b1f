import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { text as textOf } from 'node:stream/consumers';

/** An API that hands back whatever it is sent, in the way that the last part of the path says. */
export interface EchoingApi {
  readonly url: string;
  /** All that it was sent, as text. */
  readonly heard: string[];
  readonly stop: () => void;
}

interface Heard {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** Path, headers and body as they came. */
  readonly whole: string;
  /** What headers and query hold, each alone and without the name of its scheme. */
  readonly values: readonly string[];
}

/** Every way of handing back; the tests have a tool for each. */
export const echoes: Readonly<Record<string, (heard: Heard) => unknown>> = {
  json: ({ response, whole, values }) => answer(response, 200, JSON.stringify({ whole, values })),
  failure: ({ response, whole, values }) =>
    answer(response, 500, JSON.stringify({ error: { whole, values } })),
  text: ({ response, whole }) => answer(response, 200, whole, 'text/plain'),
  html: ({ response, values }) =>
    answer(response, 502, `<html><p>${values.join('<br>')}</p></html>`, 'text/html'),
  xml: ({ response, values }) =>
    answer(response, 200, `<a>${values.map(escaped).join(',')}</a>`, 'application/xml'),
  encoded: ({ response, values }) => answer(response, 400, JSON.stringify(values.flatMap(encodings))),
  events: ({ response, values }) =>
    answer(response, 200, values.map((value) => `data: ${value}\n\n`).join(''), 'text/event-stream'),
  headers: ({ response, values }) => {
    for (const name of [
      'location',
      'link',
      'retry-after',
      'x-request-id',
      'content-location',
      'etag',
      'warning',
    ])
      response.setHeader(name, values.filter(isHeaderValue).join(','));
    answer(response, 429, '{}');
  },
  challenge: ({ response, values }) => {
    response.setHeader('www-authenticate', `Bearer realm="${values.filter(isHeaderValue).join(',')}"`);
    answer(response, 401, JSON.stringify(values));
  },
  home: ({ request, response, values }) => {
    const isHome = request.url?.includes('landing') === true;
    if (isHome) return answer(response, 200, JSON.stringify(values));
    response.writeHead(302, { location: `/landing?v=${encodeURIComponent(values.join(','))}` }).end();
  },
  away: ({ response, values }) =>
    response
      .writeHead(302, {
        location: `http://127.0.0.1:9/${values.map(encodeURIComponent).join('/')}?${values.join('&')}`,
      })
      .end(),
  garbage: ({ request, values }) => request.socket.end(`HTTP/1.1 ${values.join(' ')}\r\n\r\n`),
  hangUp: ({ request }) => request.socket.destroy(),
};

function answer(response: ServerResponse, status: number, body: string, type = 'application/json'): void {
  response.writeHead(status, { 'content-type': type }).end(body);
}

function isHeaderValue(value: string): boolean {
  return /^[\x20-\x7e]*$/.test(value);
}

function escaped(value: string): string {
  return value.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}

/** A value as others write it. */
function encodings(value: string): readonly string[] {
  const bytes = Buffer.from(value);
  const units = Array.from(value, (character) => character.charCodeAt(0).toString(16).padStart(4, '0'));
  return [
    bytes.toString('base64'),
    encodeURIComponent(value),
    [...bytes].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join(''),
    units.map((unit) => `\\u${unit}`).join(''),
    Array.from(value, (character) => `&#${character.charCodeAt(0)};`).join(''),
    JSON.stringify(JSON.stringify(value)),
  ];
}

const challenge = 'Digest realm="r", qop="auth", algorithm=SHA-256, nonce="n1"';

/** Starts the API: a path is `/<scheme>/<echo>`, and one of digest is asked for credentials first. */
export async function startEchoingApi(): Promise<EchoingApi> {
  const heard: string[] = [];
  const respond = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { url = '', headers } = request;
    const whole = `${url}\n${JSON.stringify(headers)}\n${await textOf(request)}`;
    heard.push(whole);
    const [, scheme, name = ''] = new URL(url, 'http://x').pathname.split('/');
    if (scheme === 'digest' && headers.authorization === undefined) {
      response.setHeader('www-authenticate', challenge);
      return answer(response, 401, '{}');
    }
    const query = [...new URL(url, 'http://x').searchParams.values()];
    const fields = Object.values(headers)
      .flat()
      .filter((value) => value !== undefined);
    const values = [...query, ...fields, ...fields.map((value) => value.replace(/^\w+ /, ''))];
    const echo = name in echoes ? echoes[name] : echoes['home'];
    echo?.({ request, response, whole, values });
  };
  const server: Server = createServer((request, response) => void respond(request, response));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    heard,
    stop: () => server.close().closeAllConnections(),
  };
}
