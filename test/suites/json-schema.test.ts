import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, suite, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { planDocument } from '../../src/generate.js';
import type { JsonSchema } from '../../src/runtime/json-schema.js';
import { judgeOf, type Json } from '../plan/schema-judge.js';
import { plainOptions } from '../tools/document-options.js';

// The JSON Schema Test Suite is not ours to keep a copy of: it is read where it is, if it is.
const root = fileURLToPath(new URL('../../', import.meta.url));
const folder = join(process.env['SUITES'] ?? join(root, '..', 'shared', 'suites'), 'json-schema');
const draft = join(folder, 'draft2020-12');
const isThere = existsSync(draft);
if (!isThere) console.log(`No JSON Schema suite: there is no ${draft}.`);

/** Groups that are left out, each with its reason. */
const leftOut: ReadonlyMap<string, string> = new Map([
  [
    'schema that uses custom metaschema with with no validation vocabulary',
    'its metaschema is a remote document that switches keywords off; OpenAPI names dialects alone',
  ],
]);

interface Group {
  readonly description: string;
  readonly schema: Json;
  readonly tests: readonly {
    readonly description: string;
    readonly data: unknown;
    readonly valid: boolean;
  }[];
}

/** The input schema of the operation whose body has this schema, in a document of OpenAPI 3.1. */
async function listed(json: Json): Promise<JsonSchema | undefined> {
  // With an `$id` of its own the schema is the resource that its references start from (Core 8.2.1).
  const body = typeof json === 'boolean' ? json : { $id: 'https://api.example.com/body', ...json };
  const document = {
    openapi: '3.1.0',
    info: { title: 'Suite', version: '1' },
    servers: [{ url: 'https://api.example.com' }],
    paths: {
      '/x': {
        post: {
          requestBody: { required: true, content: { 'application/json': { schema: body } } },
          responses: { 204: { description: 'Done.' } },
        },
      },
    },
  };
  const stdin = (): Promise<Buffer> => Promise.resolve(Buffer.from(JSON.stringify(document)));
  const { plan } = await planDocument({ ...plainOptions('-', root), stdin });
  return plan?.manifest.tools[0]?.inputSchema;
}

const figures = { valid: 0, invalid: 0, refused: 0 };

async function checkGroup({ schema, tests }: Group): Promise<void> {
  const inputSchema = await listed(schema);
  assert.ok(inputSchema !== undefined, 'no tool');
  const accepts = judgeOf(inputSchema);
  for (const { data, valid, description } of tests) {
    const isAccepted = accepts({ body: data });
    assert.ok(isAccepted || !valid, `${description}: ${JSON.stringify(inputSchema)}`);
    figures[valid ? 'valid' : 'invalid'] += 1;
    if (!isAccepted) figures.refused += 1;
  }
}

suite('what the JSON Schema suite calls valid is accepted as listed', () => {
  const files = isThere ? readdirSync(draft) : [];
  const met = new Set<string>();
  for (const file of files) {
    const groups = JSON.parse(readFileSync(join(draft, file), 'utf8')) as readonly Group[];
    suite(file, () => {
      for (const group of groups) {
        if (leftOut.has(group.description)) met.add(group.description);
        else test(group.description, () => checkGroup(group));
      }
    });
  }
  test('what is left out is part of the suite', () => {
    if (isThere) assert.deepEqual([...met], [...leftOut.keys()]);
  });
  after(() => {
    const { valid, invalid, refused } = figures;
    if (isThere)
      console.log(`${valid} valid instances accepted, ${refused} of ${invalid} invalid ones refused`);
  });
});
