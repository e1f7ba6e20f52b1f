import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import picocolors from 'picocolors';
import { exitCodeOf } from '../../src/cli/exit-codes.js';
import { findingsOf } from '../../src/cli/findings.js';
import { findingJson } from '../../src/cli/json-report.js';
import { printable, printableJson } from '../../src/cli/printable.js';
import { isShown, writeReport } from '../../src/cli/report.js';
import { writeSummary } from '../../src/cli/summary.js';
import { Diagnostics, type Diagnostic } from '../../src/diagnostics/diagnostics.js';
import type { GenerateResult } from '../../src/generate.js';
import type { FileChange } from '../../src/write/changes.js';

const colors = picocolors.createColors(false);
const plainly = { quiet: false, verbose: false, json: false, strict: false };
const quietly = { ...plainly, quiet: true };
const verbosely = { ...plainly, verbose: true };

/** One finding of each severity, in two files. */
function findSome(): readonly Diagnostic[] {
  const diagnostics = new Diagnostics();
  diagnostics.report('edited-file', { path: 'out/a' });
  diagnostics.report(
    'invalid-document',
    { problem: 'Late.' },
    { file: 'b.yaml', pointer: '' },
    { line: 10, column: 1 },
  );
  diagnostics.report(
    'invalid-document',
    { problem: 'Early.' },
    { file: 'b.yaml', pointer: '' },
    { line: 9, column: 2 },
  );
  diagnostics.report(
    'tool-name-made',
    { id: 'a b', name: 'a_b', problem: 'is no legal tool name' },
    { file: 'a.yaml', pointer: '' },
    { line: 1, column: 1 },
  );
  return diagnostics.all;
}

suite('the report', () => {
  test('is sorted by file and position, with help under the first of a code', async () => {
    assert.equal(
      writeReport(await findingsOf(findSome(), new Map()), verbosely, colors),
      [
        "a.yaml:1:1: note: 'a b' is no legal tool name; the tool is named 'a_b'. [tool-name-made]",
        '    Use 1 to 64 letters, digits, `_` and `-` in an operationId to keep it as it is.',
        'b.yaml:9:2: warning: Early. [invalid-document]',
        '    Correct the document as the OpenAPI Specification says.',
        'b.yaml:10:1: warning: Late. [invalid-document]',
        'error: out/a was edited since it was generated; nothing was written. [edited-file]',
        '    Move the edit to src/overrides.ts, or use --force to replace the file.',
        '',
      ].join('\n'),
    );
  });

  const forms = [
    ['quiet', quietly, ['edited-file']],
    ['by itself', plainly, ['invalid-document', 'invalid-document', 'edited-file']],
    ['verbose', verbosely, ['tool-name-made', 'invalid-document', 'invalid-document', 'edited-file']],
  ] as const;
  for (const [of, options, codes] of forms) {
    test(`${of} shows ${codes.length} of 4`, async () => {
      const shown = findSome().filter((diagnostic) => isShown(diagnostic, options));
      const report = writeReport(await findingsOf(shown, new Map()), options, colors);
      assert.deepEqual(
        [...report.matchAll(/\[([a-z-]+)\]$/gm)].map(([, code]) => code),
        codes,
      );
    });
  }

  test('names for whoever asks the places that one finding is about, 20 of many', async () => {
    const diagnostics = new Diagnostics();
    for (let number = 1; number <= 23; number += 1) {
      diagnostics.repeat('markup-removed', '', {}, { file: 'a.yaml', pointer: `/${number}` });
    }
    const findings = await findingsOf(diagnostics.all, new Map());
    assert.deepEqual(
      findings.map(({ places, placeCount }) => [places.length, placeCount, places[19]?.pointer]),
      [[20, 23, '/20']],
    );
    assert.match(writeReport(findings, verbosely, colors), /\n {4}at a\.yaml, .*a\.yaml, and 3 more\n/);
    assert.doesNotMatch(writeReport(findings, plainly, colors), /and 3 more/);
    const [json = {}] = findings.map(findingJson);
    assert.deepEqual(Object.keys(json).slice(-2), ['placeCount', 'places']);
  });

  test('shows the first 20 of a code and counts the rest', async () => {
    const diagnostics = new Diagnostics();
    for (let number = 0; number < 25; number += 1) diagnostics.report('edited-file', { path: `a${number}` });
    const findings = await findingsOf(diagnostics.all, new Map());
    const report = writeReport(findings, plainly, colors);
    assert.match(report, /a19 was edited/);
    assert.doesNotMatch(report, /a20 was edited/);
    assert.match(report, /\n… and 5 more \[edited-file\]; --verbose shows all\n$/);
    assert.match(writeReport(findings, verbosely, colors), /a24 was edited/);
  });
});

