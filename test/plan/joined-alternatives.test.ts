import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { JsonSchema } from '../../src/runtime/json-schema.js';
import { joinAll } from '../../src/plan/schemas/merge.js';
import { tagNote } from '../../src/plan/schemas/notes.js';
import { readShape } from '../../src/plan/schemas/shape.js';
import { unlessRestating } from '../../src/plan/texts/restating.js';
import { planOne, requestBody } from './documents.js';

/** What is listed of `member`, which the first of two open objects has and the second has not. */
function joined(member: JsonSchema): unknown {
  const branches = [{ properties: { member } }, { properties: { other: { type: 'string' } } }];
  const shapes = branches.flatMap((branch) => readShape({ type: 'object', ...branch }) ?? []);
  return joinAll(shapes).members?.properties.get('member');
}

// The other object is open: it takes the member with any value, and so does what both are listed as.
suite('a member of one alternative alone is told in words', () => {
  const cases: readonly [of: string, member: JsonSchema, listed: unknown][] = [
    ['a number', { type: 'integer', minimum: 1 }, { description: 'integer' }],
    [
      'a number with a description',
      { type: 'integer', description: 'How many.' },
      { description: 'integer: How many.' },
    ],
    ['a text', { type: 'string' }, { description: 'string' }],
    ['a text that is described', { type: 'string', description: 'A name.' }, { description: 'A name.' }],
    [
      'a date',
      { type: 'string', format: 'date', description: 'Last day.' },
      { description: 'date: Last day.' },
    ],
    ['a few values', { type: 'string', enum: ['a', 'b'] }, { description: '`a` or `b`' }],
    ['anything', {}, true],
  ];
  for (const [of, member, listed] of cases) test(of, () => assert.deepEqual(joined(member), listed));
});

suite('the description of a tag', () => {
  const cases: readonly [of: string, name: string, schema: JsonSchema, isKept: boolean][] = [
    ['with one value goes', 'type', { type: 'string', enum: ['file'] }, false],
    ['with one value goes, in any spelling', 'eventType', { type: 'string', enum: ['file'] }, false],
    ['with several values stays', 'type', { type: 'string', enum: ['file', 'folder'] }, true],
    ['of another name stays', 'stream', { type: 'string', enum: ['on'] }, true],
  ];
  const description = 'What is sent, as the upload needs it.';
  for (const [of, name, schema, isKept] of cases) {
    test(of, () => {
      const listed = unlessRestating(name, { ...schema, description });
      assert.equal(listed['description'], isKept ? description : undefined);
    });
  }
});

test('values by which many objects are told apart are counted where not all are named', () => {
  const values = Array.from({ length: 60 }, (_, at) => `animal-${at}`);
  assert.match(tagNote(values), /^`animal-0`, .* … \(60 in all\)$/);
  assert.equal(tagNote(['cat', 'dog']), '`cat`, `dog`');
});

// readOnly is an annotation (JSON Schema Validation 9.4): what the document's schema takes, the listed one takes.
test('a closed object that is listed without its read-only members takes them all the same', () => {
  const properties = { id: { type: 'string', readOnly: true }, name: { type: 'string' } };
  const body = { type: 'object', properties, additionalProperties: false };
  const tool = planOne({ method: 'POST', requestBody: requestBody({ 'application/json': body }) });
  assert.deepEqual(tool.inputSchema.properties['body'], {
    type: 'object',
    properties: { name: { type: 'string' } },
  });
});
