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
      'is none for different schemas',
      [json('200', pet), json('202', ticket)],
      { type: { anyOf: [pet, ticket] }, omitted: /different schemas/ },
    ],
    [
      'is none where an answer may be empty',
      [json('200', pet), response('204')],
      { type: pet, omitted: /have no JSON schema/ },
    ],
    ['is none over 2,048 bytes', [json('200', large)], { type: large, omitted: /2048 bytes/ }],
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
