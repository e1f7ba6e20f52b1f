import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { Diagnostics } from '../../src/diagnostics/diagnostics.js';
import type { ApiModel, SchemaPool } from '../../src/model/model.js';
import { createFlattener } from '../../src/plan/schemas/flatten.js';
import type { Json } from '../../src/plan/schemas/shape.js';
import { createXmlPlanner } from '../../src/plan/xml/xml.js';
import type { XmlBinding, XmlNode } from '../../src/runtime/binding.js';
import { origin, schema, schemaPool } from './documents.js';

interface Document {
  readonly version?: ApiModel['version'];
  readonly schemas?: Readonly<Record<string, Json>>;
}

/** What a body of one schema becomes, and what was found. */
function plan(json: Json, { version = '3.0', schemas = {} }: Document = {}) {
  const pool: SchemaPool = new Map(
    [...schemaPool(schemas)].map(([name, { json: own }]) => [
      name,
      { ...schema(own), origin: { ...origin, pointer: `/components/schemas/${name}` } },
    ]),
  );
  const diagnostics = new Diagnostics();
  const planner = createXmlPlanner({ version, schemas: pool }, createFlattener(pool));
  const binding = planner(json, origin, diagnostics);
  return { binding, planner, diagnostics, found: diagnostics.all.map(({ message }) => message) };
}

function bindingOf(json: Json, document?: Document): XmlBinding {
  const { binding, found } = plan(json, document);
  assert.ok(binding !== undefined);
  assert.deepEqual(found, []);
  return binding;
}

const text = { type: 'string' };
const refTo = (name: string) => ({ $ref: `#/$defs/${name}` });
const ofObject = (properties: Readonly<Record<string, Json>>, more: object = {}) => ({
  type: 'object',
  properties,
  ...more,
});

/** The node of the property `animals` of an object. */
function nodeOf(json: Json, document?: Document): XmlNode | undefined {
  const { root } = bindingOf(ofObject({ animals: json }, { xml: { name: 'document' } }), document);
  return root.members?.['animals'];
}

suite('the node of a property (XML Object)', () => {
  const cases: readonly [of: string, json: Json, node: XmlNode][] = [
    ['text', text, {}],
    ['a name', { ...text, xml: { name: 'animal' } }, { name: 'animal' }],
    ['an attribute', { ...text, xml: { nodeType: 'attribute' } }, { nodeType: 'attribute' }],
    [
      'a namespace',
      { ...text, xml: { prefix: 'p', namespace: 'urn:a' } },
      { prefix: 'p', namespace: 'urn:a' },
    ],
    ['null', { type: ['string', 'null'] }, { nil: true }],
    [
      'null as an attribute, which is left out',
      { type: ['string', 'null'], xml: { nodeType: 'attribute' } },
      { nodeType: 'attribute' },
    ],
    ['a list', { type: 'array', items: text }, { items: {} }],
    [
      'a list that is named but not wrapped',
      { type: 'array', items: text, xml: { name: 'aliens' } },
      { items: {} },
    ],
    [
      'a list whose items are named',
      { type: 'array', items: { ...text, xml: { name: 'animal' } } },
      { items: { name: 'animal' } },
    ],
    [
      'a wrapped list',
      { type: 'array', items: text, xml: { nodeType: 'element', name: 'aliens' } },
      { nodeType: 'element', name: 'aliens', items: {} },
    ],
    ['a list of anything', { type: 'array' }, { items: { open: true } }],
    [
      'a tuple',
      { type: 'array', prefixItems: [text, { type: 'integer', xml: { name: 'no' } }], items: false },
      { prefixItems: [{}, { name: 'no' }], items: {} },
    ],
    ['an object', ofObject({ a: text }), { members: { a: {} } }],
    ['an object without a type', { properties: { a: text } }, { members: { a: {} } }],
    ['a map', { type: 'object', additionalProperties: text }, { members: {}, additional: {} }],
    ['anything', {}, { open: true }],
    ['text or a list', { oneOf: [text, { type: 'array', items: text }] }, { items: {}, text: true }],
    [
      'two forms of an object',
      { oneOf: [ofObject({ a: text }), ofObject({ a: text, b: { ...text, xml: { nodeType: 'text' } } })] },
      { members: { a: {}, b: { nodeType: 'text' } } },
    ],
    [
      'the name of a part that is no reference',
      { allOf: [{ type: 'object' }, ofObject({ a: text }, { xml: { name: 'animal' } })] },
      { name: 'animal', members: { a: {} } },
    ],
    [
      'the name of what can be null',
      { anyOf: [ofObject({ a: text }, { xml: { name: 'animal' } }), { type: 'null' }] },
      { name: 'animal', nil: true, members: { a: {} } },
    ],
  ];
  for (const [of, json, node] of cases) test(of, () => assert.deepEqual(nodeOf(json), node));
});

