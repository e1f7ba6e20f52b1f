import assert from 'node:assert/strict';
import path from 'node:path';
import { suite, test } from 'node:test';
import { documentOf, inFolder, load, messagesOf } from '../load/documents.js';
import { build, buildWhole, type Built } from './models.js';

/** A document whose one operation takes these schemas. */
async function buildWith(
  taken: readonly unknown[],
  schemas: object,
  version = '3.1.0',
  more: object = {},
): Promise<Built> {
  const parameters = taken.map((schema, index) => ({ name: `p${index}`, in: 'query', schema }));
  return await build({
    openapi: version,
    paths: { '/a': { get: { parameters } } },
    components: { schemas },
    ...more,
  });
}

const to = (name: string): object => ({ $ref: `#/components/schemas/${name}` });

function pooled({ model }: Built): Record<string, unknown> {
  return Object.fromEntries([...model.schemas].map(([name, { json }]) => [name, json]));
}

suite('the pool', () => {
  test('holds what is referred to, directly or not, and nothing else', async () => {
    const schemas = { A: { items: to('B') }, B: { type: 'string' }, Unused: { items: to('Nope') } };
    const built = await buildWith([to('A')], schemas);
    assert.deepEqual(pooled(built), { A: { items: { $ref: '#/$defs/B' } }, B: { type: 'string' } });
    assert.deepEqual(built.diagnostics.all, []);
  });

  test('holds schemas that contain themselves', async () => {
    const built = await buildWith([to('A')], { A: { properties: { b: to('B') } }, B: { items: to('A') } });
    assert.deepEqual(pooled(built), {
      A: { properties: { b: { $ref: '#/$defs/B' } } },
      B: { items: { $ref: '#/$defs/A' } },
    });
    assert.deepEqual(built.diagnostics.all, []);
  });

  test('takes chains of references as they are', async () => {
    const built = await buildWith([to('A')], { A: to('B'), B: true });
    assert.deepEqual(pooled(built), { A: { $ref: '#/$defs/B' }, B: true });
  });

  const extending = (parent: string): object => ({ allOf: [to(parent), { type: 'object' }] });

  test('holds those that extend a parent with a Discriminator Object, be it through others', async () => {
    const Pet = { type: 'object', discriminator: { propertyName: 'kind' } };
    const schemas = {
      Poodle: extending('Dog'),
      Dog: extending('Pet'),
      Pet,
      Cat: extending('Pet'),
      Stone: extending('Thing'),
      Thing: { type: 'object' },
    };
    const built = await buildWith([to('Pet')], schemas);
    assert.deepEqual(Object.keys(pooled(built)).sort(), ['Cat', 'Dog', 'Pet', 'Poodle']);
    assert.deepEqual(built.diagnostics.all, []);
    const choosing = { ...schemas, Pet: { ...Pet, oneOf: [to('Cat')] } };
    assert.deepEqual(Object.keys(pooled(await buildWith([to('Pet')], choosing))).sort(), ['Cat', 'Pet']);
  });

  test('holds those that extend a parent of Swagger 2.0', async () => {
    const parent = { $ref: '#/definitions/Pet' };
    const built = await build({
      swagger: '2.0',
      paths: { '/a': { post: { parameters: [{ name: 'b', in: 'body', schema: parent }], responses: {} } } },
      definitions: {
        Pet: { type: 'object', discriminator: 'petType' },
        Cat: { allOf: [parent, { type: 'object' }] },
      },
    });
    assert.deepEqual(Object.keys(pooled(built)), ['Pet', 'Cat']);
  });

  test('reads 5,000 schemas that refer to each other without a call inside a call', async () => {
    const names = Array.from({ length: 5000 }, (_, index) => `S${index}`);
    const schemas = Object.fromEntries(
      names.map((name, index) => [name, { allOf: [to(names[index + 1] ?? 'End')] }]),
    );
    const { model } = await buildWith([to('S0')], { ...schemas, End: {} });
    assert.equal(model.schemas.size, 5001);
  });
});

