import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { parseEnv } from 'node:util';
import { emitProject } from '../../src/emit/emit-project.js';
import { targets } from '../../src/emit/targets.js';
import type { EnvironmentVariable, ServerPlan } from '../../src/plan/plan.js';
import { plannedTool, serverPlan } from './plans.js';

const root = fileURLToPath(new URL('../../', import.meta.url));

async function emit(changes: Partial<ServerPlan> = {}): Promise<ReadonlyMap<string, string>> {
  const files = await emitProject(serverPlan([plannedTool({})], changes));
  return new Map(files.map(({ path, contents }) => [path, contents]));
}

/** A text with what could end its place in any of the files. */
const hostile =
  'x\r\nEVIL=1\n# h1\n```\n<img src=x onerror=y>| [a](https://evil.example) `b` $' + '{c} */ \u2028 \u202e';

const secret: EnvironmentVariable = {
  name: 'PETS_KEY',
  purpose: 'The key of the shop.',
  default: undefined,
  required: true,
  secret: true,
};

suite('the files of a project', () => {
  test('are the tree that the generator promises, each with its owner', async () => {
    const files = await emitProject(serverPlan([plannedTool({})]));
    const listed = files.filter(({ path }) => !path.startsWith('src/runtime/'));
    assert.deepEqual(
      listed.map(({ path, ownership }) => `${ownership} ${path}`),
      [
        'generated .env.example',
        'scaffolded .gitignore',
        'scaffolded README.md',
        'generated generated/manifest.json',
        'scaffolded package.json',
        'scaffolded src/credentials.ts',
        'generated src/doctor.ts',
        'scaffolded src/hooks.ts',
        'scaffolded src/http.ts',
        'generated src/manifest.ts',
        'scaffolded src/overrides.ts',
        'scaffolded src/server.ts',
        'scaffolded src/stdio.ts',
        'generated src/tools/pets.ts',
        'generated test/operations.json',
        'generated test/tools.test.ts',
        'generated test/tsconfig.json',
        'scaffolded tsconfig.json',
      ],
    );
  });

  test('hold the runtime byte for byte', async () => {
    const files = await emit();
    const names = readdirSync(join(root, 'src/runtime'), { recursive: true })
      .map(String)
      .filter((name) => name.endsWith('.ts'));
    assert.deepEqual(
      [...files.keys()].filter((path) => path.startsWith('src/runtime/')),
      names.sort().map((name) => `src/runtime/${name}`),
    );
    for (const name of names) {
      assert.equal(files.get(`src/runtime/${name}`), readFileSync(join(root, 'src/runtime', name), 'utf8'));
    }
  });

  test('are made of every template there is', () => {
    const templates = readdirSync(join(root, 'templates'), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => join(parentPath, name).slice(join(root, 'templates/').length));
    assert.deepEqual(templates.sort(), targets.node.files.map(({ template }) => template).sort());
  });

  test('are the same, byte for byte, however often they are made', async () => {
    assert.deepEqual(await emit(), await emit());
  });
});

suite('package.json', () => {
  interface PackageJson {
    readonly name: string;
    readonly scripts: Readonly<Record<string, string>>;
    readonly dependencies: Readonly<Record<string, string>>;
    readonly devDependencies: Readonly<Record<string, string>>;
  }
  const own = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as PackageJson;

  test('has the versions with which this package is tested, exactly', async () => {
    const { dependencies, devDependencies } = JSON.parse(
      (await emit()).get('package.json') ?? '',
    ) as PackageJson;
    for (const [name, version] of Object.entries({ ...dependencies, ...devDependencies })) {
      assert.equal(version, own.dependencies[name] ?? own.devDependencies[name], name);
      assert.match(version, /^\d+\.\d+\.\d+$/);
    }
  });

  test('ask for a library only where a tool needs it', async () => {
    const libraries = async (features: ServerPlan['features']): Promise<readonly string[]> => {
      const { dependencies } = JSON.parse(
        (await emit({ features })).get('package.json') ?? '',
      ) as PackageJson;
      return Object.keys(dependencies);
    };
    const always = await libraries([]);
    assert.deepEqual(await libraries(['xml']), [...always, 'fast-xml-parser'].sort());
    assert.deepEqual(await libraries(['xmlAnswers']), [...always, 'sax'].sort());
    assert.deepEqual(await libraries(['jwt']), [...always, 'jose'].sort());
    assert.deepEqual(await libraries(['oauthClient']), [...always, 'oauth4webapi'].sort());
  });

  test('runs nothing at installation', async () => {
    const { scripts } = JSON.parse((await emit()).get('package.json') ?? '') as PackageJson;
    assert.deepEqual(Object.keys(scripts), ['build', 'start', 'doctor', 'test']);
  });

  test('takes no name that npm would not', async () => {
    await assert.rejects(emit({ packageName: '../evil' }));
  });
});

