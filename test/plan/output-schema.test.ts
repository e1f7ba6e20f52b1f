import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { Operation } from '../../src/model/model.js';
import type { JsonSchema } from '../../src/runtime/json-schema.js';
import { model, operation, plan, response } from './documents.js';

const pet = { type: 'object', properties: { name: { type: 'string' } } };
const ticket = { type: 'object', properties: { id: { type: 'integer' } } };
const listedPet = { type: 'object', properties: { name: { type: ['string', 'null'] } } };

function json(status: string, body: JsonSchema | undefined): Operation['responses'][number] {
  return response(status, { 'application/json': body });
}

interface Expected {
  readonly listed?: JsonSchema;
  readonly type?: JsonSchema;
  readonly omitted?: RegExp;
}

suite('the output schema', () => {
  const wide = Object.fromEntries(
    Array.from({ length: 200 }, (_, at) => [`property${at}`, { type: 'string' }]),
  );
  const large = { type: 'object', properties: wide };
  const cases: readonly [of: string, responses: Operation['responses'], expected: Expected][] = [
    ['is that of 200', [json('200', pet)], { listed: listedPet, type: pet }],
    ['is that of 201', [json('404', ticket), json('201', pet)], { listed: listedPet, type: pet }],
    ['is that of a range', [json('2XX', pet), json('default', ticket)], { listed: listedPet, type: pet }],
    [
      'is that of default where there is no success',
      [json('default', pet), json('404', ticket)],
      { listed: listedPet, type: pet },
    ],
    [
      'is that of a vendor’s JSON',
      [response('200', { 'text/csv': {}, 'application/hal+json': pet })],
      { listed: listedPet, type: pet },
    ],
    [
      'is one for equal schemas',
      [json('200', pet), json('201', structuredClone(pet))],
      { listed: listedPet, type: pet },
    ],
    ['is none without responses', [], {}],
    ['is none without content', [response('204')], {}],
    ['is none without a schema', [json('200', undefined)], {}],
    ['is none of other media types', [response('200', { 'text/plain': pet })], {}],
    [
      'is the outline of all where they differ',
      [json('200', pet), json('202', ticket)],
      {
        listed: { type: 'object', properties: { name: {}, id: {} } },
        type: { anyOf: [pet, ticket] },
      },
    ],
    [
      'is the outline of a success beside a range',
      [json('200', pet), json('2XX', ticket)],
      {
        listed: { type: 'object', properties: { name: {}, id: {} } },
        type: { anyOf: [pet, ticket] },
      },
    ],
    [
      'is that of each JSON that may come',
      [
        response('200', {
          'application/json': pet,
          'application/vnd.pets+json': { type: 'array', items: { type: 'number' } },
        }),
      ],
      {
        listed: { ...listedPet, type: ['object', 'array', 'null'], items: { type: ['number', 'null'] } },
        type: pet,
      },
    ],
    [
      'is that of JSON where the same answer comes as text too',
      [response('200', { 'text/csv': { type: 'string' }, 'application/json': pet })],
      { listed: listedPet, type: pet },
    ],
    [
      'is that of an answer beside one that is empty',
      [json('200', pet), response('204')],
      { listed: listedPet, type: pet },
    ],
    [
      'is none where another answer is no JSON',
      [json('200', pet), response('202', { 'text/plain': { type: 'string' } })],
      { type: pet, omitted: /are neither JSON nor XML with a schema/ },
    ],
    [
      'is none where another answer has no schema',
      [json('200', pet), json('202', undefined)],
      { type: pet, omitted: /have no schema/ },
    ],
    [
      'is none where an answer may be anything',
      [json('200', pet), json('202', {})],
      { type: { anyOf: [pet, {}] } },
    ],
    ['is none of lines of JSON', [response('200', { 'application/x-ndjson': pet })], {}],
    ['is that of XML', [response('200', { 'application/xml': pet })], { listed: listedPet, type: pet }],
    ['is none of XML without a schema', [response('200', { 'application/xml': undefined })], {}],
    ['is none of XML that is text', [response('200', { 'text/xml': { type: 'string' } })], {}],
    ['is none of bytes', [response('200', { 'application/octet-stream': { type: 'string' } })], {}],
    ['is none of any media type', [response('200', { '*/*': pet })], {}],
    [
      'is small, however large the document’s schema is',
      [json('200', large)],
      {
        listed: {
          type: 'object',
          properties: Object.fromEntries(
            Object.keys(wide)
              .slice(0, 12)
              .map((name) => [name, {}]),
          ),
          additionalProperties: true,
        },
        type: large,
      },
    ],
  ];
  for (const [of, responses, expected] of cases) {
    test(of, () => {
      const { plan: planned, found } = plan(model([operation({ responses })]));
      const tool = planned?.modules[0]?.tools[0];
      assert.deepEqual(tool?.definition.outputSchema, expected.listed);
      assert.deepEqual(tool?.types.output, expected.type);
      assert.equal(found.length, expected.omitted === undefined ? 0 : 1);
      if (expected.omitted !== undefined) assert.match(found[0]?.[1] ?? '', expected.omitted);
    });
  }
});

suite('accept', () => {
  const cases: readonly [of: string, responses: Operation['responses'], expected: readonly string[]][] = [
    [
      'has JSON first',
      [response('200', { 'text/csv': {}, 'application/json': {}, 'a/b+json': {} })],
      ['application/json', 'a/b+json', 'text/csv'],
    ],
    [
      'has each once, of successes alone',
      [json('200', {}), json('201', {}), response('400', { 'text/html': {} })],
      ['application/json'],
    ],
    [
      'has nothing that cannot stand in a header',
      [response('200', { 'a\r\nb: c': {}, 'image/*': {} })],
      ['image/*'],
    ],
    ['is empty without content', [response('204')], []],
  ];
  for (const [of, responses, expected] of cases) {
    test(of, () => {
      const tool = plan(model([operation({ responses })])).plan?.manifest.tools[0];
      assert.deepEqual(tool?.request.accept, expected);
    });
  }
});