suite('a schema that is nothing but itself', () => {
  const cases: readonly [of: string, schemas: object, pool: object][] = [
    ['itself', { A: to('A') }, { A: true }],
    ['a circle', { A: to('B'), B: to('A') }, { A: { $ref: '#/$defs/B' }, B: true }],
    [
      'through allOf',
      { A: { allOf: [to('B')] }, B: { allOf: [to('A'), { type: 'object' }] } },
      {
        A: { allOf: [{ $ref: '#/$defs/B' }] },
        B: { allOf: [true, { type: 'object' }] },
      },
    ],
    [
      'through allOf in allOf',
      { A: { allOf: [{ allOf: [to('A')] }], title: 'A' } },
      { A: { allOf: [{ allOf: [true] }], title: 'A' } },
    ],
  ];
  for (const [of, schemas, pool] of cases) {
    test(`${of}: allows anything, and is told`, async () => {
      const built = await buildWith([to('A')], schemas);
      assert.deepEqual(pooled(built), pool);
      assert.equal(built.diagnostics.all.length, 1);
      assert.match(
        messagesOf(built.diagnostics)[0] ?? '',
        /^unresolved-reference: .*'[AB]' is nothing but itself/,
      );
    });
  }

  test('is none where a choice leads back: planning cuts that', async () => {
    const schemas = { A: { oneOf: [to('B')] }, B: { allOf: [to('A')] } };
    assert.deepEqual((await buildWith([to('A')], schemas)).diagnostics.all, []);
  });
});

suite('names', () => {
  test('are escaped in references (RFC 6901, 3)', async () => {
    const schemas = { 'a/b~c': {}, 'List«Pet»': {}, __proto__x: {} };
    const taken = [to('a~1b~0c'), to('List«Pet»'), to('__proto__x')];
    const { model } = await buildWith(taken, schemas, '3.0.0');
    const references = model.operations[0]?.parameters.map(
      ({ schema }) => (schema.json as { $ref: string }).$ref,
    );
    assert.deepEqual(references, ['#/$defs/a~1b~0c', '#/$defs/List«Pet»', '#/$defs/__proto__x']);
    assert.deepEqual([...model.schemas.keys()], Object.keys(schemas));
  });

  test('of the prototype are names', async () => {
    const schemas = JSON.parse('{"__proto__": {"type": "string"}, "constructor": {}}') as object;
    const { model } = await buildWith([to('__proto__'), to('constructor')], schemas);
    assert.deepEqual([...model.schemas.keys()], ['__proto__', 'constructor']);
  });

  const pointers: readonly [pointer: string, name: string][] = [
    ['/components/schemas/Pet/properties/tag', 'Pet_tag'],
    ['/components/schemas/Pet/items', 'Pet_items'],
    ['/components/schemas/Pet/allOf/0', 'Pet_0'],
    ['/paths/~1pets~1{id}/get/parameters/0/schema', 'pets_id_get'],
    ['/x-schemas/Cat', 'x-schemas_Cat'],
  ];
  for (const [pointer, name] of pointers) {
    test(`${pointer} is ${name}`, async () => {
      const paths = {
        '/pets/{id}': {
          get: {
            parameters: [
              { name: 'id', in: 'path', schema: {} },
              { name: 'p', in: 'query', schema: { $ref: `#${pointer}` } },
            ],
          },
        },
      };
      const schemas = { Pet: { properties: { tag: {} }, items: {}, allOf: [{}] } };
      const { model } = await build({
        openapi: '3.1.0',
        paths,
        components: { schemas },
        'x-schemas': { Cat: {} },
      });
      assert.deepEqual([...model.schemas.keys()], [name]);
    });
  }

  test('of files: components of the document keep theirs, others get a number', async () => {
    const files = {
      'openapi.json': JSON.stringify({
        openapi: '3.0.0',
        info: { title: 'T', version: '1' },
        paths: {
          '/a': {
            get: {
              parameters: [
                'b.json#/components/schemas/Pet',
                'c.json#/definitions/Pet',
                'Dog.json',
                '#/components/schemas/Pet',
              ].map((reference, index) => ({ name: `p${index}`, in: 'query', schema: { $ref: reference } })),
            },
          },
        },
        components: { schemas: { Pet: { title: 'own' } } },
      }),
      'b.json':
        '{"components": {"schemas": {"Pet": {"title": "b", "items": {"$ref": "#/components/schemas/Pet"}}}}}',
      'c.json': '{"definitions": {"Pet": {"title": "c"}}}',
      'Dog.json': '{"title": "dog"}',
    };
    await inFolder(files, async (folder) => {
      const document = documentOf(await load(path.join(folder, 'openapi.json')));
      const { schemas } = buildWhole(document).model;
      const titles = [...schemas].map(([name, { json }]) => [name, (json as { title: string }).title]);
      assert.deepEqual(titles, [
        ['Pet_2', 'b'],
        ['Pet_3', 'c'],
        ['Dog', 'dog'],
        ['Pet', 'own'],
      ]);
      assert.deepEqual(schemas.get('Pet_2')?.json, { title: 'b', items: { $ref: '#/$defs/Pet_2' } });
    });
  });
});

