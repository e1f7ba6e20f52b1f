import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { buildProject, type BuiltProject } from '../runtime/built-project.js';
import { madeManifest, madeTool } from '../runtime/made-manifest.js';
import { startLargeApi, type LargeApi } from './large-answers.js';
import { measureCall } from './measure-answers.js';

/** Kinds that differ in how they are read; `npm run hostile` measures further ones. */
const kinds = ['rows-with-space', 'wide-characters', 'nested', 'text', 'gzip-bomb'];

suite('an answer of 100 MiB or more takes less than 64 MiB', () => {
  let project: BuiltProject;
  let api: LargeApi;
  before(async () => {
    project = await buildProject(madeManifest(['small', ...kinds].map((name) => madeTool({ name }))));
    api = await startLargeApi();
  });
  after(async () => {
    api.close();
    await project.remove();
  });

  for (const kind of kinds) {
    test(kind, async () => {
      const variables = { BOATS_BASE_URL: api.url };
      const { extraMiB, result } = await measureCall(project.folder, variables, 'small', kind);
      assert.ok(extraMiB < 64, `${extraMiB.toFixed(1)} MiB`);
      assert.match(JSON.stringify(result), /Reading stopped at the limit of bytes, after 8388608 bytes/);
      assert.notEqual(result['isError'], true);
    });
  }
});
