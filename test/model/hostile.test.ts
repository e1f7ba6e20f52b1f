import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { suite, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { Diagnostics } from '../../src/diagnostics/diagnostics.js';
import { load } from '../load/documents.js';
import { buildWhole } from './models.js';

const folder = fileURLToPath(new URL('../hostile/specs/', import.meta.url));

suite('documents that mean harm are read within bounds', () => {
  for (const name of readdirSync(folder)) {
    test(name, async () => {
      const start = process.cpuUsage();
      const { document, diagnostics } = await load(`${folder}${name}`);
      const findings = new Diagnostics();
      const model = document && buildWhole(document, findings).model;
      const { user, system } = process.cpuUsage(start);
      assert.ok(user + system < 5_000_000, `${(user + system) / 1e6} CPU s`);
      assert.equal(({} as { polluted?: unknown }).polluted, undefined);
      assert.equal(document === undefined, diagnostics.hasErrors);
      const told = [...diagnostics.all, ...findings.all].map(({ message }) => message).join('\n');
      assert.doesNotMatch(told, /RangeError|Maximum call stack|CANARY-SECRET/);
      assert.doesNotMatch(JSON.stringify([model?.operations, [...(model?.schemas ?? [])]]), /CANARY-SECRET/);
    });
  }
});
