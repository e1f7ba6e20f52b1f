import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mock, suite, test } from 'node:test';
import { createAudit, type AuditRecord } from '../../src/runtime/authorization/audit.js';
import { errorResult, ToolError } from '../../src/runtime/tool-error.js';
import { madeManifest, madeTool } from '../runtime/made-manifest.js';
import { ask, factoryOf, madeCaller } from './callers.js';

const manifest = madeManifest([
  madeTool({ name: 'listBoats', aliases: ['boats.list'] }),
  madeTool({ name: 'sinkBoat', scopes: [['boats:admin']] }),
]);

const caller = madeCaller(['boats:read'], {
  claims: { secret: 'CLAIM-q71' },
  token: 'TOKEN-q71',
  identity: 'exchange',
});

async function recordOf(name: string, parts: Parameters<typeof factoryOf>[1] = {}): Promise<AuditRecord> {
  const records: AuditRecord[] = [];
  const factory = factoryOf(manifest, { ...parts, records });
  await ask(factory, caller, 'tools/call', { name, arguments: { a: 'ARGUMENT-q71' } });
  const [record, ...more] = records;
  assert.equal(more.length, 0);
  assert.ok(record !== undefined);
  assert.doesNotMatch(JSON.stringify(record), /q71/);
  return record;
}

suite('what is told of a call', () => {
  const failing = () => Promise.resolve(errorResult(new ToolError('upstream-timeout', 'Too slow.')));
  const loose = madeManifest([madeTool({ name: 'any', inputSchema: { type: 'object', properties: {} } })]);

  test('is who made it, by which tool, and how it ended', async () => {
    const records: AuditRecord[] = [];
    await ask(factoryOf(loose, { records }), caller, 'tools/call', { name: 'any' });
    const { time, ms, ...rest } = records[0] ?? assert.fail();
    assert.ok(Math.abs(Date.parse(time) - Date.now()) < 5_000 && time.endsWith('Z'));
    assert.ok(ms >= 0 && ms < 5_000);
    assert.deepEqual(rest, {
      event: 'tools/call',
      tool: 'any',
      subject: 'user-1',
      client: 'client-1',
      identity: 'exchange',
      outcome: 'ok',
    });
  });

  const outcomes: readonly [name: string, outcome: string, tool: string | undefined][] = [
    ['listBoats', 'invalid-argument', 'listBoats'],
    ['boats.list', 'invalid-argument', 'listBoats'],
    ['sinkBoat', 'insufficient-scope', 'sinkBoat'],
    ['no-tool-q71', 'unknown-tool', undefined],
  ];
  for (const [name, outcome, tool] of outcomes) {
    test(`of ${name} is ${outcome}`, async () => {
      const record = await recordOf(name);
      assert.equal(record.outcome, outcome);
      assert.equal(record.tool, tool);
      assert.deepEqual(record.scopes, outcome === 'insufficient-scope' ? ['boats:admin'] : undefined);
    });
  }

  test('is the code of the error that its result tells of', async () => {
    const records: AuditRecord[] = [];
    await ask(factoryOf(loose, { records, callTool: failing }), caller, 'tools/call', { name: 'any' });
    assert.equal(records[0]?.outcome, 'upstream-timeout');
  });

  test('is nothing where nobody is known to call', async () => {
    const records: AuditRecord[] = [];
    for (const name of ['listBoats', 'nothing'])
      await ask(factoryOf(manifest, { records }), undefined, 'tools/call', { name, arguments: {} });
    assert.deepEqual(records, []);
  });
});

const record: AuditRecord = {
  time: '2026-01-01T00:00:00.000Z',
  event: 'tools/call',
  tool: 'listBoats',
  subject: 'user-1',
  client: undefined,
  identity: 'service',
  outcome: 'ok',
  ms: 1.2345,
};

suite('a line of the audit', () => {
  const lineOf = (parts: Partial<AuditRecord>): string => {
    const write = mock.method(console, 'error', () => undefined);
    try {
      createAudit()({ ...record, ...parts });
      return String(write.mock.calls[0]?.arguments[0]);
    } finally {
      write.mock.restore();
    }
  };

  test('is JSON', () => {
    assert.equal(
      lineOf({}),
      '{"time":"2026-01-01T00:00:00.000Z","event":"tools/call","tool":"listBoats","subject":"user-1","identity":"service","outcome":"ok","ms":1.2}',
    );
  });

  const hostile = ['a\nb', 'a\u2028b', '\x1b[31m', '\x9b31m', 'a\u202eb', '"}{', '\ud800', 'é', '\x7f'];
  for (const subject of hostile) {
    test(`is one line of visible ASCII with ${JSON.stringify(subject)} in it`, () => {
      const line = lineOf({ subject, client: subject });
      assert.match(line, /^[\x20-\x7e]+$/);
      assert.equal((JSON.parse(line) as AuditRecord).subject, subject);
    });
  }

  test('is short, whatever stands in it', () => {
    const long = '\u{10000}'.repeat(100_000);
    const scopes = Array.from({ length: 10_000 }, () => long);
    assert.ok(lineOf({ subject: long, client: long, tool: long, scopes }).length < 200_000);
  });
});

suite('a reader of stderr that does not read', () => {
  test('holds up nobody: lines are dropped, and counted in the next', { timeout: 60_000 }, async () => {
    const script = `
      import { createAudit } from ${JSON.stringify(new URL('../../src/runtime/authorization/audit.ts', import.meta.url).href)};
      const audit = createAudit();
      const record = ${JSON.stringify({ ...record, client: 'c' })};
      for (let at = 0; at < 20000; at += 1) audit({ ...record, tool: 'tool' + at });
      console.log('done');
      process.stdin.once('data', () => {
        const wait = setInterval(() => {
          if (process.stderr.writableLength > 0) return;
          clearInterval(wait);
          audit(record);
          process.stdin.unref();
        }, 5);
      });`;
    const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', script], {
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    try {
      const [said] = (await once(child.stdout, 'data')) as [Buffer];
      assert.equal(said.toString(), 'done\n');
      let text = '';
      child.stderr.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
      child.stdin.end('go on\n');
      await once(child, 'close');
      const lines = text.trimEnd().split('\n');
      const last = JSON.parse(lines.at(-1) ?? '') as { readonly dropped: number };
      assert.ok(lines.length < 10_000);
      assert.equal(lines.length - 1 + last.dropped, 20_000);
    } finally {
      child.kill();
    }
  });
});
