import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { annotate, annotateLike, listedPlace, standingHeaders } from '../../src/plan/headers/listing.js';
import type { JsonSchema } from '../../src/runtime/json-schema.js';

const header = 'x-mcp-header';
const text = { type: 'string' };
const stray = { type: 'string', [header]: 'Stray' };

// MCP revision 2026-07-28, Streamable HTTP, Schema Extension: one annotation in a wrong place costs the tool.
suite('annotations are taken out', () => {
  const cases: readonly [of: string, schema: JsonSchema, expected: JsonSchema][] = [
    ['of the root', { type: 'object', properties: {}, [header]: 'A' }, { type: 'object', properties: {} }],
    [
      'of properties',
      { properties: { a: { properties: { b: stray } } } },
      { properties: { a: { properties: { b: text } } } },
    ],
    ['of items', { properties: { a: { items: stray } } }, { properties: { a: { items: text } } }],
    [
      'of a list of items',
      { properties: { a: { items: [stray] } } },
      { properties: { a: { items: [text] } } },
    ],
    ['of further members', { additionalProperties: stray }, { additionalProperties: text }],
    [
      'of choices',
      { anyOf: [stray, true], oneOf: [stray], allOf: [stray] },
      { anyOf: [text, true], oneOf: [text], allOf: [text] },
    ],
    [
      'of conditions',
      { if: stray, then: stray, else: stray, not: stray },
      { if: text, then: text, else: text, not: text },
    ],
    ['of named schemas', { $defs: { S: stray } }, { $defs: { S: text } }],
  ];
  for (const [of, schema, expected] of cases) {
    test(of, () => assert.deepEqual(annotate(schema, []), expected));
  }

  const kept: readonly [of: string, schema: JsonSchema][] = [
    ['a property of that name', { properties: { [header]: text } }],
    [
      'a value that looks like one',
      { properties: { a: { enum: [{ [header]: 'A' }], default: { [header]: 'A' } } } },
    ],
    [
      'a property that objects inherit',
      JSON.parse('{"properties":{"__proto__":{"type":"string"}}}') as JsonSchema,
    ],
  ];
  for (const [of, schema] of kept) {
    test(`but not ${of}`, () => assert.equal(annotate(schema, []), schema));
  }
});

suite('an annotation is written', () => {
  test('on a property in a property, beside its neighbours', () => {
    const schema = { properties: { z: text, a: { properties: { b: text, c: stray } }, d: text } };
    const annotated = annotate<JsonSchema>(schema, [{ path: ['a', 'b'], header: 'B' }]);
    assert.deepEqual(annotated, {
      properties: { z: text, a: { properties: { b: { ...text, [header]: 'B' }, c: text } }, d: text },
    });
    assert.deepEqual(Object.keys(annotated['properties'] as object), ['z', 'a', 'd']);
  });

  test('where a reference led, which is spelt out there and stays elsewhere', () => {
    const order = { $ref: '#/$defs/Order', description: 'Mine.' };
    const definitions = {
      Order: { type: 'object', properties: { region: { $ref: '#/$defs/Region' } } },
      Region: text,
    };
    const schema = { properties: { one: order, two: order }, $defs: definitions };
    assert.deepEqual(annotate<JsonSchema>(schema, [{ path: ['one', 'region'], header: 'R' }]), {
      properties: {
        one: { type: 'object', properties: { region: { ...text, [header]: 'R' } }, description: 'Mine.' },
        two: order,
      },
      $defs: definitions,
    });
  });

  test('on a property that is called `__proto__`', () => {
    const schema = JSON.parse('{"properties":{"__proto__":{"type":"string"}}}') as JsonSchema;
    const annotated = annotate(schema, [{ path: ['__proto__'], header: 'P' }]);
    assert.equal(JSON.stringify(annotated), `{"properties":{"__proto__":{"type":"string","${header}":"P"}}}`);
  });
});

suite('a place that properties do not lead to', () => {
  const cases: readonly [schema: JsonSchema, path: readonly string[], detour: RegExp][] = [
    [{ properties: {} }, ['a'], /does not reach it/],
    [{ properties: { a: text } }, ['toString'], /does not reach it/],
    [{ properties: { a: { anyOf: [{ properties: { b: text } }] } } }, ['a', 'b'], /under `anyOf`/],
    [{ properties: { a: { allOf: [{ properties: { b: text } }] } } }, ['a', 'b'], /under `allOf`/],
    [{ properties: { a: { $ref: '#/$defs/None' } }, $defs: {} }, ['a', 'b'], /under `\$ref`/],
    [
      { properties: { a: { $ref: '#/$defs/A' } }, $defs: { A: { $ref: '#/$defs/A' } } },
      ['a', 'b'],
      /under `\$ref`/,
    ],
  ];
  for (const [schema, path, detour] of cases) {
    test(`${path.join('.')} of ${JSON.stringify(schema)}`, () => {
      const place = listedPlace(schema, path);
      assert.match('detour' in place ? place.detour : '', detour);
    });
  }
});

test('another listing has the annotations that it can have, and no other', () => {
  const like = {
    properties: {
      a: { type: 'string', [header]: 'A' },
      b: { type: 'integer', [header]: 'B' },
      c: { properties: { d: { type: 'boolean', [header]: 'D' } } },
      e: { type: ['string', 'null'], [header]: 'E' },
    },
  };
  assert.deepEqual(
    standingHeaders(like).map(({ path, header: name }) => [path.join('.'), name]),
    [
      ['a', 'A'],
      ['b', 'B'],
      ['c.d', 'D'],
    ],
  );
  const other = {
    properties: {
      a: text,
      b: { type: ['integer', 'null'], [header]: 'B' },
      c: { additionalProperties: true },
      e: text,
      f: stray,
    },
  };
  assert.deepEqual(annotateLike<JsonSchema>(other, like), {
    properties: {
      a: { type: 'string', [header]: 'A' },
      b: { type: ['integer', 'null'] },
      c: { additionalProperties: true },
      e: text,
      f: text,
    },
  });
});
