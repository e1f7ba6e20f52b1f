import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, suite, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { planDocument } from '../../src/generate.js';
import { buildProject, type BuiltProject } from '../runtime/built-project.js';
import { plainOptions } from '../tools/document-options.js';
import { judgeFaults } from './fault-calls.js';
import { contentFaults, redirectFaults, wireFaults, type Fault } from './fault-table.js';
import type { BuiltDocument } from './run-documents.js';

/** Those that are over at once; `npm run hostile` calls all of them. */
const quick: readonly Fault[] = [
  ...contentFaults.filter(({ name }) => name !== 'slow'),
  ...wireFaults.filter(({ name }) => ['smuggle', '204-body', 'reset-mid'].includes(name)),
  ...redirectFaults.filter(({ tool }) => tool === 'ask'),
];

suite('faults of the API', () => {
  let project: BuiltProject;
  let built: BuiltDocument;
  before(async () => {
    const folder = fileURLToPath(new URL('fixtures/', import.meta.url));
    const { plan } = await planDocument(plainOptions(join(folder, 'faults.yaml'), folder));
    assert.ok(plan !== undefined);
    project = await buildProject(plan.manifest);
    built = { folder: project.folder, manifest: plan.manifest };
  });
  after(() => project.remove());

  test('come to clean results by every client', async () => {
    const outcomes = await judgeFaults(built, quick);
    const problems = outcomes.flatMap(({ check, problems: found }) => found.map((one) => `${check}: ${one}`));
    assert.deepEqual(problems, []);
    assert.equal(outcomes.length, quick.length + 2);
  });
});
