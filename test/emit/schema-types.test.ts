import fc from 'fast-check';
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import * as prettier from 'prettier';
import { declareSchemas } from '../../src/emit/schema-declarations.js';
import { writeTypeDeclaration } from '../../src/emit/type-layout.js';
import type { JsonSchema } from '../../src/runtime/json-schema.js';
import { randomSchema, schemaNames } from './random-schemas.js';
import { typeCheck } from './type-check.js';

type Schemas = Readonly<Record<string, JsonSchema | boolean>>;

/** The declarations of named schemas, as they stand in src/tools/schemas.ts. */
function declare(schemas: Schemas, taken: readonly string[] = []): string {
  const { declarations } = declareSchemas(new Map(Object.entries(schemas)), new Set(taken));
  return `${declarations.map(({ name, type, comment }) => writeTypeDeclaration(name, type, comment)).join('\n\n')}\n`;
}

/** The text of one schema's type. */
function typeOf(schema: JsonSchema | boolean): string {
  const others = { Pet: { properties: { id: {} } }, 'a/b': true };
  const [text = ''] = declare({ A: schema, ...others }).split('\n\nexport interface Pet');
  return text.replace(/^export (?:type A =\s*|interface A )/, '').replace(/;?$/, '');
}

suite('a type says what its schema says', () => {
  const cases: readonly [of: string, schema: JsonSchema | boolean, expected: string][] = [
    ['the schema true', true, 'unknown'],
    ['the schema false', false, 'never'],
    ['no keyword', {}, 'unknown'],
    ['a string', { type: 'string' }, 'string'],
    ['an integer', { type: 'integer' }, 'number'],
    ['several types', { type: ['string', 'null'] }, 'string | null'],
    ['an unknown type', { type: 'file' }, 'unknown'],
    ['nullable of 3.0', { type: 'string', nullable: true }, 'string | null'],
    ['an enum', { type: 'string', enum: ['a', "it's", 'a', null] }, `'a' | "it's" | null`],
    ['an enum of numbers', { enum: [1, -2.5, 1e21, 1e-7] }, '1 | -2.5 | 1e21 | 1e-7'],
    ['a const', { const: 'cat' }, "'cat'"],
    ['a const that is a list', { const: [1] }, 'unknown[]'],
    ['an array', { type: 'array', items: { type: 'string' } }, 'string[]'],
    ['an array of unions', { type: 'array', items: { type: ['string', 'number'] } }, '(string | number)[]'],
    ['an array of anything', { type: 'array' }, 'unknown[]'],
    ['items without a type', { items: { type: 'string' } }, 'string[]'],
    [
      'prefixItems',
      { prefixItems: [{ type: 'string' }, { type: 'null' }], minItems: 1 },
      '[string, null?, ...unknown[]]',
    ],
    ['prefixItems alone', { prefixItems: [{ type: 'string' }], items: false, minItems: 1 }, '[string]'],
    ['an object of which nothing is known', { type: 'object' }, 'Record<string, unknown>'],
    ['an empty object', { type: 'object', additionalProperties: false }, 'Record<string, never>'],
    ['a map', { type: 'object', additionalProperties: { type: 'string' } }, '{ [key: string]: string }'],
    [
      'patternProperties',
      { type: 'object', patternProperties: { '^a': { type: 'string' } } },
      'Record<string, unknown>',
    ],
    ['a reference', { $ref: '#/$defs/Pet' }, 'Pet'],
    [
      'a reference with siblings',
      { $ref: '#/$defs/Pet', type: 'object', required: ['x'] },
      '{\n  x: unknown;\n} & Pet',
    ],
    ['a reference that leads nowhere', { $ref: '#/$defs/Dog' }, 'unknown'],
    ['a reference to elsewhere', { $ref: 'https://example.com/x' }, 'unknown'],
    ['oneOf', { oneOf: [{ type: 'string' }, { $ref: '#/$defs/Pet' }] }, 'string | Pet'],
    ['anyOf that takes anything', { anyOf: [{ type: 'string' }, {}] }, 'unknown'],
    ['allOf', { allOf: [{ $ref: '#/$defs/Pet' }, { properties: { a: {} } }] }, 'Pet & {\n  a?: unknown;\n}'],
    ['type object beside oneOf', { type: 'object', oneOf: [{ $ref: '#/$defs/Pet' }] }, 'Pet'],
    ['not and if', { type: 'string', not: { const: 'a' }, if: {}, then: false }, 'string'],
    [
      'properties',
      { properties: { a: {}, 'b c': false }, required: ['a'] },
      "{\n  a: unknown;\n  'b c'?: never;\n}",
    ],
    [
      'properties beside a typed map: the index signature takes them all',
      { properties: { a: { type: 'number' } }, additionalProperties: { type: 'string' } },
      '{\n  a?: number;\n  [key: string]: unknown;\n}',
    ],
    [
      'a closed object',
      { properties: { a: { type: 'number' } }, additionalProperties: false },
      '{\n  a?: number;\n}',
    ],
    [
      'descriptions',
      { properties: { a: { description: 'Ends */ here.' }, b: { deprecated: true } } },
      '{\n  /** Ends *\\/ here. */\n  a?: unknown;\n  /** @deprecated */\n  b?: unknown;\n}',
    ],
    [
      'a wrong shape',
      { properties: [], required: 1, anyOf: {}, enum: 'x', type: 'object' },
      'Record<string, unknown>',
    ],
  ];
  for (const [of, schema, expected] of cases) {
    test(`of ${of}`, () => assert.equal(typeOf(schema), expected));
  }

  test('of keys that every object inherits', () => {
    const properties = JSON.parse(
      '{"__proto__":{"type":"string"},"constructor":{},"toString":{}}',
    ) as JsonSchema;
    assert.equal(
      typeOf({ properties }),
      '{\n  __proto__?: string;\n  constructor?: unknown;\n  toString?: unknown;\n}',
    );
  });

  test('to a depth that is bounded', () => {
    let schema: JsonSchema = { type: 'string' };
    for (let depth = 0; depth < 5000; depth += 1) schema = { type: 'array', items: schema };
    assert.match(typeOf(schema), /^unknown(\[\])+$/);
  });

  test('for an enum too long to list as its type', () => {
    const values = Array.from({ length: 5000 }, (_, index) => `value ${index}`);
    assert.equal(typeOf({ type: 'string', enum: values }), 'string');
  });
});

