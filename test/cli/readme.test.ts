import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { suite, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { runHere } from './command-line.js';

const root = fileURLToPath(new URL('../../', import.meta.url));
const readme = `${root}README.md`;

/** A console block that shows a command which only looks, and all that it prints. */
const block = /^```console\n\$ openapi2mcp (inspect .+)\n([^`]*)^```$/m;

suite('README.md', () => {
  test('shows what inspect prints', async () => {
    const text = readFileSync(readme, 'utf8');
    const [, command = '', lines = ''] = block.exec(text) ?? [];
    const { result, exitCode } = await runHere(command.split(' '), root);
    if (process.env['UPDATE_GOLDEN'] === '1') {
      writeFileSync(
        readme,
        text.replace(block, () => `\`\`\`console\n$ openapi2mcp ${command}\n${result}\`\`\``),
      );
      return;
    }
    assert.equal(exitCode, 0, command);
    assert.equal(lines, result);
  });
});
