import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import * as prettier from 'prettier';
import { generateFiles } from '../../src/generate.js';
import { plainOptions } from '../tools/document-options.js';
import { findCorpus, noCorpus } from '../corpus/corpus.js';

/** Picks which modules are looked at; another seed picks others. */
const seed = 20260728;
const count = 5;

suite('modules of a large document', () => {
  const corpus = findCorpus();
  if (corpus === undefined) {
    console.log(noCorpus);
    return;
  }

  test('are printed as prettier would', async () => {
    const { output } = await generateFiles({
      ...plainOptions('github-rest.json', corpus.folder),
      choices: { name: 'github' },
    });
    const modules = output.filter(({ path }) => path.startsWith('src/tools/'));
    assert.ok(modules.length > 40);
    for (let pick = 0; pick < count; pick += 1) {
      const { path, contents } = modules[(seed * (pick + 1)) % modules.length] ?? { path: '', contents: '' };
      const formatted = await prettier.format(contents, { parser: 'typescript', singleQuote: true });
      assert.ok(formatted === contents, path);
    }
  });
});