suite('text on a terminal', () => {
  const cases: readonly [of: string, text: string, expected: string][] = [
    ['escape sequences', '\u001b[31mred\u001b[0m\u009b1m', '[31mred[0m1m'],
    ['line ends', 'a\r\nb\u2028c\td', 'a b c d'],
    ['bidirectional and invisible characters', 'a\u202eb\u2066c\u200bd\ufeff\u{e0041}', 'abcd'],
    ['credentials of URLs', 'https://me:p@ss@a.com/x and ftp://you@b.com', 'https://a.com/x and ftp://b.com'],
    ['what only looks like them', 'https://a.com/x@y?z@a me@a.com', 'https://a.com/x@y?z@a me@a.com'],
    ['letters of any script', 'Übung 犬 🐕', 'Übung 犬 🐕'],
  ];
  for (const [of, text, expected] of cases) {
    test(`is cleaned of ${of}`, () => assert.equal(printable(text), expected));
    test(`keeps ${of} as JSON without doing harm`, () => {
      const json = printableJson([text]);
      assert.equal(printable(json.replaceAll('\n', '')), json.replaceAll('\n', ''));
      assert.deepEqual(JSON.parse(json), [text.replace(/\/\/[^/]+@(?=[ab]\.com\b)/g, '//')]);
    });
  }
});

suite('the exit code', () => {
  const found = (...reports: readonly ((diagnostics: Diagnostics) => void)[]) => {
    const diagnostics = new Diagnostics();
    for (const report of reports) report(diagnostics);
    return diagnostics.all;
  };
  const usage = (one: Diagnostics) => one.report('invalid-option', { option: '-x', problem: 'no.' });
  const disk = (one: Diagnostics) => one.report('write-failed', { path: 'a', problem: 'full.' });
  const busy = (one: Diagnostics) => one.report('folder-busy', { path: 'a', holder: 'process 1' });
  const edited = (one: Diagnostics) => one.report('edited-file', { path: 'a' });
  const warning = (one: Diagnostics) => one.report('invalid-document', { problem: 'odd.' });
  const unread = (code: 'unreachable' | 'unreadable-document', file: string) => (one: Diagnostics) =>
    one.report(code, { what: 'document', problem: 'gone.' }, { file, pointer: '' });
  const cases: readonly [
    of: string,
    diagnostics: readonly Diagnostic[],
    strict: boolean,
    expected: number,
  ][] = [
    ['nothing', [], true, 0],
    ['a warning', found(warning), false, 0],
    ['a warning under --strict', found(warning), true, 1],
    ['an edited file', found(edited), false, 1],
    ['a mistake on the command line', found(usage), false, 2],
    ['a file that is not there', found(unread('unreadable-document', '/a.yaml')), false, 1],
    ['a URL that does not answer', found(unread('unreachable', 'https://a.com/a.yaml')), false, 4],
    ['a URL that gives no text', found(unread('unreadable-document', 'https://a.com/a.yaml')), false, 1],
    ['a full disk', found(disk), false, 5],
    ['another run', found(busy), false, 5],
    ['several causes', found(edited, disk, usage), false, 2],
  ];
  for (const [of, diagnostics, strict, expected] of cases) {
    test(`of ${of} is ${expected}`, () => assert.equal(exitCodeOf(diagnostics, strict), expected));
  }
});