suite('references of OpenAPI 3.1 schemas', () => {
  const cases: readonly [of: string, schema: object, pool: object][] = [
    ['$anchor', { $ref: '#cat' }, { Cat: { title: 'C' } }],
    ['$dynamicRef to the one anchor of its name', { $dynamicRef: '#dog' }, { Dog: { title: 'D' } }],
    ['$id', { $ref: 'urn:cat' }, { Cat: { title: 'C' } }],
    [
      '$defs of the schema itself',
      { $id: 'urn:x', $defs: { e: { title: 'E' } }, $ref: '#/$defs/e' },
      { p0_e: { title: 'E' } },
    ],
  ];
  const schemas = {
    Cat: {
      $id: 'urn:cat',
      $anchor: 'cat',
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      title: 'C',
    },
    Dog: { $dynamicAnchor: 'dog', title: 'D', $defs: { unused: { $ref: '#/nope' } } },
  };
  for (const [of, schema, pool] of cases) {
    test(of, async () => {
      const built = await buildWith([schema], schemas);
      assert.deepEqual(Object.values(pooled(built)), Object.values(pool));
      assert.deepEqual(built.diagnostics.all, []);
    });
  }

  test('a $dynamicRef to one of several anchors allows anything, and is told', async () => {
    const several = {
      A: { $dynamicAnchor: 'x', type: 'string' },
      B: { $dynamicAnchor: 'x', type: 'object' },
    };
    const { model, diagnostics } = await buildWith([{ $dynamicRef: '#x', title: 'T' }], several);
    assert.deepEqual(model.operations[0]?.parameters[0]?.schema.json, { title: 'T' });
    assert.match(messagesOf(diagnostics)[0] ?? '', /More than one schema has this anchor/);
  });
});

