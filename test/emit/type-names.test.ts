import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { suite, test } from 'node:test';
import { emitToolModules } from '../../src/emit/tool-modules.js';
import { uniqueTypeNames } from '../../src/emit/type-names.js';
import type { JsonSchema } from '../../src/runtime/json-schema.js';
import { plannedTool, serverPlan } from './plans.js';
import { typeCheck } from './type-check.js';

function typesOf(names: readonly string[], taken: readonly string[] = []): readonly string[] {
  const types = uniqueTypeNames(names, new Set(taken));
  return names.map((name) => types.get(name) ?? '');
}

suite('the type of a schema', () => {
  const cases: readonly [of: string, names: readonly string[], expected: readonly string[]][] = [
    ['its own name', ['Pet'], ['Pet']],
    ['its words in PascalCase', ['pet-owner', 'v1.pet'], ['PetOwner', 'V1Pet']],
    ['a letter before a digit', ['2fa'], ['Schema2fa']],
    ['some name where no letter is left', ['名前'], ['Schema']],
    [
      'no name of a global',
      ['Date', 'Array', 'Record', 'Map', 'Object', 'Promise', 'error'],
      ['Date_', 'Array_', 'Record_', 'Map_', 'Object_', 'Promise_', 'Error_'],
    ],
    [
      'no word of the language',
      ['any', 'string', 'constructor', '__proto__'],
      ['Any', 'String_', 'Constructor', 'Proto'],
    ],
    ['a capital where the handle of tools has none', ['tool'], ['Tool']],
    ['its own name, whatever comes before', ['pet', 'PET', 'Pet'], ['Pet_2', 'PET', 'Pet']],
    ['a number beside others of the name', ['a b', 'a-b', 'a.b'], ['AB', 'AB_2', 'AB_3']],
  ];
  for (const [of, names, expected] of cases)
    test(`has ${of}`, () => assert.deepEqual(typesOf(names), expected));

  test('leaves their names to the types of tools', () => {
    assert.deepEqual(typesOf(['PetInput', 'Pet'], ['PetInput', 'PetOutput']), ['PetInput_2', 'Pet']);
  });
});

test('modules compile with schemas that are called like what the modules use', async () => {
  const names = [
    'Date',
    'Array',
    'Record',
    'Map',
    'Object',
    'Promise',
    'tool',
    'Tool',
    'string',
    'unknown',
    'never',
  ];
  const schemas = new Map<string, JsonSchema>([
    ...names.map((name) => [name, { type: 'object', properties: { own: { type: 'string' } } }] as const),
    ['Any', { type: 'array', items: { type: 'object' } }],
  ]);
  const properties = Object.fromEntries(
    [...schemas.keys()].map((name) => [name, { $ref: `#/$defs/${name}` }]),
  );
  const output = { type: 'object', properties, additionalProperties: { type: 'array' } };
  const tools = ['listPets', 'constructorTool', 'tool1st'].map((identifier) =>
    plannedTool({ identifier, output, input: { type: 'object', properties } }),
  );
  const files = await emitToolModules(serverPlan(tools, { schemas }));
  const imported = [...uniqueTypeNames([...schemas.keys()], new Set()).values()].join(', ');
  const modules = new Map([
    ...['tool.ts', 'caller.ts'].map(
      (name) =>
        [
          `src/runtime/${name}`,
          readFileSync(new URL(`../../src/runtime/${name}`, import.meta.url), 'utf8'),
        ] as const,
    ),
    ...files.map(({ path, contents }) => [path, contents] as const),
    // What people write beside them: a type that hid a global would break it.
    [
      'src/beside.ts',
      `import type { ${imported} } from './tools/schemas.js';
export type Used = [${imported}];
export const used = [new Date(), new Map(), Object.keys({}), Promise.resolve(), new Array<string>()];
export type Named = Record<string, Date>;
`,
    ],
  ]);
  assert.deepEqual(typeCheck(modules), []);
});