suite('names of types', () => {
  test('are unique, legal, and none that a tool has', () => {
    const schemas = {
      pet: true,
      Pet: true,
      'a/b': { $ref: '#/$defs/a~1b~0' },
      'a/b~': true,
      Record: true,
      PetsInput: true,
    };
    const names = [...declare(schemas, ['PetsInput']).matchAll(/type (\w+) =/g)].map(([, name]) => name);
    assert.deepEqual(names, ['Pet_2', 'Pet', 'AB', 'AB_2', 'Record_', 'PetsInput_2']);
    assert.match(declare(schemas), /type AB = AB_2;/);
  });
});

suite('what TypeScript refuses is made wider', () => {
  const reference = (name: string) => ({ $ref: `#/$defs/${name}` });
  const union = (letter: string) => ({ enum: Array.from({ length: 60 }, (_, index) => `${letter}${index}`) });
  const cases: readonly [of: string, schemas: Schemas][] = [
    ['an alias of itself', { A: reference('A') }],
    ['aliases of each other', { A: reference('B'), B: { anyOf: [reference('C'), true] }, C: reference('A') }],
    [
      'a union with itself',
      { A: { type: 'string', oneOf: [reference('A')] }, B: { oneOf: [{ type: 'null' }, reference('B')] } },
    ],
    [
      'a loop through allOf',
      {
        A: { allOf: [reference('B'), { properties: { a: reference('A') } }] },
        B: { allOf: [reference('A')] },
      },
    ],
    [
      'a loop through items',
      { A: { items: reference('A') }, B: { items: { anyOf: [reference('B'), { type: 'null' }] } } },
    ],
    ['a loop through a tuple', { A: { prefixItems: [{ items: reference('A') }, reference('A')] } }],
    [
      'a loop through the rest of a tuple',
      { A: { prefixItems: [{ type: 'null' }], items: { items: reference('A') } } },
    ],
    ['a loop through a map', { A: { additionalProperties: reference('A') } }],
    ['unions that multiply', { A: { allOf: [union('a'), union('b'), union('c'), union('d')] } }],
    [
      'named unions that multiply',
      {
        A: { oneOf: Array.from({ length: 60 }, (_, index) => ({ properties: { kind: { const: index } } })) },
        B: { allOf: [reference('A'), reference('A'), reference('C')] },
        C: { allOf: [reference('A'), { anyOf: [reference('A'), reference('D')] }] },
        D: { oneOf: Array.from({ length: 60 }, (_, index) => ({ properties: { sort: { const: index } } })) },
      },
    ],
  ];
  const modules = new Map(cases.map(([, schemas], index) => [`case-${index}.ts`, declare(schemas)]));
  const findings = typeCheck(modules);
  cases.forEach(([of], index) => {
    test(of, () =>
      assert.deepEqual(
        findings.filter((finding) => finding.includes(`case-${index}.ts`)),
        [],
      ),
    );
  });
});

suite('a chain of any length', () => {
  const length = 20_000;
  const links: readonly [of: string, link: (next: JsonSchema) => JsonSchema][] = [
    ['references', (next) => next],
    ['allOf', (next) => ({ allOf: [next, {}] })],
    ['oneOf', (next) => ({ oneOf: [next] })],
  ];
  for (const [of, link] of links) {
    test(`of ${of} is as wide as its end`, () => {
      const chain = Array.from(
        { length },
        (_, at) => [`S${at}`, link({ $ref: `#/$defs/S${at + 1}` })] as const,
      );
      const end = { enum: Array.from({ length: 600 }, (_, at) => at) };
      const twice = { allOf: [{ $ref: '#/$defs/S0' }, { enum: ['a', 'b'] }] };
      const schemas = new Map<string, JsonSchema>([['A', twice], ...chain, [`S${length}`, end]]);
      const { scope } = declareSchemas(schemas, new Set());
      assert.deepEqual([scope.width('S0'), scope.width('A')], [600, 1001]);
    });
  }
});

suite('any schemas', () => {
  const length = schemaNames.length;
  const anySchemas = fc
    .array(randomSchema, { minLength: length, maxLength: length })
    .map((schemas): Schemas =>
      Object.fromEntries(schemas.map((schema, index) => [schemaNames[index] ?? '', schema])),
    );

  test('are printed as prettier would', async () => {
    await fc.assert(
      fc.asyncProperty(anySchemas, async (schemas) => {
        const text = declare(schemas);
        assert.equal(await prettier.format(text, { parser: 'typescript', singleQuote: true }), text);
      }),
      { numRuns: 60 },
    );
  });

  test('compile', () => {
    const samples = fc.sample(anySchemas, 60);
    const modules = new Map(samples.map((schemas, index) => [`case-${index}.ts`, declare(schemas)]));
    const findings = typeCheck(modules);
    const [, name = ''] = /(case-\d+\.ts)/.exec(findings[0] ?? '') ?? [];
    assert.deepEqual(findings, [], modules.get(name));
  });
});
