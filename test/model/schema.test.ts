import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { codesOf, messagesOf } from '../load/documents.js';
import { build, buildOperation, onlyOne, type Built } from './models.js';

/** The schema of a parameter in a document of this version, as the model has it. */
async function read(
  schema: unknown,
  version = '3.0',
  schemas: object = {},
): Promise<Built & { readonly json: unknown }> {
  const components = { schemas };
  const built = await buildOperation(
    { parameters: [{ name: 'p', in: 'query', schema }] },
    { version, components },
  );
  return { ...built, json: onlyOne(built.operation.parameters).schema.json };
}

type Case = readonly [of: string, written: unknown, read: unknown];

function suiteOf(name: string, version: string, cases: readonly Case[]): void {
  suite(name, () => {
    for (const [of, written, expected] of cases) {
      test(of, async () => {
        const { json, diagnostics } = await read(written, version);
        assert.deepEqual(json, expected);
        assert.deepEqual(diagnostics.all, []);
      });
    }
  });
}

suiteOf('nullable (OpenAPI 3.0.4, Schema Object)', '3.0', [
  ['adds null to the type', { type: 'string', nullable: true }, { type: ['string', 'null'] }],
  ['false adds nothing', { type: 'string', nullable: false }, { type: 'string' }],
  [
    'an enum that does not list null goes on to forbid it',
    { type: 'string', nullable: true, enum: ['a'] },
    { type: ['string', 'null'], enum: ['a'] },
  ],
  [
    'an enum that lists null allows it',
    { type: 'string', nullable: true, enum: ['a', null] },
    { type: ['string', 'null'], enum: ['a', null] },
  ],
  ['without a type there is nothing to add to', { nullable: true, minLength: 1 }, { minLength: 1 }],
  [
    'beside a combinator null is allowed too, and annotations stay outside',
    { nullable: true, allOf: [{ type: 'object' }], description: 'D', readOnly: true, 'x-a': 1 },
    {
      description: 'D',
      readOnly: true,
      'x-a': 1,
      anyOf: [{ allOf: [{ type: 'object' }] }, { type: 'null' }],
    },
  ],
]);

suiteOf('bounds before OpenAPI 3.1', '3.0', [
  [
    'exclusive',
    { minimum: 0, exclusiveMinimum: true, maximum: 5, exclusiveMaximum: true },
    { exclusiveMinimum: 0, exclusiveMaximum: 5 },
  ],
  ['not exclusive', { minimum: 1, exclusiveMinimum: false }, { minimum: 1 }],
  ['exclusive of nothing', { exclusiveMinimum: true }, {}],
  ['those of 3.1 are understood too', { exclusiveMinimum: 3 }, { exclusiveMinimum: 3 }],
]);

suiteOf('other words of earlier versions', '3.0', [
  [
    'a list in items',
    { items: [{ type: 'string' }, true], additionalItems: false },
    { items: false, prefixItems: [{ type: 'string' }, true] },
  ],
  ['a list in items and no more', { items: [{}] }, { prefixItems: [{}] }],
  ['additionalItems beside one schema mean nothing', { items: {}, additionalItems: false }, { items: {} }],
  ['a required name twice', { required: ['a', 'b', 'a'] }, { required: ['a', 'b'] }],
  [
    'bytes',
    { type: 'string', format: 'binary' },
    { type: 'string', format: 'binary', contentEncoding: 'base64' },
  ],
  [
    'base64',
    { type: 'string', format: 'byte' },
    { type: 'string', format: 'byte', contentEncoding: 'base64' },
  ],
]);

