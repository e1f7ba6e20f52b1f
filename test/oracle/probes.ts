import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startPrism } from './prism.js';
import { startRecorder } from './recorder.js';
import { violationsOf } from './refusals.js';

/** An operation and a request that it allows: what shows a bug of Prism without anything of ours. */
export interface Probe {
  readonly path: string;
  readonly method: string;
  /** The Operation Object, but for its responses. */
  readonly operation: object;
  /** The path as it is requested; missing where that is the same. */
  readonly requested?: string;
  /** What follows the path. */
  readonly query?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

const text = { type: 'string' };
const texts = { type: 'array', items: text };
const multipart = { 'content-type': 'multipart/form-data; boundary=b' };
const urlencoded = { 'content-type': 'application/x-www-form-urlencoded' };

function form(mediaType: string, schema: object, encoding?: object): object {
  const content = { [mediaType]: { schema, ...(encoding === undefined ? {} : { encoding }) } };
  return { requestBody: { required: true, content } };
}

function object(properties: object, required: readonly string[] = []): object {
  return { type: 'object', properties, ...(required.length === 0 ? {} : { required }) };
}

function part(name: string, value: string, type?: string): string {
  const head = `Content-Disposition: form-data; name="${name}"${type === undefined ? '' : `\r\nContent-Type: ${type}`}`;
  return `--b\r\n${head}\r\n\r\n${value}\r\n`;
}

function parameter(place: string, name: string, schema: object, required: boolean): object {
  return { parameters: [{ in: place, name, required, schema }] };
}

/** A probe for each exception that is a bug of Prism. */
export const probes = {
  absentHeaderList: {
    path: '/absent-header-list',
    method: 'get',
    operation: parameter('header', 'X-Tags', texts, false),
  },
  delimitedObject: {
    path: '/delimited-object',
    method: 'post',
    operation: form('multipart/form-data', object({ about: object({ name: text }) }), {
      about: { style: 'pipeDelimited', explode: false },
    }),
    headers: multipart,
    body: `${part('about', 'name%7Ca')}--b--\r\n`,
  },
  listInPath: {
    path: '/list-in-path/{tags}',
    requested: '/list-in-path/a,b',
    method: 'get',
    operation: parameter('path', 'tags', texts, true),
  },
  emptyQueryValue: {
    path: '/empty-query-value',
    method: 'get',
    operation: parameter('query', 'word', text, true),
    query: '?word=',
  },
  repeatedFormField: {
    path: '/repeated-form-field',
    method: 'post',
    operation: form('application/x-www-form-urlencoded', object({ tags: texts })),
    headers: urlencoded,
    body: 'tags=a&tags=b',
  },
  repeatedPart: {
    path: '/repeated-part',
    method: 'post',
    operation: form('multipart/form-data', object({ tags: texts })),
    headers: multipart,
    body: `${part('tags', 'a')}${part('tags', 'b')}--b--\r\n`,
  },
  jsonPart: {
    path: '/json-part',
    method: 'post',
    operation: form('multipart/form-data', object({ about: object({ name: text }) })),
    headers: multipart,
    body: `${part('about', '{"name":"a"}', 'application/json')}--b--\r\n`,
  },
  reservedInPart: {
    path: '/reserved-in-part',
    method: 'post',
    operation: form('multipart/form-data', object({ word: text }), { word: { style: 'form' } }),
    headers: multipart,
    body: `${part('word', 'a&b?')}--b--\r\n`,
  },
  ignoredHeader: {
    path: '/ignored-header',
    method: 'get',
    operation: parameter('header', 'Accept', { type: 'string', enum: ['text/csv'] }, false),
    headers: { accept: '*/*' },
  },
  nullBody: {
    path: '/null-body',
    method: 'post',
    operation: form('application/json', { type: 'object', nullable: true }),
    headers: { 'content-type': 'application/json' },
    body: 'null',
  },
  undeclaredFormMember: {
    path: '/undeclared-form-member',
    method: 'post',
    operation: form('application/x-www-form-urlencoded', object({ id: text }, ['kind'])),
    headers: urlencoded,
    body: 'kind=a',
  },
  pathWithFragment: { path: '/path-with-fragment#part', method: 'get', operation: {} },
} satisfies Readonly<Record<string, Probe>>;

/** The probes that Prism takes, by path: it was mended there. */
export async function findMended(asked: readonly Probe[], folder: string): Promise<readonly string[]> {
  const file = join(folder, 'probes.json');
  const responses = { '204': { description: 'Taken.' } };
  const paths = asked.map(({ path, method, operation }) => [path, { [method]: { ...operation, responses } }]);
  const info = { title: 'Probes', version: '1' };
  writeFileSync(
    file,
    JSON.stringify({ openapi: '3.0.3', info, paths: Object.fromEntries(paths) as unknown }),
  );
  const prism = await startPrism(file);
  const recorder = await startRecorder(prism.port);
  try {
    const mended: string[] = [];
    for (const { path, requested = path, method, query = '', headers = {}, body } of asked) {
      const init = { method: method.toUpperCase(), headers, ...(body === undefined ? {} : { body }) };
      await (await fetch(`${recorder.url}${requested}${query}`, init)).arrayBuffer();
      const [exchange] = recorder.take();
      if (exchange === undefined || violationsOf(exchange).length === 0) mended.push(path);
      await prism.revive();
    }
    return mended;
  } finally {
    await recorder.close();
    await prism.close();
  }
}
