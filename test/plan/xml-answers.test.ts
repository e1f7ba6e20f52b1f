import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { createFlattener } from '../../src/plan/schemas/flatten.js';
import type { Json } from '../../src/plan/schemas/shape.js';
import { createXmlAnswerPlanner } from '../../src/plan/xml/xml.js';
import type { XmlBinding } from '../../src/runtime/binding.js';
import type { ToolDefinition } from '../../src/runtime/manifest.js';
import { origin, plan, model, operation, planOne, requestBody, response, schemaPool } from './documents.js';

function planXml(json: Json, schemas: Readonly<Record<string, Json>> = {}): XmlBinding | undefined {
  const pool = schemaPool(schemas);
  return createXmlAnswerPlanner({ version: '3.1', schemas: pool }, createFlattener(pool))(json, origin);
}

const text = { type: 'string' };
const list = { type: 'array', items: text };
const ofObject = (properties: Readonly<Record<string, Json>>, more: object = {}) => ({
  type: 'object',
  properties,
  ...more,
});

suite('what is read of an answer in XML', () => {
  const cases: readonly [of: string, schema: Json, expected: XmlBinding | undefined][] = [
    [
      'knows what texts stand for',
      ofObject({
        a: text,
        b: { type: 'integer' },
        c: { type: ['boolean', 'null'] },
        d: { type: ['number', 'boolean'] },
        e: { type: ['string', 'integer'] },
        f: { enum: [1, 2] },
      }),
      {
        root: {
          nodeType: 'element',
          members: {
            a: {},
            b: { scalar: 'number' },
            c: { scalar: 'boolean' },
            d: { scalar: 'any' },
            e: {},
            f: { scalar: 'number' },
          },
        },
      },
    ],
    [
      'knows attributes and texts',
      ofObject(
        {
          id: { type: 'integer', xml: { nodeType: 'attribute' } },
          content: { ...text, xml: { nodeType: 'text' } },
        },
        { xml: { name: 'data', prefix: 'p', namespace: 'urn:p' } },
      ),
      {
        root: {
          nodeType: 'element',
          name: 'data',
          prefix: 'p',
          namespace: 'urn:p',
          members: { id: { nodeType: 'attribute', scalar: 'number' }, content: { nodeType: 'text' } },
        },
      },
    ],
    [
      'knows which lists are there without an item',
      ofObject({ a: list, b: list, c: { ...list, xml: { nodeType: 'element' } } }, { required: ['a', 'c'] }),
      {
        root: {
          nodeType: 'element',
          members: {
            a: { items: {}, required: true },
            b: { items: {} },
            c: { nodeType: 'element', items: {} },
          },
        },
      },
    ],
    [
      'is a list',
      { ...list, xml: { name: 'all' } },
      { root: { nodeType: 'element', name: 'all', items: {} } },
    ],
    ['is a named text', { ...text, xml: { name: 't' } }, { root: { nodeType: 'element', name: 't' } }],
    ['is nothing of text', text, undefined],
    ['is nothing of anything', true, undefined],
    ['is nothing without a structure', {}, undefined],
  ];
  for (const [of, schema, expected] of cases) test(of, () => assert.deepEqual(planXml(schema), expected));

  test('tells schemas that hold themselves once', () => {
    const Folder = ofObject({ folders: { type: 'array', items: { $ref: '#/$defs/Folder' } } });
    const Folders = { folders: { items: { type: 'Folder' } } };
    assert.deepEqual(planXml({ $ref: '#/$defs/Folder' }, { Folder }), {
      root: { nodeType: 'element', name: 'Folder', type: 'Folder' },
      types: { Folder: { members: Folders } },
    });
  });
});

const pet = ofObject({ id: { type: 'integer', format: 'int32' } }, { xml: { name: 'pet' } });
const job = ofObject({ id: text }, { xml: { name: 'job' } });
const petXml = { root: { nodeType: 'element', name: 'pet', members: { id: { scalar: 'number' } } } };
const jobXml = { root: { nodeType: 'element', name: 'job', members: { id: {} } } };