suiteOf('what stays as it is', '3.1', [
  ['true', true, true],
  ['false', false, false],
  ['an empty schema', {}, {}],
  ['types in a list', { type: ['string', 'null'] }, { type: ['string', 'null'] }],
  ['a null among types, as YAML has it unquoted', { type: ['string', null] }, { type: ['string', 'null'] }],
  [
    'unknown keywords',
    { 'x-a': { $ref: '#/nope' }, xml: { name: 'a' }, foo: [1] },
    { 'x-a': { $ref: '#/nope' }, xml: { name: 'a' }, foo: [1] },
  ],
  [
    'data',
    { default: { $ref: '#/nope' }, const: null, examples: [{ nullable: true }] },
    { default: { $ref: '#/nope' }, const: null, examples: [{ nullable: true }] },
  ],
  [
    'patterns, whatever they are',
    { type: 'string', pattern: '(a+)+$' },
    { type: 'string', pattern: '(a+)+$' },
  ],
  [
    'a property called $ref',
    { properties: { $ref: { type: 'string' } } },
    { properties: { $ref: { type: 'string' } } },
  ],
  [
    'a property called nullable',
    { properties: { nullable: { type: 'string' } } },
    { properties: { nullable: { type: 'string' } } },
  ],
  [
    'encodings of its own',
    { format: 'binary', contentEncoding: 'base64url' },
    { format: 'binary', contentEncoding: 'base64url' },
  ],
]);

suite('subschemas are read everywhere', () => {
  const places: readonly ((schema: unknown) => object)[] = [
    (schema) => ({ properties: { a: schema } }),
    (schema) => ({ patternProperties: { '^a': schema } }),
    (schema) => ({ additionalProperties: schema }),
    (schema) => ({ dependentSchemas: { a: schema } }),
    (schema) => ({ propertyNames: schema }),
    (schema) => ({ unevaluatedProperties: schema }),
    (schema) => ({ items: schema }),
    (schema) => ({ prefixItems: [schema] }),
    (schema) => ({ contains: schema }),
    (schema) => ({ allOf: [schema] }),
    (schema) => ({ anyOf: [schema] }),
    (schema) => ({ oneOf: [schema] }),
    (schema) => ({ not: schema }),
    (schema) => ({ if: schema, then: schema, else: schema }),
    (schema) => ({ contentSchema: schema }),
  ];
  for (const place of places) {
    test(Object.keys(place(true)).join(', '), async () => {
      const { json } = await read(place({ type: 'string', nullable: true }), '3.1');
      assert.deepEqual(json, place({ type: ['string', 'null'] }));
    });
  }

  test('names of the prototype are names', async () => {
    const schema = JSON.parse(
      '{"properties": {"__proto__": {"type": "string"}, "constructor": {}}}',
    ) as unknown;
    const { json } = await read(schema);
    assert.equal(JSON.stringify(json), JSON.stringify(schema));
  });
});

suite('a keyword that makes no sense is left out, and told', () => {
  const cases: readonly [keyword: string, value: unknown][] = [
    ['minimum', '5'],
    ['maximum', null],
    ['multipleOf', 0],
    ['exclusiveMinimum', 'x'],
    ['maxLength', -1],
    ['minItems', 1.5],
    ['pattern', 7],
    ['description', 7],
    ['required', true],
    ['required', [1]],
    ['enum', []],
    ['enum', 'a'],
    ['examples', {}],
    ['type', 'any'],
    ['type', ['string', 'date']],
    ['type', null],
    ['type', []],
    ['properties', []],
    ['allOf', []],
    ['oneOf', {}],
    ['uniqueItems', 'yes'],
    ['discriminator', { mapping: {} }],
    ['$ref', 7],
  ];
  for (const [keyword, value] of cases) {
    test(`${keyword}: ${JSON.stringify(value)}`, async () => {
      const { json, diagnostics } = await read({ title: 'T', [keyword]: value }, '3.1');
      assert.deepEqual(json, { title: 'T' });
      assert.match(onlyOne(messagesOf(diagnostics)), /^unsupported-schema-keyword: .*is left out: it /);
      assert.equal(diagnostics.all[0]?.origin?.pointer, `/paths/~1a/post/parameters/0/schema/${keyword}`);
    });
  }
});