suite('references', () => {
  const schemas = {
    Named: ofObject({ a: text }, { xml: { name: 'animal' } }),
    Plain: ofObject({ a: text }),
    Word: { ...text, xml: { name: 'word' } },
    List: { type: 'array', items: refTo('Plain') },
    Alias: refTo('Plain'),
  };
  const cases: readonly [of: string, json: Json, before32: XmlNode, since32: XmlNode][] = [
    [
      'carry the name of their target',
      refTo('Named'),
      { name: 'animal', type: 'Named' },
      { name: 'animal', type: 'Named' },
    ],
    ['to a component without a name', refTo('Plain'), { type: 'Plain' }, { name: 'Plain', type: 'Plain' }],
    ['to text', refTo('Word'), { name: 'word' }, { name: 'word' }],
    ['to references', refTo('Alias'), { type: 'Alias' }, { name: 'Plain', type: 'Alias' }],
    ['to a list', refTo('List'), { type: 'List' }, { type: 'List' }],
    [
      'with a name of their own',
      { ...refTo('Named'), xml: { name: 'pet' } },
      { name: 'pet', type: 'Named' },
      { name: 'pet', type: 'Named' },
    ],
    [
      'in a wrapper that describes them',
      { description: 'x', allOf: [refTo('Named')] },
      { name: 'animal', type: 'Named' },
      { name: 'animal', type: 'Named' },
    ],
    [
      'in a choice, which is an element of its own name',
      { anyOf: [refTo('Plain'), { type: 'null' }] },
      { nil: true, type: 'Plain' },
      { nil: true, type: 'Plain' },
    ],
    [
      'that are elements themselves',
      { ...refTo('Plain'), xml: { nodeType: 'element', name: 'stored' } },
      { nodeType: 'element', name: 'stored', type: 'Plain' },
      { nodeType: 'element', name: 'stored', inner: { members: { a: {} } } },
    ],
    [
      'that wrap a list',
      { ...refTo('List'), xml: { nodeType: 'element', name: 'all' } },
      { nodeType: 'element', name: 'all', type: 'List' },
      { nodeType: 'element', name: 'all', type: 'List' },
    ],
    [
      'with more keywords are read with them',
      { ...refTo('Plain'), properties: { b: text } },
      { members: { b: {}, a: {} } },
      { name: 'Plain', members: { b: {}, a: {} } },
    ],
  ];
  for (const [of, json, before, since] of cases) {
    test(`${of} (up to 3.1)`, () => assert.deepEqual(nodeOf(json, { schemas, version: '3.1' }), before));
    test(`${of} (3.2)`, () => assert.deepEqual(nodeOf(json, { schemas, version: '3.2' }), since));
  }

  test('to what holds itself end', () => {
    const Node = ofObject({ children: { type: 'array', items: refTo('Node') }, next: refTo('Node') });
    assert.deepEqual(bindingOf(refTo('Node'), { schemas: { Node } }), {
      root: { nodeType: 'element', name: 'Node', type: 'Node' },
      types: { Node: { members: { children: { items: { type: 'Node' } }, next: { type: 'Node' } } } },
    });
  });
  test('lead to names of any kind', () => {
    const schemas = JSON.parse(
      '{"__proto__":{"type":"object","properties":{"__proto__":{"type":"string"}}}}',
    ) as Record<string, Json>;
    const { types = {} } = bindingOf(refTo('__proto__'), { schemas });
    assert.equal(JSON.stringify(types), '{"__proto__":{"members":{"__proto__":{}}}}');
  });
});

suite('the root element', () => {
  const cases: readonly [of: string, json: Json, schemas: Readonly<Record<string, Json>>, root: XmlNode][] = [
    [
      'is named by the schema',
      ofObject({}, { xml: { name: 'pet' } }),
      {},
      { nodeType: 'element', name: 'pet', members: {} },
    ],
    [
      'is named by the component',
      refTo('Pet'),
      { Pet: ofObject({}) },
      { nodeType: 'element', name: 'Pet', type: 'Pet' },
    ],
    [
      'is named by the component’s own XML Object',
      refTo('Pet'),
      { Pet: ofObject({}, { xml: { name: 'pet', prefix: 'p', namespace: 'urn:a' } }) },
      { nodeType: 'element', name: 'pet', prefix: 'p', namespace: 'urn:a', type: 'Pet' },
    ],
    [
      'wraps a list, wrapped or not',
      refTo('Pets'),
      { Pets: { type: 'array', items: { ...text, xml: { name: 'pet' } } } },
      { nodeType: 'element', name: 'Pets', type: 'Pets' },
    ],
    [
      'wraps a list whose items have the name of their component',
      { type: 'array', xml: { name: 'bananas' }, items: refTo('Banana') },
      { Banana: ofObject({}) },
      { nodeType: 'element', name: 'bananas', items: { name: 'Banana', type: 'Banana' } },
    ],
    [
      'is an element even where it is text',
      { ...text, xml: { name: 'word', nodeType: 'text' } },
      {},
      { nodeType: 'element', name: 'word' },
    ],
    [
      'can be that of its only member',
      ofObject({ envelope: ofObject({}) }, { xml: { nodeType: 'none' } }),
      {},
      { nodeType: 'none', members: { envelope: { members: {} } } },
    ],
  ];
  for (const [of, json, schemas, root] of cases) {
    test(of, () => assert.deepEqual(bindingOf(json, { schemas }).root, root));
  }

  test('that wraps a list by reference tells its items in place', () => {
    const schemas = { Pets: { type: 'array', items: refTo('Pet') }, Pet: ofObject({ pets: refTo('Pets') }) };
    assert.deepEqual(bindingOf(refTo('Pets'), { schemas }), {
      root: { nodeType: 'element', name: 'Pets', items: { name: 'Pet', type: 'Pet' } },
      types: { Pet: { members: { pets: { type: 'Pets' } } }, Pets: { items: { type: 'Pet' } } },
    });
    assert.deepEqual(
      Object.keys(bindingOf(refTo('Pets'), { schemas: { ...schemas, Pet: ofObject({}) } }).types ?? {}),
      ['Pet'],
    );
  });
  test('is not named by the parent of its schema', () => {
    const schemas = {
      Parent: ofObject({ a: text }, { xml: { name: 'parent' } }),
      Child: { allOf: [refTo('Parent'), ofObject({ b: text })] },
    };
    assert.equal(bindingOf(refTo('Child'), { schemas }).root.name, 'Child');
  });
});