suite('a tool whose answers are XML', () => {
  type Media = Readonly<Record<string, Json | undefined>>;
  const cases: readonly [
    of: string,
    responses: Readonly<Record<string, Media>>,
    accept: readonly string[],
    answerXml: unknown,
  ][] = [
    ['reads them', { 200: { 'application/xml': pet } }, ['application/xml'], [petXml]],
    ['reads any XML', { 200: { 'application/vnd.pet+xml': pet } }, ['application/vnd.pet+xml'], [petXml]],
    [
      'asks for JSON first and reads both',
      { 200: { 'text/xml': pet, 'application/json': pet } },
      ['application/json', 'text/xml'],
      [petXml],
    ],
    [
      'asks for XML before text',
      { 200: { 'text/plain': text, 'text/xml': pet } },
      ['text/xml', 'text/plain'],
      [petXml],
    ],
    [
      'reads each of several',
      { 200: { 'application/xml': pet }, 202: { 'application/xml': job } },
      ['application/xml'],
      [petXml, jobXml],
    ],
    [
      'reads the same one once',
      { 200: { 'application/xml': pet, 'text/xml': pet }, 201: { 'application/xml': pet } },
      ['application/xml', 'text/xml'],
      [petXml],
    ],
    [
      'reads none without a schema',
      { 200: { 'application/xml': undefined } },
      ['application/xml'],
      undefined,
    ],
    ['reads none of errors', { 200: {}, 400: { 'application/xml': pet } }, [], undefined],
  ];
  for (const [of, responses, accept, answerXml] of cases) {
    test(of, () => {
      const planned = Object.entries(responses).map(([status, media]) => response(status, media));
      const { request } = planOne({ responses: planned });
      assert.deepEqual([request.accept, request.answerXml], [accept, answerXml]);
    });
  }

  test('lists what it reads', () =>
    assert.deepEqual(planOne({ responses: [response('200', { 'application/xml': pet })] }).outputSchema, {
      type: 'object',
      properties: { id: { type: ['integer', 'null'] } },
    }));
  test('lists nothing where some answer is XML without a schema', () => {
    const responses = [
      response('200', { 'application/xml': pet }),
      response('202', { 'application/xml': undefined }),
    ];
    const { plan: planned, found } = plan(model([operation({ responses })]));
    assert.equal(planned?.manifest.tools[0]?.outputSchema, undefined);
    assert.match(JSON.stringify(found), /neither JSON nor XML with a schema/);
  });
});

suite('the libraries that write and read XML', () => {
  const features = (own: Parameters<typeof operation>[0]): readonly string[] | undefined =>
    plan(model([operation({ method: 'POST', ...own })])).plan?.features;
  const multipart = (contentType: string): ToolDefinition['request']['body'] | undefined => {
    const body = requestBody({ 'multipart/form-data': ofObject({ pet }) });
    const content = body.content.map((media) => ({ ...media, encoding: { pet: { contentType } } }));
    return planOne({ method: 'POST', requestBody: { ...body, content } }).request.body;
  };
  test('is there where a body is XML', () =>
    assert.deepEqual(features({ requestBody: requestBody({ 'application/xml': pet }) }), ['xml']));
  test('is not there for answers, which another one reads', () =>
    assert.deepEqual(features({ responses: [response('200', { 'application/xml': pet })] }), ['xmlAnswers']));
  test('nor is that where answers in XML have no structure', () => {
    assert.deepEqual(features({ responses: [response('200', { 'text/xml': { type: 'string' } })] }), []);
    assert.deepEqual(features({ responses: [response('200', { 'application/json': pet })] }), []);
  });
  test('is there where a part of a body is XML', () => {
    assert.equal(multipart('application/xml')?.encoding?.['pet']?.contentType, 'application/xml');
    const body = requestBody({ 'multipart/form-data': ofObject({ pet }) });
    const content = body.content.map((media) => ({
      ...media,
      encoding: { pet: { contentType: 'image/png, text/xml' } },
    }));
    assert.deepEqual(features({ requestBody: { ...body, content } }), ['xml']);
  });
});