suite('the summary', () => {
  const request = (mode: 'write' | 'check' | 'dry-run', verbose = false) => ({
    wants: 'project' as const,
    command: 'generate' as const,
    scaffold: '',
    options: {
      document: undefined,
      output: undefined,
      headers: [],
      choices: {},
      configuration: undefined,
      mode,
      force: false,
      strict: false,
    },
    report: { ...plainly, verbose },
    inspection: { tool: undefined, countsTokens: false, hosts: undefined },
    color: undefined,
    again: 'openapi2mcp api.yaml',
    writing: 'openapi2mcp api.yaml',
    isConfiguredAsLast: false,
    otherDocument: undefined,
    mistakes: [],
    files: new Map(),
  });
  const names = Array.from({ length: 40 }, (_, index) => `tool${index}`);
  const result = (changes: readonly FileChange[]): GenerateResult => ({
    diagnostics: findSome(),
    files: new Map(),
    output: [],
    changes,
    summary: {
      name: 'pets-mcp',
      folder: 'out',
      operations: 41,
      tools: 40,
      tokens: 12_345,
      leftOut: [
        { operation: 'GET /a', operationId: undefined, reason: 'filter' },
        { operation: 'GET /b', operationId: 'b', reason: 'x-internal' },
        { operation: 'GET /c', operationId: 'c', reason: 'filter' },
      ],
      needsSettings: true,
      choicesOfLastRun: ['name', 'deprecated'],
      authChange: { from: 'oauth', to: 'bearer' },
      toolChanges: { renamed: [{ from: 'a', to: 'b' }], added: names, removed: ['x'], changed: [] },
    },
  });

  test('says in few lines what was done and what is next', () => {
    const changes: readonly FileChange[] = [
      { path: 'README.md', kind: 'keep', templateChanged: true },
      { path: 'a.ts', kind: 'update' },
      { path: 'b.ts', kind: 'delete' },
      { path: 'c.ts', kind: 'unchanged' },
      { path: 'package.json', kind: 'update' },
    ];
    assert.equal(
      writeSummary(result(changes), request('write')),
      [
        'pets-mcp: 40 tools from 41 operations, about 12,345 tokens when listed',
        'left out: 2 by filter, 1 x-internal',
        'as in the last run: --name, --no-deprecated',
        'clients over HTTP: bearer (was oauth)',
        'wrote 2 files to out, deleted 1 file',
        'tools since the last run: 1 renamed (a → b), 40 added (tool0, tool1, tool2, …), 1 removed (x)',
        'warnings: 2 invalid-document',
        '1 note: a tool name was made from an id (--verbose)',
        'yours, and would start differently today (see --print-scaffold): README.md',
        'next: cd out && npm install && npm run build',
        '',
      ].join('\n'),
    );
  });

  test('says of a fresh project that settings have to be filled in', () => {
    const fresh: readonly FileChange[] = [
      { path: '.env.example', kind: 'create' },
      { path: 'package.json', kind: 'create' },
    ];
    const next = (changes: readonly FileChange[], needsSettings: boolean): string | undefined => {
      const made = result(changes);
      const summary = made.summary && { ...made.summary, needsSettings };
      return /^next: ([^]*)\n$/m.exec(writeSummary({ ...made, summary }, request('write')))?.[1];
    };
    assert.equal(
      next(fresh, true),
      'cd out && npm install && npm run build && cp .env.example .env\n' +
        'then: fill in .env, and let npm run doctor say what is missing',
    );
    assert.equal(next(fresh, false), 'cd out && npm install && npm run build');
    assert.equal(next([{ path: '.env.example', kind: 'update' }], true), 'cd out && npm run build');
  });

  test('lists the files where nothing is written, and where everything is asked for', () => {
    const changes: readonly FileChange[] = [{ path: 'a.ts', kind: 'create' }];
    assert.match(
      writeSummary(result(changes), request('dry-run')),
      /^create {2}a\.ts\n[^]*\nwould write 1 file to out\n/,
    );
    const text = writeSummary(result(changes), request('write', true));
    assert.match(
      text,
      /^create {2}a\.ts\nleft out {2}GET \/a \(filter\)\nleft out {2}GET \/b \(x-internal\)\n/,
    );
  });

  test('says so where nothing is to be done', () => {
    const text = writeSummary(result([{ path: 'a.ts', kind: 'unchanged' }]), request('check'));
    assert.match(text, /\nout is up to date\n/);
    assert.doesNotMatch(text, /next:/);
  });
});
