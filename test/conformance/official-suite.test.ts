import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { scratchFolder } from '../tools/projects.js';
import { readChecks } from './official-suite.js';

test("the suite's results are read by scenario, with the worst of the checks that have one id", () => {
  const folder = scratchFolder(join(tmpdir(), 'openapi2mcp-conformance'));
  const scenario = join(folder, 'server-tools-list-2026-11-29T22-15-30-677Z');
  mkdirSync(scenario);
  const checks = [
    { id: 'a', status: 'SUCCESS' },
    { id: 'b', status: 'SUCCESS' },
    { id: 'a', status: 'FAILURE', errorMessage: 'no description' },
    { id: 'a', status: 'WARNING', errorMessage: 'slow' },
  ];
  writeFileSync(join(scenario, 'checks.json'), JSON.stringify(checks));
  const found = { revision: '2026-07-28', scenario: 'tools-list' };
  assert.deepEqual(readChecks('2026-07-28', folder), [
    { ...found, id: 'a', status: 'FAILURE', message: 'no description' },
    { ...found, id: 'b', status: 'SUCCESS', message: '' },
  ]);
});
