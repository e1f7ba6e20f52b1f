import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { Operation } from '../../src/model/model.js';
import type { JsonSchema } from '../../src/runtime/json-schema.js';
import { model, operation, plan, response } from './documents.js';

const pet = { type: 'object', properties: { name: { type: 'string' } } };
const pets = { type: 'array', items: pet };
const listedPet = { type: ['object', 'null'], properties: { name: { type: ['string', 'null'] } } };
const listedPets = { type: ['array', 'null'], items: listedPet };
const text = { type: ['string', 'null'] };

function eventsOf(data: JsonSchema): JsonSchema {
  return { type: 'array', items: { type: 'object', properties: { id: { type: 'string' }, data } } };
}

function listedEvents(data: JsonSchema): JsonSchema {
  const properties = { event: text, data, id: text };
  return { type: ['array', 'null'], items: { type: ['object', 'null'], properties } };
}

suite('the output schema of a sequence (OpenAPI 3.2, Sequential Media Types)', () => {
  const cases: readonly [of: string, responses: Operation['responses'], listed: JsonSchema | undefined][] = [
    ['JSON Lines', [response('200', { 'application/jsonl': pets })], listedPets],
    ['lines of another name', [response('200', { 'application/x-ndjson; charset=utf-8': pets })], listedPets],
    ['a JSON Text Sequence', [response('200', { 'application/json-seq': pets })], listedPets],
    ['records of a kind of JSON', [response('200', { 'application/geo+json-seq': pets })], listedPets],
    [
      'events, whose data is what it is as JSON',
      [
        response('200', {
          'text/event-stream': eventsOf({
            type: 'string',
            contentMediaType: 'application/json',
            contentSchema: pet,
          }),
        }),
      ],
      listedEvents(listedPet),
    ],
    [
      'events of which the data may be anything',
      [response('200', { 'text/event-stream': eventsOf({ type: 'string' }) })],
      listedEvents({}),
    ],
    [
      'events that are told apart in a way of their own',
      [response('200', { 'text/event-stream': { type: 'array', items: { oneOf: [pet, {}] } } })],
      listedEvents({}),
    ],
    // Before 3.2 nothing says whether it is that of an item.
    ['a schema that is no array', [response('200', { 'application/jsonl': pet })], undefined],
    ['events with a schema that is no array', [response('200', { 'text/event-stream': pet })], undefined],
    ['no schema', [response('200', { 'application/jsonl': undefined })], undefined],
    [
      'JSON that can be streamed: it is that of the JSON',
      [response('200', { 'application/json': pet, 'text/event-stream': eventsOf({}) })],
      { ...listedPet, type: 'object' },
    ],
    [
      'text that can be streamed: none',
      [response('200', { 'text/plain': undefined, 'application/jsonl': pets })],
      undefined,
    ],
  ];
  for (const [of, responses, listed] of cases) {
    test(of, () => {
      const { plan: planned } = plan(model([operation({ responses })]));
      assert.deepEqual(planned?.modules[0]?.tools[0]?.definition.outputSchema, listed);
    });
  }
  test('what has a structure is asked for first', () => {
    const responses = [response('200', { 'application/jsonl': pets, 'application/json': pets })];
    const { plan: planned } = plan(model([operation({ responses })]));
    assert.deepEqual(planned?.manifest.tools[0]?.request.accept, ['application/json', 'application/jsonl']);
  });
});
