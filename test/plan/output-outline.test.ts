import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import type { JsonSchema } from '../../src/runtime/json-schema.js';
import { createOutputPlanner } from '../../src/plan/output-schema.js';
import { createFlattener } from '../../src/plan/schemas/flatten.js';
import { operation, response, schemaPool } from './documents.js';
import { instanceOf } from './schema-instances.js';
import { documentJudge, judgeOf, type Json, type Pool } from './schema-judge.js';
import { schemas } from './schema-samples.js';

function outline(json: Json, pool: Pool = {}): JsonSchema | undefined {
  const responses = [response('200', { 'application/json': json })];
  return createOutputPlanner(createFlattener(schemaPool(pool)))(operation({ responses })).outputSchema;
}

const text = { type: 'string' };
const maybeText = { type: ['string', 'null'] };

function members(count: number, prefix = 'member', more: Readonly<Record<string, Json>> = {}): JsonSchema {
  const names = Array.from({ length: count }, (_, at) => `${prefix}${at}`);
  return {
    type: 'object',
    properties: { ...more, ...Object.fromEntries(names.map((name) => [name, text])) },
  };
}

/** As many names, without types. */
function names(count: number, prefix = 'member'): JsonSchema {
  return Object.fromEntries(Array.from({ length: count }, (_, at) => [`${prefix}${at}`, {}]));
}

type Case = readonly [of: string, json: Json, listed: JsonSchema | undefined];

function check(cases: readonly Case[], pool: Pool = {}): void {
  for (const [of, json, listed] of cases) test(of, () => assert.deepEqual(outline(json, pool), listed));
}

suite('the outline of an answer is open, requires nothing and takes null', () => {
  check([
    [
      'an object',
      {
        type: 'object',
        properties: {
          id: { type: 'integer', minimum: 1, format: 'int32', description: 'The id.' },
          kind: { enum: ['a', 'b'] },
          rate: { type: 'number' },
          any: true,
          either: { type: ['string', 'boolean'] },
          free: { type: 'object' },
          list: { type: 'array' },
        },
        required: ['id'],
        additionalProperties: false,
      },
      {
        type: 'object',
        properties: {
          id: { type: ['integer', 'null'] },
          kind: maybeText,
          rate: { type: ['number', 'null'] },
          any: {},
          either: { type: ['string', 'boolean', 'null'] },
          free: { type: ['object', 'null'] },
          list: { type: ['array', 'null'] },
        },
      },
    ],
    [
      'numbers that may have more digits than JavaScript keeps: they come as texts then',
      {
        type: 'object',
        properties: {
          id: { type: 'integer', format: 'int64' },
          ids: { type: 'array', items: { type: ['integer', 'null'], format: 'uint64' } },
          either: { anyOf: [text, { type: 'integer', format: 'int64' }] },
          most: { type: 'integer', maximum: 2 ** 60 },
        },
        additionalProperties: { type: 'number', format: 'int64' },
      },
      {
        type: 'object',
        properties: {
          id: {},
          ids: { type: ['array', 'null'] },
          either: {},
          most: {},
        },
      },
    ],
    [
      'integers that nothing keeps within 2^53',
      {
        type: 'object',
        properties: {
          bare: { type: 'integer' },
          odd: { type: 'integer', format: 'snowflake' },
          below: { type: 'integer', maximum: 2 ** 40 },
          above: { type: 'integer', minimum: 1 },
          either: { type: ['string', 'integer'] },
          levels: { enum: [1, 2 ** 60] },
        },
      },
      {
        type: 'object',
        properties: { bare: {}, odd: {}, below: {}, above: {}, either: {}, levels: {} },
      },
    ],
    [
      'integers that a format, bounds or a list keep so, and numbers',
      {
        type: 'object',
        properties: {
          count: { type: 'integer', minimum: 0, maximum: 2 ** 40 },
          inside: { type: 'integer', exclusiveMinimum: 0, exclusiveMaximum: 2 ** 53 - 1 },
          small: { type: 'integer', format: 'uint16' },
          level: { enum: [1, 2, 3] },
          rate: { type: 'number' },
        },
      },
      {
        type: 'object',
        properties: {
          count: { type: ['integer', 'null'] },
          inside: { type: ['integer', 'null'] },
          small: { type: ['integer', 'null'] },
          level: { type: ['integer', 'null'] },
          rate: { type: ['number', 'null'] },
        },
      },
    ],
    [
      'an object that can be null',
      { anyOf: [members(1), { type: 'null' }] },
      { type: ['object', 'null'], properties: { member0: maybeText } },
    ],
    [
      'a list',
      { type: 'array', minItems: 1, items: members(1) },
      { type: ['array', 'null'], items: { type: ['object', 'null'], properties: { member0: maybeText } } },
    ],
    [
      'a map',
      { type: 'object', additionalProperties: { type: 'number' } },
      { type: 'object', additionalProperties: { type: ['number', 'null'] } },
    ],
    ['a scalar', { type: 'integer', minimum: 0, maximum: 3 }, { type: ['integer', 'null'] }],
    ['an untyped object', { properties: { a: text } }, { properties: { a: maybeText } }],
    [
      'a tuple (2020-12, Core 10.3.1.1)',
      { type: 'array', prefixItems: [text, { type: 'boolean' }], items: false },
      { type: ['array', 'null'], items: { type: ['string', 'boolean', 'null'] } },
    ],
  ]);
});

