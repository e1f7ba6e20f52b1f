import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { suite, test } from 'node:test';
import { faultNames } from './fault-api.js';
import { faultGroups } from './fault-groups.js';
import { largeFaults } from './fault-size.js';
import { contentFaults, redirectFaults, statusFaults, wireFaults } from './fault-table.js';
import { timedFaults } from './fault-time.js';
import { quickCases } from './http-cases.js';
import { slowCases } from './http-slow-cases.js';
import { authorizedCases } from './http-values.js';
import { laterChecks } from './later.js';
import { readPayload } from './payloads.js';
import { rules } from './request-values.js';
import { hostileDocuments, payloadFiles } from './targets.js';

function filesIn(folder: string): readonly string[] {
  return readdirSync(new URL(folder, import.meta.url)).sort();
}

suite('nothing of INDEX.md is passed over', () => {
  test('every document is generated from', () => {
    const files = new Set(hostileDocuments.map(({ file }) => file));
    assert.deepEqual(
      filesIn('specs').filter((file) => !files.has(file)),
      [],
    );
  });

  test('every payload file is tried', () => {
    assert.deepEqual(payloadFiles.map(({ id }) => `${id}.json`).sort(), filesIn('payloads'));
  });

  test('every payload has a document that is generated from', () => {
    const ids = new Set(hostileDocuments.map(({ id }) => id));
    assert.deepEqual(
      [...payloadFiles, ...faultGroups].filter(({ document }) => !ids.has(document)),
      [],
    );
  });

  test('every line of args-header-query-body.json has a rule', () => {
    const lines = readPayload<{ readonly expect: string }>('args-header-query-body');
    assert.deepEqual(
      lines.filter(({ expect }) => !rules.has(expect)),
      [],
    );
  });

  test('every line of mcp-http-cases.json has a case', () => {
    const known = [...quickCases.keys(), ...slowCases.keys(), ...authorizedCases.keys()].sort();
    assert.deepEqual(
      readPayload<{ readonly id: string }>('mcp-http-cases')
        .map(({ id }) => id)
        .sort(),
      known,
    );
  });

  test('every fault of fault-upstream.mjs is called', () => {
    const tables = [contentFaults, wireFaults, redirectFaults, statusFaults, largeFaults, timedFaults];
    const called = new Set(tables.flat().map(({ name }) => name));
    const names = faultNames();
    assert.ok(names.length > 40, `${names.length} names were read`);
    assert.deepEqual(
      names.filter((name) => !called.has(name)),
      [],
    );
  });

  test('what is for later belongs to a document or payload file', () => {
    const ids = new Set([...hostileDocuments, ...payloadFiles, ...faultGroups].map(({ id }) => id));
    assert.deepEqual(
      laterChecks.filter(({ check }) => !ids.has(check.split('/')[0] ?? '')),
      [],
    );
  });

  test('nothing is put off twice, and everything with a reason', () => {
    assert.equal(new Set(laterChecks.map(({ check }) => check)).size, laterChecks.length);
    for (const { reason, issue } of laterChecks) assert.ok(reason.length > 20 && issue > 3);
  });
});