suite('values that are not of the type are left out, and told (JSON Schema 2020-12, Validation 6.1)', () => {
  const cases: readonly [of: string, written: object, read: object][] = [
    ['all of an enum', { type: 'string', enum: [1, 2] }, { type: 'string' }],
    ['some of an enum', { type: 'integer', enum: [8, '1_000', 1.5] }, { type: 'integer', enum: [8] }],
    ['a null without `nullable`', { type: 'string', enum: ['a', null] }, { type: 'string', enum: ['a'] }],
    ['a const', { type: ['string', 'null'], const: 7 }, { type: ['string', 'null'] }],
    ['a default', { type: 'boolean', default: 'true' }, { type: 'boolean' }],
  ];
  for (const [of, written, expected] of cases) {
    test(of, async () => {
      const { json, diagnostics } = await read(written, '3.1');
      assert.deepEqual([json, codesOf(diagnostics)], [expected, ['mistyped-values']]);
    });
  }

  const right: readonly object[] = [
    { type: 'number', enum: [1, 1.5], default: 1 },
    { type: 'integer', enum: [1.0] },
    { type: 'string', default: null },
    { enum: [1, 'a'], default: false },
    { type: ['array', 'object'], enum: [[], {}] },
  ];
  for (const written of right) {
    test(`but not of ${JSON.stringify(written)}`, async () => {
      const { json, diagnostics } = await read(written, '3.1');
      assert.deepEqual([json, diagnostics.all], [written, []]);
    });
  }
});

suite('where a subschema is broken, anything is allowed in its place', () => {
  const broken = { $ref: '#/nope' };
  const cases: readonly Case[] = [
    ['the schema', broken, true],
    ['no schema at all', 'text', true],
    ['a property', { properties: { a: broken, b: {} } }, { properties: { a: true, b: {} } }],
    ['items', { items: broken, minItems: 1 }, { minItems: 1 }],
    ['an item of a tuple', { prefixItems: [broken, {}] }, { prefixItems: [true, {}] }],
    ['a part of allOf', { allOf: [broken, { type: 'string' }] }, { allOf: [{ type: 'string' }] }],
    ['all parts of allOf', { allOf: [broken] }, {}],
    ['a choice of anyOf', { anyOf: [broken, { type: 'string' }] }, {}],
    ['a choice of oneOf, which must not forbid the others', { oneOf: [broken, { type: 'string' }] }, {}],
    ['not, which must not forbid everything', { not: broken }, {}],
    ['a condition', { if: broken, then: false }, { then: false }],
    ['siblings go on to count in 3.1', { $ref: '#/nope', maxLength: 3 }, { maxLength: 3 }],
  ];
  for (const [of, written, expected] of cases) {
    test(of, async () => {
      const { json, diagnostics } = await read(written, '3.1');
      assert.deepEqual(json, expected);
      assert.equal(diagnostics.all.length, 1);
    });
  }
});

suite('keywords beside $ref', () => {
  const schema = { $ref: '#/components/schemas/A', maxLength: 3, description: 'here' };
  const cases: readonly [version: string, json: object][] = [
    ['3.0', { $ref: '#/$defs/A' }],
    ['3.1', { $ref: '#/$defs/A', maxLength: 3, description: 'here' }],
    ['3.2', { $ref: '#/$defs/A', maxLength: 3, description: 'here' }],
  ];
  for (const [version, json] of cases) {
    test(`${'maxLength' in json ? 'count' : 'are ignored'} in OpenAPI ${version}`, async () => {
      assert.deepEqual((await read(schema, version, { A: {} })).json, json);
    });
  }
});

suite('keywords beside $ref that count for nothing are told', () => {
  const $ref = '#/components/schemas/A';
  const cases: readonly [version: string, siblings: object, fields: string | undefined][] = [
    ['3.0', { description: 'D', nullable: true, default: 1 }, '`description`, `nullable`, `default`'],
    ['3.0', { 'x-nullable': true }, '`x-nullable`'],
    ['3.0', { 'x-other': true }, undefined],
    ['3.1', { description: 'D' }, undefined],
  ];
  for (const [version, siblings, fields] of cases) {
    test(`${Object.keys(siblings).join(', ')} in OpenAPI ${version}`, async () => {
      const { diagnostics } = await read({ ...siblings, $ref }, version, { A: {} });
      const told = fields === undefined ? [] : [`Beside \`$ref\` the Specification has ${fields} ignored.`];
      assert.deepEqual(
        diagnostics.all.map(({ message }) => message),
        told,
      );
    });
  }

  test('of a Reference Object too, but for its description since OpenAPI 3.1', async () => {
    const responses = { R: { description: 'R' } };
    const reference = { $ref: '#/components/responses/R', description: 'D', content: {} };
    const found = ['3.0', '3.1'].map(async (version) => {
      const operation = { responses: { '200': reference } };
      const { diagnostics } = await buildOperation(operation, { version, components: { responses } });
      return diagnostics.all.map(({ message, origin }) => `${origin?.pointer} ${message.split(' has ')[1]}`);
    });
    assert.deepEqual(await Promise.all(found), [
      ['/paths/~1a/post/responses/200/description `description`, `content` ignored.'],
      ['/paths/~1a/post/responses/200/content `content` ignored.'],
    ]);
  });
});