suite('.env.example', () => {
  test('asks for what is required and shows the rest behind #', async () => {
    const base = { ...secret, name: 'PETS_BASE_URL', purpose: 'Base URL', required: false, secret: false };
    const text =
      (await emit({ variables: [{ ...base, default: 'https://a.b/v1' }, secret] })).get('.env.example') ?? '';
    assert.match(text, /^# Base URL\n# PETS_BASE_URL=https:\/\/a\.b\/v1$/m);
    assert.match(text, /^# The key of the shop\.\nPETS_KEY=$/m);
    assert.match(text, /<VARIABLE>_FILE/);
  });

  test('says nothing of files for secrets where there are none', async () => {
    assert.doesNotMatch((await emit()).get('.env.example') ?? '', /_FILE/);
  });

  test('assigns nothing that the document says', async () => {
    const variables = [{ ...secret, purpose: hostile, default: hostile, required: false }];
    const text = (await emit({ variables, title: hostile })).get('.env.example') ?? '';
    assert.deepEqual({ ...parseEnv(text) }, {});
    assert.deepEqual({ ...parseEnv(text.replaceAll(/^# (?=PETS_)/gm, '')) }, { PETS_KEY: '' });
  });
});

suite('README.md', () => {
  test('keeps the words of the document in their places', async () => {
    const module = { title: hostile, description: hostile, fileName: 'pets.ts', tools: [plannedTool({})] };
    const variables = [{ ...secret, purpose: hostile, default: hostile }];
    const hostilePlan = { title: hostile, description: hostile, modules: [module], variables };
    const harmless = { ...module, title: 'x', description: 'x' };
    const plain = {
      title: 'x',
      description: 'x',
      modules: [harmless],
      variables: [{ ...secret, purpose: 'x', default: 'x' }],
    };
    const skeleton = async (plan: Partial<ServerPlan>): Promise<readonly string[]> =>
      ((await emit(plan)).get('README.md') ?? '')
        .split('\n')
        .map((line) => line.match(/^(?:#+|[|]|```|- |\d\.)?/)?.[0] ?? '');
    assert.deepEqual(await skeleton(hostilePlan), await skeleton(plain));
    const text = (await emit(hostilePlan)).get('README.md') ?? '';
    assert.doesNotMatch(text, /<img|(?<!\\)\]\(https:\/\/evil|[\u2028\u202e]/);
  });

  test('connects hosts under the key of the plan', async () => {
    const text = (await emit({ packageName: 'a-shop-mcp', serverKey: 'shop' })).get('README.md') ?? '';
    assert.ok(text.includes('claude mcp add shop -- node /path/to/a-shop-mcp/dist/stdio.js'));
    for (const [, json = ''] of text.matchAll(/```json\n([^`]*)```/g)) {
      const [servers = {}] = Object.values(JSON.parse(json) as Record<string, object>);
      assert.deepEqual(Object.keys(servers), ['shop']);
    }
  });

  test('names the profiles that were chosen', async () => {
    const text = (await emit({ profiles: ['gemini', 'cursor'] })).get('README.md') ?? '';
    assert.ok(text.includes('Tools are listed for: gemini, cursor.'));
    assert.ok(!((await emit({})).get('README.md') ?? '').includes('listed for'));
  });

  test('names the headers that clients send, and the further names of tools, where there are any', async () => {
    const plain = (await emit({})).get('README.md') ?? '';
    assert.doesNotMatch(plain, /repeat some arguments|further names/);
    const { manifest } = serverPlan([]);
    const aliases = Array.from({ length: 10 }, (_, at) => `old_${at}`);
    const aliased = { ...manifest, tools: [{ ...plannedTool({}).definition, aliases }] };
    const text = (await emit({ mirroredHeaders: ['Mcp-Param-Region'], manifest: aliased })).get('README.md');
    assert.match(text ?? '', /repeat some arguments in headers.*: `Mcp-Param-Region`\./);
    assert.match(text ?? '', /further names too.*: `old_0`, .*, `old_7` and 2 more\./);
  });
});