suite('a body that is text', () => {
  for (const json of [
    true,
    {},
    text,
    { type: ['string', 'null'] },
    { type: 'string', contentEncoding: 'base64' },
  ]) {
    test(JSON.stringify(json), () => assert.equal(plan(json).binding, undefined));
  }
  test('by reference', () => assert.equal(plan(refTo('Xml'), { schemas: { Xml: text } }).binding, undefined));
  test('unless it is named', () => assert.ok(plan({ ...text, xml: { name: 'a' } }).binding));
});

suite('what is reported', () => {
  const cases: readonly [of: string, json: Json, messages: readonly string[]][] = [
    [
      'no name for the root',
      ofObject({}),
      ["XML body: its schema has no name, so the root element is named 'root'."],
    ],
    [
      'a name that XML does not allow',
      ofObject({ a: { ...text, xml: { name: 'a b' } } }, { xml: { name: 'r' } }),
      ["XML body: the name 'a b' of 'a' is none that XML allows, and is not used."],
    ],
    [
      'a prefix that XML does not allow',
      ofObject({}, { xml: { name: 'r', prefix: 'p:q' } }),
      ["XML body: the prefix 'p:q' of its root is none that XML allows, and is not used."],
    ],
    [
      'a property that no element can be named after',
      ofObject({ a: ofObject({ '@id': text }) }, { xml: { name: 'r' } }),
      ["XML body: 'a/@id' has a name that XML does not allow, so it cannot be sent."],
    ],
  ];
  for (const [of, json, messages] of cases) {
    test(of, () => assert.deepEqual(plan(json).found, messages));
  }
  test('nothing for a property that is text', () =>
    assert.deepEqual(
      plan(ofObject({ '#text': { ...text, xml: { nodeType: 'text' } } }, { xml: { name: 'r' } })).found,
      [],
    ));

  test('once for what bodies share, at its component', () => {
    const { planner, diagnostics } = plan(refTo('Pet'), { schemas: { Pet: ofObject({ 'a b': text }) } });
    planner(refTo('Pet'), { ...origin, pointer: '/other' }, diagnostics);
    assert.deepEqual(
      diagnostics.all.map(({ origin: found }) => found?.pointer),
      ['/components/schemas/Pet'],
    );
  });
});

suite('large schemas', () => {
  test('end at a number of nodes', () => {
    const properties = Object.fromEntries(Array.from({ length: 3000 }, (_, index) => [`p${index}`, text]));
    const { binding, found } = plan(ofObject(properties, { xml: { name: 'r' } }));
    const members = Object.values(binding?.root.members ?? {});
    assert.equal(members.length, 3000);
    assert.equal(members.filter(({ open }) => open === true).length, 2001);
    assert.equal(new Set(found).size, found.length);
    assert.match(found[0] ?? '', /too large/);
  });
  test('end at a depth', () => {
    let json: Json = text;
    for (let depth = 0; depth < 5000; depth += 1) json = ofObject({ a: json });
    const { binding, found } = plan({ ...json, xml: { name: 'r' } });
    assert.ok(JSON.stringify(binding).length < 1000);
    assert.equal(found.length, 1);
  });
  test('end where a chain of components does', () => {
    const schemas = Object.fromEntries(
      Array.from({ length: 5000 }, (_, index) => [`S${index}`, ofObject({ a: refTo(`S${index + 1}`) })]),
    );
    assert.ok(Object.keys(plan(refTo('S0'), { schemas }).binding?.types ?? {}).length <= 1001);
  });
});
