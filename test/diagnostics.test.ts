import assert from 'node:assert/strict';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { suite, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { catalog } from '../src/diagnostics/catalog.js';
import { runHere } from './cli/command-line.js';
import { scratch } from './write/scratch.js';

const samples = fileURLToPath(new URL('diagnostics/', import.meta.url));

/** `options.json` of a sample. All of it is optional. */
interface SampleOptions {
  /** Command lines that are run before. */
  readonly before?: readonly (readonly string[])[];
  /** Files that are written then, by path; `null` deletes one. `<other process>` stands for the number of a live one. */
  readonly files?: Readonly<Record<string, string | null>>;
  /** The command line whose report is compared. `<url>` stands for where the sample's folder is served. */
  readonly args?: readonly string[];
}

/** Shows the findings of every severity, and keeps the report to them. */
const defaultArgs = ['openapi.yaml', '--output', 'out', '--dry-run', '--verbose'];

suite('every diagnostic', () => {
  test('has a sample, and every sample a diagnostic', () => {
    assert.deepEqual(readdirSync(samples).sort(), Object.keys(catalog).sort());
  });

  for (const code of readdirSync(samples)) {
    test(`${code} is reported as its sample says`, async (t) => {
      const cwd = scratch(t);
      const report = await reportOf(join(samples, code), cwd);
      const expected = join(samples, code, 'expected.txt');
      if (process.env.UPDATE_GOLDEN === '1') writeFileSync(expected, report);
      assert.ok(report.includes(`[${code}]`), report);
      assert.equal(report, readFileSync(expected, 'utf8'));
    });
  }
});

/** What the command line prints of a sample on standard error, and its exit code. */
async function reportOf(sample: string, cwd: string): Promise<string> {
  cpSync(sample, cwd, { recursive: true });
  const { before = [], files = {}, args = defaultArgs } = readOptions(join(sample, 'options.json'));
  for (const line of before) assert.equal((await runHere(line, cwd)).exitCode, 0, line.join(' '));
  for (const [path, text] of Object.entries(files)) put(join(cwd, path), text);
  const { talk, result, exitCode } = await withServer(cwd, (url) =>
    runHere(
      args.map((arg) => arg.replace('<url>', url)),
      cwd,
    ),
  );
  // What `lint` finds is its result.
  const report = args[0] === 'lint' ? result + talk : talk;
  return `${report.replaceAll(String(process.ppid), '<other process>')}exit code ${exitCode}\n`;
}

/** Serves the files of a folder on loopback for as long as something is done. */
async function withServer<Result>(folder: string, use: (url: string) => Promise<Result>): Promise<Result> {
  const server = createServer(({ url = '/' }, response) => {
    response.end(readFileSync(join(folder, new URL(url, 'http://localhost').pathname)));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    // A server on TCP has such an address.
    return await use(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

function readOptions(path: string): SampleOptions {
  // A file of ours, in the form that is described above.
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as SampleOptions) : {};
}

function put(path: string, text: string | null): void {
  rmSync(path, { recursive: true, force: true });
  if (text === null) return;
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text.replace('<other process>', String(process.ppid)));
}