suite('$dynamicRef (JSON Schema 2020-12, 8.2.3.2)', () => {
  const object = (properties: object): object => ({ type: 'object', properties });
  const dynamic = { $dynamicRef: '#T' };

  /** A template for pages and two that fill it, with an `$id` or without. */
  function pages(hasIds: boolean): Record<string, object> {
    const id = ($id: string): object => (hasIds ? { $id: `https://a.example/${$id}` } : {});
    const page = hasIds ? { $ref: 'Page' } : to('Page');
    const of = (name: string): object => ({ T: { $dynamicAnchor: 'T', ...to(name) } });
    return {
      Page: {
        ...id('Page'),
        ...object({ list: { items: dynamic }, meta: to('Meta') }),
        $defs: { T: { $dynamicAnchor: 'T', title: 'anything' } },
      },
      Users: { ...id('Users'), ...page, $defs: of('User') },
      Pets: { ...id('Pets'), ...page, $defs: of('Pet') },
      Meta: { title: 'M' },
      User: { title: 'U' },
      Pet: { title: 'P' },
    };
  }

  const pageOf = (item: string): object => ({
    type: 'object',
    properties: { list: { items: { $ref: `#/$defs/${item}` } }, meta: { $ref: '#/$defs/Meta' } },
  });
  for (const hasIds of [true, false]) {
    test(`fills a template ${hasIds ? 'by its $id' : 'that has no $id'}`, async () => {
      const built = await buildWith([to('Users'), to('Pets'), to('Page')], pages(hasIds));
      assert.deepEqual(pooled(built), {
        Users: { $ref: '#/$defs/Page_Users' },
        Pets: { $ref: '#/$defs/Page_Pets' },
        Page: pageOf('Page_T'),
        Page_Users: pageOf('Users_T'),
        Page_Pets: pageOf('Pets_T'),
        Page_T: { title: 'anything' },
        Meta: { title: 'M' },
        Users_T: { $ref: '#/$defs/User' },
        Pets_T: { $ref: '#/$defs/Pet' },
        User: { title: 'U' },
        Pet: { title: 'P' },
      });
      assert.deepEqual(built.diagnostics.all, []);
    });
  }

  test('leads a tree back to what extends it', async () => {
    const schemas = {
      Tree: { $dynamicAnchor: 'T', ...object({ children: { items: dynamic } }) },
      Strict: { $dynamicAnchor: 'T', ...to('Tree'), unevaluatedProperties: false },
    };
    const built = await buildWith([to('Tree'), to('Strict')], schemas);
    const tree = (name: string): object => object({ children: { items: { $ref: `#/$defs/${name}` } } });
    assert.deepEqual(pooled(built), {
      Tree: tree('Tree'),
      Strict: { $ref: '#/$defs/Tree_Strict', unevaluatedProperties: false },
      Tree_Strict: tree('Strict'),
    });
  });

  test('means the outermost of several, through schemas that have no part in it', async () => {
    const filled = (name: string, target: string): object => ({
      ...to(target),
      $defs: { T: { $dynamicAnchor: 'T', title: name } },
    });
    const schemas = {
      Outer: filled('outer', 'Middle'),
      Middle: { allOf: [to('Inner')] },
      Inner: filled('inner', 'Page'),
      Page: object({ list: dynamic }),
    };
    const { model } = await buildWith([to('Outer')], schemas);
    const titles = [...model.schemas.values()].map(({ json }) => (json as { title?: string }).title);
    assert.deepEqual(titles.filter(Boolean), ['outer']);
  });

  test('counts beside a $ref', async () => {
    const schemas = { A: { $dynamicAnchor: 'T', title: 'A' }, B: { title: 'B' } };
    const { model } = await buildWith([{ ...to('B'), ...dynamic }], schemas);
    assert.deepEqual(model.operations[0]?.parameters[0]?.schema.json, {
      $ref: '#/$defs/B',
      allOf: [{ $ref: '#/$defs/A' }],
    });
  });

  test('with a pointer is a reference like any other', async () => {
    const built = await buildWith([{ $dynamicRef: '#/components/schemas/A' }], { A: { title: 'A' } });
    assert.deepEqual(pooled(built), { A: { title: 'A' } });
  });

  test('to an $anchor that is not dynamic is a reference like any other', async () => {
    const schemas = {
      Outer: {
        $id: 'https://a.example/outer',
        $ref: 'list',
        $defs: { o: { $dynamicAnchor: 'T', title: 'O' } },
      },
      List: {
        $id: 'https://a.example/list',
        items: dynamic,
        $defs: { plain: { $anchor: 'T', title: 'plain' } },
      },
    };
    const { model } = await buildWith([to('Outer')], schemas);
    const titles = [...model.schemas.values()].map(({ json }) => (json as { title?: string }).title);
    assert.deepEqual(titles.filter(Boolean), ['plain']);
  });

  test('that means too many schemas at once allows anything, and is told', async () => {
    // Each level doubles the scopes: a document of this size would otherwise have 2^16 schemas.
    const schemas: Record<string, object> = { End: object({ a: { $dynamicRef: '#n0' } }) };
    for (let level = 0; level < 16; level += 1) {
      const next = level === 15 ? to('End') : to(`L${level + 1}`);
      const names = Array.from({ length: 16 }, (_, index) => ({ $dynamicRef: `#n${index}` }));
      const way = (side: string): object => ({
        $defs: { x: { $dynamicAnchor: `n${level}`, title: side, allOf: names } },
        ...next,
      });
      schemas[`L${level}`] = { anyOf: [to(`A${level}`), to(`B${level}`)] };
      schemas[`A${level}`] = way('a');
      schemas[`B${level}`] = way('b');
    }
    const { model, diagnostics } = await buildWith([to('L0')], schemas);
    assert.ok(model.schemas.size < 2_000);
    assert.match(messagesOf(diagnostics)[0] ?? '', /depends on too many other schemas/);
  });
});

suite('an $anchor', () => {
  test('is that of the schema with the $id around it first', async () => {
    const schema = (name: string): object => ({
      $id: `urn:${name}`,
      $defs: { x: { $anchor: 'x', title: name } },
      $ref: '#x',
    });
    const { model } = await buildWith([to('A'), to('B')], { A: schema('A'), B: schema('B') });
    const titles = [...model.schemas.values()].map(({ json }) => (json as { title?: string }).title);
    assert.deepEqual(titles.filter(Boolean), ['A', 'B']);
  });
});

