import fc from 'fast-check';
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { Diagnostics } from '../../src/diagnostics/diagnostics.js';
import { createFlattener } from '../../src/plan/schemas/flatten.js';
import { createXmlAnswerPlanner, createXmlPlanner } from '../../src/plan/xml/xml.js';
import { parseXml } from '../../src/runtime/answer/xml-document.js';
import { readXmlValue } from '../../src/runtime/answer/xml-values.js';
import type { JsonSchema } from '../../src/runtime/json-schema.js';
import { writeXmlDocument } from '../../src/runtime/request/xml.js';
import { isXmlText } from '../../src/runtime/request/xml-text.js';
import { origin, schemaPool } from './documents.js';

/** A schema with values of it that XML can tell apart. */
interface Sample {
  readonly schema: JsonSchema;
  readonly value: fc.Arbitrary<unknown>;
}

const flattener = createFlattener(schemaPool({}));
const model = { version: '3.2' as const, schemas: schemaPool({}) };

async function throughXml(schema: JsonSchema, value: unknown): Promise<unknown> {
  const diagnostics = new Diagnostics();
  const sent = createXmlPlanner(model, flattener)(schema, origin, diagnostics, 'root');
  const received = createXmlAnswerPlanner(model, flattener)(schema, origin);
  assert.ok(sent !== undefined && received !== undefined);
  assert.deepEqual(diagnostics.all, []);
  const parsed = parseXml(await writeXmlDocument(sent, value, 'body'), { depth: 200, isCut: false });
  assert.ok(!('problem' in parsed));
  return readXmlValue([received], parsed.root);
}

const text = fc.string({ unit: 'grapheme', maxLength: 8 }).filter(isXmlText);
const odd = fc.constantFrom(' ', '\n\t', '\r\n', ']]>', '<a>&amp;', 'true', '1.5', 'é\u{1f600}');

const scalars: readonly Sample[] = [
  { schema: { type: 'string' }, value: fc.oneof(text, odd) },
  { schema: { type: 'integer' }, value: fc.maxSafeInteger() },
  { schema: { type: 'number' }, value: fc.double({ noNaN: true, noDefaultInfinity: true }).filter(isExact) },
  { schema: { type: 'boolean' }, value: fc.boolean() },
  { schema: { type: ['number', 'boolean'] }, value: fc.oneof(fc.nat(), fc.boolean()) },
];

/** Integers beyond 2^53 stay text, and XML has one zero. */
function isExact(value: number): boolean {
  return (Number.isSafeInteger(value) || !Number.isInteger(value)) && !Object.is(value, -0);
}

function withXml({ schema, value }: Sample, xml: object): Sample {
  return { schema: { ...schema, xml }, value };
}

function nullable({ schema, value }: Sample): Sample {
  const type = [schema['type'], 'null'].flat();
  return { schema: { ...schema, type }, value: fc.option(value, { nil: null }) };
}

const namespaces = fc.constantFrom({}, { prefix: 'p', namespace: 'urn:p' }, { namespace: 'urn:q' });

const scalar = fc.constantFrom(...scalars);

const element: fc.Arbitrary<Sample> = fc
  .tuple(scalar, fc.constantFrom({}, { nodeType: 'element' }), fc.boolean())
  .map(([sample, xml, isNullable]) => withXml(isNullable ? nullable(sample) : sample, xml));

const attribute: fc.Arbitrary<Sample> = fc
  .tuple(scalar, fc.constantFrom({}, { prefix: 'p', namespace: 'urn:p' }))
  .map(([sample, xml]) => withXml(sample, { nodeType: 'attribute', ...xml }));

/** An object whose members are there or not; each has a name of its own. */
function objectOf(members: readonly Sample[], isEmpty: boolean): Sample {
  const named = members.map((member, at) => [`m${at}`, member] as const);
  const values = Object.fromEntries(named.map(([name, { value }]) => [name, value]));
  return {
    schema: {
      type: 'object',
      properties: Object.fromEntries(named.map(([name, { schema }]) => [name, schema])),
    },
    value: fc.record(values, isEmpty ? { requiredKeys: [] } : {}).map((value) => ({ ...value })),
  };
}

