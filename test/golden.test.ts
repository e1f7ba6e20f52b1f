import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { suite, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import * as prettier from 'prettier';
import { generateFiles } from '../src/generate.js';
import { plainOptions } from './tools/document-options.js';

const root = fileURLToPath(new URL('../', import.meta.url));
const isUpdate = process.env['UPDATE_GOLDEN'] === '1';

/** What samples/<name>/options.json may say. */
interface SampleOptions {
  readonly name?: string;
  readonly serverUrl?: string;
}

/** One sample keeps its whole project; the others what depends on the document. */
const wholeSample = 'petstore';
const dependsOnDocument = /^(?:generated\/|src\/tools\/|\.env\.example$)/;

/** The runtime is in no golden: it is compared with its source, byte for byte, in test/emit. */
const isKept = (sample: string, path: string): boolean =>
  sample === wholeSample ? !path.startsWith('src/runtime/') : dependsOnDocument.test(path);

/** The files that are kept of a sample, by path. */
async function emitSample(sample: string): Promise<ReadonlyMap<string, string>> {
  const folder = join(root, 'samples', sample);
  // Our own files, in our own shape.
  const options = JSON.parse(readFileSync(join(folder, 'options.json'), 'utf8')) as SampleOptions;
  const { output } = await generateFiles({
    ...plainOptions(`samples/${sample}/openapi.yaml`, root),
    choices: options,
  });
  const kept = output.filter(({ path }) => isKept(sample, path));
  return new Map(kept.map(({ path, contents }) => [path, contents]));
}

function readGolden(folder: string): ReadonlyMap<string, string> {
  if (!existsSync(folder)) return new Map();
  const paths = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) =>
      join(parentPath, name)
        .slice(folder.length + 1)
        .replaceAll('\\', '/'),
    );
  return new Map(paths.map((path) => [path, readFileSync(join(folder, path), 'utf8')]));
}

function writeGolden(folder: string, files: ReadonlyMap<string, string>): void {
  rmSync(folder, { recursive: true, force: true });
  for (const [path, contents] of files) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), contents);
  }
}

const samples = readdirSync(join(root, 'samples'), { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);

for (const sample of samples) {
  suite(`sample ${sample}`, async () => {
    const folder = join(root, 'test/golden', sample);
    const emitted = await emitSample(sample);
    if (isUpdate) writeGolden(folder, emitted);
    const golden = readGolden(folder);

    test('emits the files of the golden', () => {
      assert.notEqual(emitted.size, 0);
      assert.deepEqual([...emitted.keys()].sort(), [...golden.keys()].sort());
    });
    for (const [path, contents] of emitted) {
      test(`emits ${path}`, () => assert.equal(contents, golden.get(path)));
    }
    for (const [path, contents] of emitted) {
      const parser = { ts: 'typescript', md: 'markdown' }[path.split('.').at(-1) ?? ''];
      if (parser === undefined || !/^(?:src\/|README)/.test(path)) continue;
      test(`formats ${path} as prettier would`, async () => {
        assert.equal(await prettier.format(contents, { parser, singleQuote: true }), contents);
      });
    }
  });
}