suite('references through files', () => {
  const root = (schema: object): string =>
    JSON.stringify({
      openapi: '3.1.0',
      info: { title: 'T', version: '1' },
      paths: { '/a': { get: { parameters: [{ name: 'p', in: 'query', schema }] } } },
    });

  async function modelOf(files: Readonly<Record<string, string>>): Promise<Built> {
    return await inFolder(files, async (folder) => {
      const document = documentOf(await load(path.join(folder, 'openapi.json')));
      return buildWhole(document);
    });
  }

  test('of schemas in a circle are kept', async () => {
    const built = await modelOf({
      'openapi.json': root({ $ref: 'Node.json' }),
      'Node.json': '{"title": "N", "properties": {"next": {"$ref": "Edge.json"}}}',
      'Edge.json': '{"title": "E", "properties": {"to": {"$ref": "Node.json"}}}',
    });
    assert.deepEqual(pooled(built), {
      Node: { title: 'N', properties: { next: { $ref: '#/$defs/Edge' } } },
      Edge: { title: 'E', properties: { to: { $ref: '#/$defs/Node' } } },
    });
    assert.deepEqual(built.diagnostics.all, []);
  });

  test('to references are followed to their end, and those that have none allow anything', async () => {
    const built = await modelOf({
      'openapi.json': root({ anyOf: [{ $ref: 'a.json' }, { $ref: 'x.json' }] }),
      'a.json': '{"$ref": "b.json#/b"}',
      'b.json': '{"b": {"$ref": "c.json"}}',
      'c.json': '{"type": "string"}',
      'x.json': '{"$ref": "y.json"}',
      'y.json': '{"$ref": "x.json"}',
    });
    const { a, b, c, x, y } = pooled(built);
    assert.deepEqual([a, b, c], [{ $ref: '#/$defs/b' }, { $ref: '#/$defs/c' }, { type: 'string' }]);
    assert.deepEqual([x, y], [{ $ref: '#/$defs/y' }, true]);
    assert.match(messagesOf(built.diagnostics).join(), /'y' is nothing but itself/);
  });

  test('to parameters, responses and bodies in a circle cost what cannot be done without', async () => {
    const { model, diagnostics } = await modelOf({
      'openapi.json': JSON.stringify({
        openapi: '3.1.0',
        info: { title: 'T', version: '1' },
        paths: {
          '/a': {
            get: { parameters: [{ $ref: 'x.json' }], responses: { '200': { $ref: 'x.json' } } },
            post: { requestBody: { $ref: 'x.json' } },
            put: { parameters: [{ $ref: 'x.json' }] },
          },
        },
      }),
      'x.json': '{"$ref": "y.json"}',
      'y.json': '{"$ref": "x.json"}',
    });
    assert.deepEqual(
      model.operations.map(({ method, unusable }) => [method, unusable !== undefined]),
      [
        ['GET', false],
        ['PUT', true],
        ['POST', false],
      ],
    );
    assert.ok(messagesOf(diagnostics).every((message) => message.startsWith('unresolved-reference: ')));
  });
});

suite('what is no schema', () => {
  const components = { responses: { R: {} }, parameters: { P: {} }, schemas: { text: 'x', list: [] } };
  const references = [
    '#/components/responses/R',
    '#/components/parameters/P',
    '#/components/schemas/text',
    '#/components/schemas/list',
    '#/paths/~1a/get',
    '#/paths/~1a/get/parameters/0',
    '#/paths',
    '#',
  ];
  for (const $ref of references) {
    test(`${$ref} allows anything, and is told`, async () => {
      const { model, diagnostics } = await buildWith([{ $ref }], {}, '3.1.0', { components });
      assert.equal(model.operations[0]?.parameters[0]?.schema.json, true);
      assert.match(messagesOf(diagnostics)[0] ?? '', /^unresolved-reference: .*no schema/);
    });
  }
});

suite('a schema that is read again', () => {
  const operation = { parameters: [{ $ref: '#/components/parameters/p' }] };
  const own = { parameters: [{ name: 'p', in: 'query', schema: { type: 'string' } }] };
  const components = { parameters: { p: { name: 'p', in: 'query', schema: { type: 'string' } } } };

  test('is one schema where operations refer to one Parameter Object, and not where each has its own', async () => {
    const paths = { '/a': { get: operation }, '/b': { get: operation }, '/c': { get: own } };
    const { model } = await build({ openapi: '3.1.0', paths, components });
    const [a, b, c] = model.operations.map(({ parameters }) => parameters[0]?.schema);
    assert.ok(a !== undefined && a === b);
    assert.notEqual(a.json, c?.json);
    assert.deepEqual(a.json, c?.json);
    assert.notEqual(a.origin.pointer, c?.origin.pointer);
  });
});