/** A list: without items it is seen only in an element of its own, and so is where a list in a list ends. */
function listOf(given: Sample, isWrapped: boolean): Sample {
  const isList = given.schema['type'] === 'array';
  const items = isList ? withXml(given, { nodeType: 'element' }) : given;
  return {
    schema: { type: 'array', items: items.schema, ...(isWrapped && { xml: { nodeType: 'element' } }) },
    value: fc.array(items.value, { minLength: isWrapped ? 0 : 1, maxLength: 3 }),
  };
}

/** Text beside attributes: an element without text has an empty one. */
const textual: fc.Arbitrary<Sample> = fc
  .tuple(fc.array(attribute, { maxLength: 2 }), scalar, fc.constantFrom('text', 'cdata'))
  .map(([attributes, content, nodeType]) => {
    const filled = { ...content, value: content.value.filter((value) => value !== '') };
    return objectOf([...attributes, withXml(filled, { nodeType })], false);
  });

const { node } = fc.letrec<{ node: Sample; object: Sample }>((tie) => ({
  node: fc.oneof(
    { maxDepth: 4, depthSize: 'medium' },
    element,
    textual,
    tie('object'),
    fc.tuple(tie('node'), fc.boolean()).map(([items, isWrapped]) => listOf(items, isWrapped)),
  ),
  object: fc
    .tuple(fc.array(fc.oneof(attribute, tie('node')), { maxLength: 4 }), namespaces)
    .map(([members, xml]) => withXml(objectOf(members, true), xml)),
}));

suite('what is written is read as the same', () => {
  test('for random schemas and values', () =>
    fc.assert(
      fc.asyncProperty(
        node
          .filter(({ schema }) => !isText(schema))
          .chain(({ schema, value }) => value.map((each) => ({ schema, value: each }))),
        async ({ schema, value }) => {
          if (value === null) return;
          assert.deepEqual(await throughXml(schema, value), value);
        },
      ),
      { numRuns: 1500 },
    ));
});

/** A schema of text alone: its document is given as text. */
function isText({ type }: JsonSchema): boolean {
  return [type].flat().every((name) => name === 'string' || name === 'null');
}

suite('what XML cannot tell apart', () => {
  const list = { type: 'array', items: { type: 'string' } };
  const cases: readonly [of: string, schema: JsonSchema, written: unknown, read: unknown][] = [
    [
      'an unwrapped list without items is missing',
      { type: 'object', properties: { a: list } },
      { a: [] },
      {},
    ],
    [
      'but is there where it is required',
      { type: 'object', properties: { a: list }, required: ['a'] },
      { a: [] },
      { a: [] },
    ],
    [
      'lists in an unwrapped list are one',
      { type: 'object', properties: { a: { type: 'array', items: list } } },
      { a: [['1', '2'], ['3']] },
      { a: [['1', '2', '3']] },
    ],
    [
      'null where the schema has none is missing',
      { type: 'object', properties: { a: { type: 'string' } } },
      { a: null },
      {},
    ],
    [
      'an object without a node and members is missing',
      {
        type: 'object',
        properties: {
          a: { type: 'object', properties: { b: { type: 'string' } }, xml: { nodeType: 'none' } },
        },
      },
      { a: {} },
      {},
    ],
    [
      'a text that is missing is empty',
      { type: 'object', properties: { a: { type: 'string', xml: { nodeType: 'text' } } } },
      {},
      { a: '' },
    ],
    [
      'a number in place of a text that may be one is text',
      { type: 'object', properties: { a: { type: ['string', 'integer'] } } },
      { a: 5 },
      { a: '5' },
    ],
    [
      'a member without a schema is text, or a list where it is repeated',
      { type: 'object', properties: {} },
      { a: 5, b: [1], c: [true, false] },
      { a: '5', b: '1', c: ['true', 'false'] },
    ],
    [
      'an integer beyond 2^53 stays text',
      { type: 'object', properties: { a: { type: 'integer' } } },
      { a: 2 ** 60 },
      { a: '1152921504606846976' },
    ],
  ];
  for (const [of, schema, written, read] of cases) {
    test(of, async () => assert.deepEqual(await throughXml(schema, written), read));
  }
});
