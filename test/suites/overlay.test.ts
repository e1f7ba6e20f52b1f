import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { load } from 'js-yaml';
import { apply } from '../load/overlay-documents.js';

// The suites of the Overlay Specification are not ours to keep a copy of: they are read where they are, if they are.
const root = fileURLToPath(new URL('../../', import.meta.url));
const folder = join(process.env['SUITES'] ?? join(root, '..', 'shared', 'suites'), 'overlay');
const isThere = existsSync(folder);
if (!isThere) console.log(`No overlay suites: there is no ${folder}.`);

function read(...path: readonly string[]): string {
  return readFileSync(join(folder, ...path), 'utf8');
}

suite('the compliant sets of the Overlay Specification', () => {
  const sets = isThere ? readdirSync(join(folder, 'compliant-sets')) : [];
  for (const set of sets) {
    test(`${set} comes out right`, async () => {
      const at = (name: string): string => read('compliant-sets', set, name);
      const { value, diagnostics } = await apply(at('openapi.yaml'), [at('overlay.yaml')]);
      assert.deepEqual(value, load(at('output.yaml')));
      assert.deepEqual(
        diagnostics.all.filter(({ severity }) => severity !== 'note'),
        [],
      );
    });
  }
});

suite('the schema tests of the Overlay Specification', () => {
  const versions = isThere ? readdirSync(join(folder, 'tests')) : [];
  for (const version of versions) {
    for (const verdict of ['pass', 'fail'] as const) {
      for (const name of readdirSync(join(folder, 'tests', version, verdict))) {
        test(`${version}: ${name} has to ${verdict}`, async () => {
          const { codes } = await apply({ info: {}, paths: {} }, [read('tests', version, verdict, name)]);
          assert.equal(codes.includes('invalid-overlay'), verdict === 'fail', codes.join());
        });
      }
    }
  }
});
