import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { MediaType, Schema } from '../../src/model/model.js';
import type { PropertyEncoding } from '../../src/runtime/binding.js';
import type { JsonSchema } from '../../src/runtime/json-schema.js';
import { origin, planOne, requestBody, schema } from './documents.js';

const file = { type: 'string', format: 'binary', contentEncoding: 'base64' };
const untold = 'Base64, or a `data:` URL.';

/** The body as it is listed, with an Encoding Object for its member `f`. */
function listed(json: Schema['json'], own: PropertyEncoding, range = 'multipart/form-data'): JsonSchema {
  const media: MediaType = { origin, range, schema: schema(json), encoding: { f: own } };
  const { inputSchema } = planOne({ requestBody: { ...requestBody({}), content: [media] } });
  return inputSchema.properties['body'] ?? {};
}

function form(f: JsonSchema): JsonSchema {
  return { type: 'object', properties: { f, other: file } };
}

/** The descriptions of a listed schema, with their places. */
function descriptionsOf(value: unknown, path = ''): readonly string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    key === 'description' ? [`${path} ${String(inner)}`] : descriptionsOf(inner, `${path}/${key}`),
  );
}

const other = `/properties/other ${untold}`;

suite('a file that nothing tells from text has to be a `data:` URL', () => {
  const marked = 'A file has to be a `data:` URL.';
  const of = (f: JsonSchema, own: object = {}) => ({ type: 'object', properties: { f }, ...own });
  const cases: readonly (readonly [of: string, json: JsonSchema, told: readonly string[]])[] = [
    [
      'in the branch of a union that has it',
      { oneOf: [of(file), of({ type: 'string', maxLength: 3 })] },
      [`/anyOf/0/properties/f ${marked}`],
    ],
    [
      'in a union beside what all have',
      {
        allOf: [
          { oneOf: [of({ ...file, description: 'The scan.' }), of({ type: 'string' })] },
          { required: ['f'] },
        ],
      },
      [`/anyOf/0/properties/f The scan. ${marked}`],
    ],
    [
      'in a list',
      { oneOf: [of({ type: 'array', items: file }), of({ type: 'string' })] },
      [`/anyOf/0/properties/f/items ${marked}`],
    ],
    [
      'unless another member tells the branches apart',
      { oneOf: [of(file, { required: ['f', 'n'], properties: { f: file, n: {} } }), of({ type: 'string' })] },
      [`/anyOf/0/properties/f ${untold}`],
    ],
    [
      'unless all texts are listed',
      { oneOf: [of(file, { required: ['f'] }), of({ type: 'string', enum: ['none'] })] },
      [`/anyOf/0/properties/f ${untold}`],
    ],
    [
      'unless all texts of the same member are listed',
      of({ anyOf: [file, { type: 'string', enum: ['none'] }] }),
      [`/properties/f/anyOf/0 ${untold}`],
    ],
  ];
  for (const [name, json, told] of cases) {
    test(name, () => assert.deepEqual(descriptionsOf(listed(json, {})), told));
  }
});

suite('a listing tells which types a file may have (Encoding Object, `contentType`)', () => {
  const cases: readonly (readonly [
    of: string,
    f: JsonSchema,
    contentType: string,
    told: readonly string[],
  ])[] = [
    ['one type', file, 'image/png', ['/properties/f image/png; base64 or a `data:` URL.', other]],
    [
      'a list, behind what the document says',
      { ...file, description: 'The scan.' },
      'application/pdf, image/*',
      ['/properties/f The scan. application/pdf or image/*; base64 or a `data:` URL.', other],
    ],
    [
      'several files',
      { type: 'array', items: file },
      'image/png,image/jpeg',
      ['/properties/f/items image/png or image/jpeg; base64 or a `data:` URL.', other],
    ],
    ['no type that tells anything', file, 'application/octet-stream', [`/properties/f ${untold}`, other]],
    ['any type', file, 'image/png, */*', [`/properties/f ${untold}`, other]],
    [
      'more types than anyone reads',
      file,
      ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => `image/${name}`).join(),
      [`/properties/f ${untold}`, other],
    ],
  ];
  for (const [of, f, contentType, told] of cases) {
    test(of, () => assert.deepEqual(descriptionsOf(listed(form(f), { contentType })), told));
  }

  test('a text or a file', () => {
    const mixed = listed(form({ anyOf: [{ type: 'integer' }, { type: 'string' }, file] }), {
      contentType: 'image/png',
    });
    assert.ok(
      descriptionsOf(mixed).some((told) => told.endsWith('A file has to be a `data:` URL of image/png.')),
      JSON.stringify(mixed),
    );
  });

  test('where nothing is declared nothing is listed that was not before', () => {
    assert.deepEqual(descriptionsOf(listed(form(file), {})), [`/properties/f ${untold}`, other]);
    const urlencoded = listed(form(file), { contentType: 'image/png' }, 'application/x-www-form-urlencoded');
    assert.deepEqual(descriptionsOf(urlencoded), [`/properties/f ${untold}`, other]);
  });
});