suite('there is no outline that says nothing', () => {
  check([
    ['of any object', { type: 'object' }, undefined],
    ['of any list', { type: 'array' }, undefined],
    ['of either', { type: ['object', 'array', 'null'] }, undefined],
    ['of anything', true, undefined],
    ['of nothing, which may come all the same', { allOf: [text, { type: 'integer' }] }, undefined],
    ['of a map of anything', { type: 'object', additionalProperties: true }, undefined],
  ]);
});

suite('an outline takes what each alternative takes', () => {
  check([
    [
      'members that one alternative has are a guess: it may hold anything elsewhere',
      {
        anyOf: [
          { type: 'object', properties: { id: text, at: members(1) } },
          { type: 'object', properties: { id: text, why: text } },
        ],
      },
      { type: 'object', properties: { id: maybeText, at: { properties: { member0: {} } }, why: {} } },
    ],
    [
      'a member with a type for each alternative has both',
      {
        oneOf: [
          { type: 'object', properties: { id: text } },
          { type: 'object', properties: { id: { type: 'boolean' } } },
        ],
      },
      { type: 'object', properties: { id: { type: ['string', 'boolean', 'null'] } } },
    ],
    [
      'an object and a list stand in one schema',
      { oneOf: [members(1), { type: 'array', items: text }] },
      { type: ['object', 'array', 'null'], properties: { member0: maybeText }, items: maybeText },
    ],
    [
      'allOf is one object',
      { allOf: [members(1, 'a'), members(1, 'b')] },
      { type: 'object', properties: { a0: maybeText, b0: maybeText } },
    ],
  ]);

  const pool: Pool = {
    Pet: {
      type: 'object',
      properties: { kind: text },
      discriminator: { propertyName: 'kind' },
    },
    Cat: { allOf: [{ $ref: '#/$defs/Pet' }, { type: 'object', properties: { lives: { type: 'integer' } } }] },
  };
  test('the parent of a discriminator is outlined with its children (Discriminator Object)', () =>
    assert.deepEqual(outline({ $ref: '#/$defs/Pet' }, pool), {
      type: 'object',
      properties: { kind: maybeText, lives: {} },
    }));
});

suite('an outline leaves out', () => {
  const password = { type: 'string', writeOnly: true };
  check([
    [
      'writeOnly members (Validation 9.4), which may come all the same',
      { type: 'object', properties: { id: text, password }, additionalProperties: { type: 'integer' } },
      { type: 'object', properties: { id: maybeText } },
    ],
    [
      'names that every object inherits',
      {
        type: 'object',
        properties: { id: text, toString: text, constructor: text },
        additionalProperties: text,
      },
      { type: 'object', properties: { id: maybeText } },
    ],
    [
      'names that nobody sees',
      { type: 'object', properties: { id: text, 'a\u200bb': text } },
      { type: 'object', properties: { id: maybeText } },
    ],
    [
      'members that cannot be',
      { type: 'object', properties: { id: text, never: false } },
      { type: 'object', properties: { id: maybeText } },
    ],
  ]);
  test('readOnly members it keeps', () =>
    assert.deepEqual(outline({ type: 'object', properties: { id: { type: 'string', readOnly: true } } }), {
      type: 'object',
      properties: { id: maybeText },
    }));
});