suite('a `$ref` that is no reference', () => {
  test('is a property of that name', async () => {
    const properties = { $ref: { type: 'string' }, a: { $ref: '#/components/schemas/A' } };
    const { json, diagnostics } = await read({ properties }, '3.1', { A: {} });
    assert.deepEqual(json, { properties: { $ref: { type: 'string' }, a: { $ref: '#/$defs/A' } } });
    assert.deepEqual(diagnostics.all, []);
  });

  test('is data in an example, a default, an enum and a const', async () => {
    const data = { $ref: '#/nope' };
    const schema = { example: data, examples: [data], default: data, enum: [data], const: data };
    const { json, diagnostics } = await read(schema, '3.1');
    assert.deepEqual([json, diagnostics.all], [schema, []]);
  });

  for (const value of [{ type: 'string' }, 7, null]) {
    test(`is left out where it is ${JSON.stringify(value)}`, async () => {
      const { json, diagnostics } = await read({ $ref: value, minLength: 1 }, '3.0');
      assert.deepEqual([json, codesOf(diagnostics)], [{ minLength: 1 }, ['unsupported-schema-keyword']]);
    });
  }

  test('is followed where a map of schemas should be, and told', async () => {
    const properties = { $ref: '#/components/schemas/A/properties', b: {} };
    const members = { 'a/%': { type: 'string' }, b: false, self: { properties } };
    const { json, diagnostics, model } = await read({ properties }, '3.1', { A: { properties: members } });
    assert.deepEqual(json, {
      properties: { 'a/%': { $ref: '#/$defs/A_a' }, b: {}, self: { $ref: '#/$defs/A_self' } },
    });
    assert.deepEqual(model.schemas.get('A_a')?.json, { type: 'string' });
    assert.deepEqual(model.schemas.get('A_self')?.json, json);
    assert.deepEqual(
      diagnostics.all.map(({ code, origin }) => [code, origin?.pointer]),
      [
        ['misplaced-reference', '/paths/~1a/post/parameters/0/schema/properties'],
        ['misplaced-reference', '/components/schemas/A/properties/self/properties'],
      ],
    );
  });
});

suite('dialects (OpenAPI 3.1.1, jsonSchemaDialect; JSON Schema 2020-12, 8.1.1)', () => {
  const known = [
    'https://spec.openapis.org/oas/3.1/dialect/base',
    'https://spec.openapis.org/oas/3.2/dialect/2025-09-17',
    'https://json-schema.org/draft/2020-12/schema',
    'https://json-schema.org/draft/2019-09/schema#',
    'http://json-schema.org/draft-07/schema#',
    'http://json-schema.org/draft-06/schema',
    'http://json-schema.org/draft-04/schema#',
  ];
  for (const dialect of known) {
    test(`${dialect} is known`, async () => {
      const { diagnostics } = await build({ openapi: '3.1.0', jsonSchemaDialect: dialect });
      assert.deepEqual(diagnostics.all, []);
    });
  }

  test('another is told, of the document and of a schema', async () => {
    const { diagnostics } = await buildOperation(
      { parameters: [{ name: 'p', in: 'query', schema: { $schema: 'urn:mine', type: 'string' } }] },
      { jsonSchemaDialect: 'https://mine.example' },
    );
    assert.deepEqual(
      diagnostics.all.map(({ code, origin }) => `${code} ${origin?.pointer}`),
      [
        'unsupported-dialect /paths/~1a/post/parameters/0/schema/$schema',
        'unsupported-dialect /jsonSchemaDialect',
      ],
    );
  });

  test('is no matter before OpenAPI 3.1', async () => {
    assert.deepEqual((await read({ $schema: 'urn:mine' }, '3.0')).diagnostics.all, []);
  });
});

