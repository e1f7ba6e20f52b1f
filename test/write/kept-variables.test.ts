import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite, test, type TestContext } from 'node:test';
import type { Manifest } from '../../src/runtime/manifest.js';
import { runHere } from '../cli/command-line.js';
import { scratch } from './scratch.js';

/** An operation with a scheme and a server of its own: both names and both URLs are alike. */
const parts = [
  { scheme: 'a-b', header: 'X-A', url: 'https://one.example.com/{v}', version: 'v1' },
  { scheme: 'a_b', header: 'X-B', url: 'https://two.example.com/{v}', version: 'v2' },
  { scheme: 'a.b', header: 'X-C', url: 'https://three.example.com/{v}', version: 'v3' },
] as const;

type Part = (typeof parts)[number];

function documentOf(chosen: readonly Part[]): string {
  const paths = chosen.map(({ scheme, url, version }) => [
    `/${version}`,
    {
      get: {
        operationId: version,
        security: [{ [scheme]: [] }],
        servers: [{ url, variables: { v: { default: version } } }],
        responses: { 200: { description: 'Done.' } },
      },
    },
  ]);
  const securitySchemes = chosen.map(({ scheme, header }) => [
    scheme,
    { type: 'apiKey', in: 'header', name: header },
  ]);
  return JSON.stringify({
    openapi: '3.1.0',
    info: { title: 'Pets', version: '1' },
    servers: [{ url: 'https://api.example.com' }],
    paths: Object.fromEntries(paths) as object,
    components: { securitySchemes: Object.fromEntries(securitySchemes) as object },
  });
}

/** What each variable of a project does: the header that a key is sent in, or the server that it is about. */
function usesOf(folder: string): Readonly<Record<string, string>> {
  const text = readFileSync(join(folder, 'out/generated/manifest.json'), 'utf8');
  const { securitySchemes, tools } = JSON.parse(text) as Manifest;
  const keys = Object.values(securitySchemes).map((scheme): [string, string] => [
    scheme.env['key'] ?? '',
    scheme.type === 'apiKey' ? scheme.name : '',
  ]);
  const servers = tools.flatMap(({ request: { server } }): [string, string][] => [
    [server?.env ?? '', server?.url ?? ''],
    [server?.variables['v']?.env ?? '', server?.variables['v']?.default ?? ''],
  ]);
  return Object.fromEntries([...keys, ...servers]);
}

async function generate(
  t: TestContext,
  runs: readonly (readonly Part[])[],
  change?: (lock: object) => object,
) {
  const folder = scratch(t);
  const uses: Readonly<Record<string, string>>[] = [];
  let talk = '';
  for (const [at, chosen] of runs.entries()) {
    writeFileSync(join(folder, 'openapi.json'), documentOf(chosen));
    const ran = await runHere(['openapi.json', '--output', 'out'], folder);
    assert.equal(ran.exitCode, 0, ran.talk);
    talk = ran.talk;
    uses.push(usesOf(folder));
    const lock = join(folder, 'out/openapi2mcp.lock.json');
    if (at === 0 && change !== undefined)
      writeFileSync(lock, JSON.stringify(change(JSON.parse(readFileSync(lock, 'utf8')) as object)));
  }
  return { uses, talk };
}

suite('variables of a project', () => {
  test('mean what they meant, in whatever order the document has now', async (t) => {
    const { uses, talk } = await generate(t, [parts, parts.toReversed()]);
    assert.deepEqual(uses[1], uses[0]);
    assert.equal(Object.keys(uses[0] ?? {}).length, 9);
    assert.doesNotMatch(talk, /variable-reassigned/);
  });

  test('mean what they meant where others are new', async (t) => {
    const { uses } = await generate(t, [parts.slice(2), parts]);
    for (const [name, use] of Object.entries(uses[0] ?? {})) assert.equal(uses[1]?.[name], use, name);
  });

  test('mean what they meant where they come back', async (t) => {
    const { uses, talk } = await generate(t, [parts, parts.slice(1), parts.toReversed()]);
    assert.deepEqual(uses[2], uses[0]);
    assert.doesNotMatch(talk, /variable-reassigned/);
  });

  test('are named as ever where the lock is of an earlier version', async (t) => {
    const { uses } = await generate(t, [parts, parts.toReversed()], (lock) => ({
      ...lock,
      variables: undefined,
    }));
    assert.equal(uses[0]?.['PETS_A_B_KEY'], 'X-A');
    assert.equal(uses[1]?.['PETS_A_B_KEY'], 'X-C');
  });

  test('have names that are texts: another lock is refused', async (t) => {
    const folder = scratch(t);
    writeFileSync(join(folder, 'openapi.json'), documentOf(parts));
    await runHere(['openapi.json', '--output', 'out'], folder);
    const path = join(folder, 'out/openapi2mcp.lock.json');
    const lock = JSON.parse(readFileSync(path, 'utf8')) as object;
    writeFileSync(path, JSON.stringify({ ...lock, variables: { key: 1 } }));
    const { exitCode, talk } = await runHere(['openapi.json', '--output', 'out'], folder);
    assert.notEqual(exitCode, 0);
    assert.match(talk, /'variables' is broken/);
  });
});