suite('where there is little room, an outline has', () => {
  check([
    ['names alone', members(10), { type: 'object', properties: names(10) }],
    [
      'the first members, and says that there are more',
      members(40),
      { type: 'object', properties: names(13), additionalProperties: true },
    ],
    [
      'no type for members that are named in the document alone',
      {
        type: 'object',
        properties: Object.fromEntries(['a', 'b', 'c', 'd'].map((name) => [name.repeat(60), text])),
        additionalProperties: { type: 'integer' },
      },
      {
        type: 'object',
        properties: { ['a'.repeat(60)]: maybeText, ['b'.repeat(60)]: maybeText },
        additionalProperties: true,
      },
    ],
    [
      'links last',
      members(11, 'member', { html_url: text, selfLink: text, _links: {}, hourly: text }),
      {
        type: 'object',
        properties: { hourly: {}, ...names(11), html_url: {} },
        additionalProperties: true,
      },
    ],
    [
      'the first members of rows',
      { type: 'object', properties: { rows: { type: 'array', items: members(40) } } },
      {
        type: 'object',
        properties: { rows: { items: { properties: names(11), additionalProperties: true } } },
      },
    ],
    [
      'the members of a member, where all of them fit',
      members(9, 'member', { near: members(2) }),
      { type: 'object', properties: { near: { properties: names(2) }, ...names(9) } },
    ],
    [
      'no part of the members of a member',
      members(9, 'member', { near: members(12) }),
      { type: 'object', properties: { near: {}, ...names(9) } },
    ],
    [
      'outer names rather than inner ones',
      members(8, 'member', { first: members(12, 'deeply') }),
      { type: 'object', properties: { first: {}, ...names(8) } },
    ],
  ]);

  test('once what stands in it twice', () => {
    const user = { $ref: '#/$defs/User' };
    const json = { type: 'object', properties: { by: user, to: user, list: { type: 'array' } } };
    assert.deepEqual(outline(json, { User: members(1) })?.['properties'], {
      by: { type: ['object', 'null'], properties: { member0: maybeText } },
      to: { type: ['object', 'null'] },
      list: { type: ['array', 'null'] },
    });
  });

  const recursive: Pool = {
    Folder: {
      type: 'object',
      properties: { name: text, inner: { type: 'array', items: { $ref: '#/$defs/Folder' } } },
    },
    Odd: {
      anyOf: [
        { type: 'array', items: { $ref: '#/$defs/Odd' } },
        { type: 'array', items: { anyOf: [{ $ref: '#/$defs/Odd' }, { $ref: '#/$defs/Other' }] } },
      ],
    },
    Other: { type: 'array', items: { anyOf: [{ $ref: '#/$defs/Odd' }, text] } },
  };
  test('an end, where a schema encloses itself', () =>
    assert.deepEqual(outline({ $ref: '#/$defs/Folder' }, recursive), {
      type: 'object',
      properties: {
        name: maybeText,
        inner: { type: ['array', 'null'], items: { type: ['object', 'null'] } },
      },
    }));
  test('an end, where lists are nested without one', () => {
    const listed = JSON.stringify(
      outline({ type: 'object', properties: { odd: { $ref: '#/$defs/Odd' } } }, recursive),
    );
    assert.ok(listed.length < 300, listed);
  });
});

suite('real answers are like their documents, and not quite', () => {
  /** Changes of an answer that its API may make without a word. */
  const drifts: Readonly<Record<string, (value: object, pick: (sides: number) => number) => unknown>> = {
    'a member is null': (value, pick) => withMember(value, pick, () => null),
    'a member is missing': (value, pick) => withMember(value, pick, () => undefined),
    'a member is null deep inside': (value, pick) =>
      withMember(value, pick, (inner) =>
        typeof inner === 'object' && inner !== null ? withMember(inner, pick, () => null) : inner,
      ),
    'there is one more': (value) => (Array.isArray(value) ? value : { ...value, 'one more': 1 }),
  };

  test('and fit the outline', () => {
    let tried = 0;
    const answers = fc.record({ a: schemas, b: schemas, list: schemas.map((items) => ({ items })) });
    const documents = fc.record({
      properties: answers,
      pool: fc.record({ A: schemas, B: schemas, C: schemas }),
    });
    const property = fc.property(documents, fc.infiniteStream(fc.nat()), ({ properties, pool }, dice) => {
      const json = { type: 'object', properties };
      const listed = outline(json, pool) ?? {};
      const [accepts, isListed] = [documentJudge(json, pool), judgeOf(listed)];
      const pick = (sides: number): number => (dice.next().value ?? 0) % sides;
      for (let at = 0; at < 5; at += 1) {
        const value = instanceOf(json, pool, pick);
        if (typeof value !== 'object' || value === null || !accepts(value)) continue;
        tried += 1;
        for (const [of, drift] of Object.entries(drifts)) {
          const answer = drift(value, pick);
          assert.ok(
            isListed(answer),
            `${of}: ${JSON.stringify(answer)} does not fit ${JSON.stringify(listed)}`,
          );
        }
      }
    });
    fc.assert(property, { numRuns: 300, seed: 20_261_130, includeErrorInReport: true });
    assert.ok(tried > 500, `${tried} answers were tried`);
  });
});

/** A copy in which one member, or item, is another; `undefined` takes it out. */
function withMember(
  value: object,
  pick: (sides: number) => number,
  change: (inner: unknown) => unknown,
): object {
  const entries: readonly (readonly [string, unknown])[] = Object.entries(value);
  const chosen = entries.length === 0 ? -1 : pick(entries.length);
  const changed = entries
    .map(([name, inner], at) => [name, at === chosen ? change(inner) : inner] as const)
    .filter(([, inner]) => inner !== undefined);
  return Array.isArray(value) ? changed.map(([, inner]) => inner) : Object.fromEntries(changed);
}