suiteOf('older drafts of JSON Schema', '3.1', [
  [
    '`dependencies` are two keywords now (JSON Schema 2019-09)',
    { dependencies: { a: ['b'], c: { minProperties: 2 } } },
    { dependentRequired: { a: ['b'] }, dependentSchemas: { c: { minProperties: 2 } } },
  ],
  [
    '`dependencies` are joined with those two where they stand beside them',
    {
      dependencies: { a: ['b', 'x'], c: { minProperties: 2 } },
      dependentRequired: { a: ['b', 'y'], d: ['e'] },
      dependentSchemas: { c: { maxProperties: 9 }, f: false },
    },
    {
      dependentRequired: { a: ['b', 'y', 'x'], d: ['e'] },
      dependentSchemas: { c: { allOf: [{ maxProperties: 9 }, { minProperties: 2 }] }, f: false },
    },
  ],
]);

suiteOf('content keywords (OpenAPI 3.1.1, Working with Binary Data)', '3.1', [
  [
    'a binary contentMediaType alone is what `format: binary` was',
    { type: 'string', contentMediaType: 'application/octet-stream' },
    {
      type: 'string',
      contentMediaType: 'application/octet-stream',
      format: 'binary',
      contentEncoding: 'base64',
    },
  ],
  [
    'with contentEncoding it is text',
    { type: 'string', contentMediaType: 'image/png', contentEncoding: 'base64url' },
    { type: 'string', contentMediaType: 'image/png', contentEncoding: 'base64url' },
  ],
  [
    'JSON in a text is text',
    { type: 'string', contentMediaType: 'application/json' },
    { type: 'string', contentMediaType: 'application/json' },
  ],
]);

suite('a discriminator', () => {
  const schemas = { A: { title: 'A' }, B: { title: 'B' } };

  test('maps to schemas of the pool, by reference or by name', async () => {
    const discriminator = {
      propertyName: 'kind',
      mapping: { a: '#/components/schemas/A', b: 'B', __proto__x: 'A' },
      'x-y': 1,
    };
    const { json, model } = await read({ discriminator }, '3.1', schemas);
    const mapping = { a: '#/$defs/A', b: '#/$defs/B', __proto__x: '#/$defs/A' };
    assert.deepEqual(json, { discriminator: { propertyName: 'kind', 'x-y': 1, mapping } });
    assert.deepEqual([...model.schemas.keys()], ['A', 'B']);
  });

  test('has a default since OpenAPI 3.2', async () => {
    const discriminator = { propertyName: 'kind', defaultMapping: 'B' };
    const { json, model } = await read({ discriminator }, '3.2', schemas);
    assert.deepEqual(json, { discriminator: { propertyName: 'kind', defaultMapping: '#/$defs/B' } });
    assert.deepEqual([...model.schemas.keys()], ['B']);
    const alone = await read({ discriminator: { defaultMapping: 'A' } }, '3.2', schemas);
    assert.deepEqual(alone.json, { discriminator: { defaultMapping: '#/$defs/A' } });
  });

  test('loses what leads nowhere', async () => {
    const discriminator = { propertyName: 'kind', mapping: { a: 'http://127.0.0.1:9/a.json', b: 'nope' } };
    const { json, diagnostics } = await read({ discriminator }, '3.1', schemas);
    assert.deepEqual(json, { discriminator: { propertyName: 'kind' } });
    assert.deepEqual(codesOf(diagnostics), ['refused-reference', 'refused-reference']);
  });

  test('of Swagger 2.0 is a name', async () => {
    const definitions = { A: { discriminator: 'kind' } };
    const parameters = [{ name: 'b', in: 'body', schema: { $ref: '#/definitions/A' } }];
    const { model } = await build({ swagger: '2.0', definitions, paths: { '/a': { post: { parameters } } } });
    assert.deepEqual(model.schemas.get('A')?.json, { discriminator: { propertyName: 'kind' } });
  });
});
