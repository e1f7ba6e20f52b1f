import assert from 'node:assert/strict';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { configurationSchema, readConfig } from '../../src/cli/configuration-check.js';
import { defaultLimits } from '../../src/load/limits.js';
import { runHere } from './command-line.js';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** Configurations, and whether they are right: type and schema must agree on each. */
const samples: readonly [value: object, isRight: boolean][] = [
  [{}, true],
  [
    {
      $schema: './schema.json',
      document: 'api.yaml',
      output: '.',
      name: 'pets',
      envPrefix: 'PETS',
      serverUrl: 'https://e.org',
      overlays: ['a.yaml'],
      filter: ['tag:pets'],
      deprecated: false,
      strict: true,
      references: { root: '..', hosts: ['e.org'] },
      allowHttp: true,
      limits: { depth: 3 },
      operations: {
        listPets: {
          include: true,
          name: 'list',
          title: 'List',
          description: 'Lists.',
          group: 'pets',
          annotations: {
            readOnlyHint: true,
            destructiveHint: false,
            idempotentHint: true,
            openWorldHint: true,
          },
          headers: { region: 'Region' },
          parameters: {
            limit: { const: 5 },
            tenant: { env: 'TENANT' },
            user: { claim: 'sub' },
            region: { header: 'X-Region' },
          },
          scopes: ['pets:read'],
        },
      },
      server: {
        auth: 'oauth',
        identity: 'exchange',
        visibility: 'filter',
        security: ['oauth'],
        scopes: { rename: { read: 'pets:read' }, implies: { 'pets:write': ['pets:read'] } },
      },
      tags: { pets: { scopes: [], include: false, title: 'Pets', description: 'All.', group: 'animals' } },
    },
    true,
  ],
  [{ nmae: 'pets' }, false],
  [{ name: 5 }, false],
  [{ strict: 'yes' }, false],
  [{ filter: 'tag:pets' }, false],
  [{ overlays: [5] }, false],
  [{ references: { host: [] } }, false],
  [{ limits: { depth: '3' } }, false],
  [{ operations: { a: { titel: 'x' } } }, false],
  [{ operations: { a: { annotations: { readOnly: true } } } }, false],
  [{ operations: { a: { headers: { b: 1 } } } }, false],
  [{ operations: { a: { parameters: { b: {} } } } }, false],
  [{ operations: { a: { parameters: { b: { env: 1 } } } } }, false],
  [{ operations: { a: { parameters: { b: 'c' } } } }, false],
  [{ operations: { a: { parameters: { b: { claim: 1 } } } } }, false],
  [{ operations: { a: { parameters: { b: { header: [] } } } } }, false],
  [{ operations: { a: { scopes: 'a' } } }, false],
  [{ server: 'oauth' }, false],
  [{ server: { atuh: 'oauth' } }, false],
  [{ server: { security: 'oauth' } }, false],
  [{ server: { scopes: ['a'] } }, false],
  [{ server: { scopes: { rename: { a: 1 } } } }, false],
  [{ server: { scopes: { implies: { a: 'b' } } } }, false],
  [{ tags: { a: { scopes: [1] } } }, false],
  [{ tags: { a: { name: 'x' } } }, false],
  [{ tags: { a: { include: 1 } } }, false],
];

/** Of each sample, whether the compiler takes it as a `Config`. */
function compiles(): readonly boolean[] {
  const path = join(root, 'src/samples-of-config.ts');
  const text = [
    "import { defineConfig } from './config.js';",
    ...samples.map(([value]) => `defineConfig(${JSON.stringify(value)});`),
  ].join('\n');
  const options: ts.CompilerOptions = {
    strict: true,
    exactOptionalPropertyTypes: true,
    noEmit: true,
    skipLibCheck: true,
    types: [],
    target: ts.ScriptTarget.ES2023,
    module: ts.ModuleKind.NodeNext,
  };
  const host = ts.createCompilerHost(options);
  const readSource = host.getSourceFile.bind(host);
  host.getSourceFile = (name, version) =>
    name === path ? ts.createSourceFile(name, text, version) : readSource(name, version);
  const program = ts.createProgram([path], options, host);
  const source = program.getSourceFile(path);
  assert.ok(source !== undefined);
  const wrong = new Set(
    program
      .getSemanticDiagnostics(source)
      .map(({ start = 0 }) => source.getLineAndCharacterOfPosition(start).line),
  );
  return samples.map((_, at) => !wrong.has(at + 1));
}

suite('the type and the schema of a configuration', () => {
  test('take and refuse the same', () => {
    const bySchema = samples.map(([value]) => !Array.isArray(readConfig(value)));
    const expected = samples.map(([, isRight]) => isRight);
    assert.deepEqual(bySchema, expected);
    assert.deepEqual(compiles(), expected);
  });

  test('know every limit', () => {
    // Our own file.
    const schema = JSON.parse(configurationSchema()) as {
      properties: { limits: { properties: Record<string, unknown> } };
    };
    assert.deepEqual(Object.keys(schema.properties.limits.properties), Object.keys(defaultLimits));
  });

  test('use no keyword that a report has no words for', () => {
    const worded =
      /^(?:\$schema|\$ref|title|description|examples|default|definitions|properties|type|items|additionalProperties|pattern|minLength|minimum|maximum|minProperties|maxProperties)$/;
    const keywords = new Set<string>();
    const walk = (schema: unknown): void => {
      if (typeof schema !== 'object' || schema === null) return;
      for (const [keyword, value] of Object.entries(schema)) {
        keywords.add(keyword);
        if (keyword === 'properties' || keyword === 'definitions')
          Object.values(value as object).forEach(walk);
        else if (keyword !== 'examples') walk(value);
      }
    };
    walk(JSON.parse(configurationSchema()));
    assert.deepEqual(
      [...keywords].filter((keyword) => !worded.test(keyword)),
      [],
    );
  });

  test('have one pattern, which the report has words for', () => {
    assert.equal(configurationSchema().split('"pattern":').length - 1, 1);
  });

  test('are printed by `schema`', async () => {
    const { exitCode, result, talk } = await runHere(['schema'], root);
    assert.deepEqual({ exitCode, result, talk }, { exitCode: 0, result: configurationSchema(), talk: '' });
  });
});
