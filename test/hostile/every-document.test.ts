import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { Generation } from '../cases/observation.js';
import type { HostileDocument, ReportedFinding } from './documents.js';
import { generationOutcomes, secret, secretProblems } from './every-document.js';
import type { GeneratedDocument } from './generate-document.js';

const project = new Map(
  ['package.json', 'generated/manifest.json', 'openapi2mcp.lock.json', 'src/stdio.ts'].map((path) => [
    path,
    Buffer.from(path),
  ]),
);

const written: Generation = {
  status: 0,
  stdout: '',
  stderr: 'a.yaml:1:1: warning: Something. [invalid-document]\n',
  milliseconds: 1,
  timedOut: false,
  output: project,
  changedOutside: [],
};
const refused: Generation = { ...written, status: 1, output: new Map() };
const placed: ReportedFinding = {
  severity: 'error',
  code: 'x',
  message: 'x',
  help: 'x',
  file: 'a.yaml',
  line: 1,
};

interface Altered {
  readonly document?: Partial<HostileDocument>;
  readonly first?: Partial<Generation>;
  readonly second?: Partial<Generation>;
  readonly findings?: readonly ReportedFinding[];
  readonly usage?: GeneratedDocument['usage'];
  readonly pollution?: readonly string[];
}

/** The names of the checks that do not hold for a right run that is altered like this. */
function failed(base: Generation, altered: Altered): readonly string[] {
  const document: HostileDocument = {
    id: 'a',
    file: 'a.yaml',
    ends: 'written',
    checks: {},
    ...altered.document,
  };
  const scratch = { root: '/', folder: '/', output: '/', before: new Map<string, string>() };
  const outcomes = generationOutcomes({
    document,
    text: '',
    scratch,
    canary: undefined,
    first: { ...base, ...altered.first },
    second: { ...base, ...altered.second },
    findings: altered.findings ?? [placed],
    usage: altered.usage ?? { cpuSeconds: 1, peakMiB: 150 },
    pollution: altered.pollution ?? [],
  });
  return outcomes.filter(({ problems }) => problems.length > 0).map(({ check }) => check);
}

suite('what holds for every document', () => {
  const trace = 'TypeError: x\n    at read (file:///a/main.js:1:2)\n';
  const ends = 'refused' as const;
  const cases: readonly [of: string, base: Generation, altered: Altered, expected: readonly string[]][] = [
    ['a written project', written, {}, []],
    ['a refusal', refused, { document: { ends } }, []],
    ['either of them', refused, { document: { ends: 'either' } }, []],
    ['a refusal where a project was expected', refused, {}, ['ends']],
    ['a project where a refusal was expected', written, { document: { ends } }, ['ends']],
    ['a bug', refused, { document: { ends }, first: { status: 70 } }, ['ends']],
    ['no end', written, { first: { timedOut: true } }, ['ends']],
    ['a project without its lock', { ...written, output: new Map([...project].slice(0, 2)) }, {}, ['ends']],
    ['an error without a place', refused, { document: { ends }, findings: [withoutPlace(placed)] }, ['ends']],
    ['two errors', refused, { document: { ends }, findings: [placed, placed] }, ['ends']],
    ['files of a refused document', { ...refused, output: project }, { document: { ends } }, ['ends']],
    ['too much time', written, { usage: { cpuSeconds: 31, peakMiB: 150 } }, ['limits']],
    ['too much memory', written, { usage: { cpuSeconds: 1, peakMiB: 513 } }, ['limits']],
    ['more than its own limit', written, { document: { most: { cpuSeconds: 0.5 } } }, ['limits']],
    ['a stack trace', written, { first: { stderr: trace } }, ['no traces']],
    ['the name of an exception', written, { second: { stdout: 'RangeError: x' } }, ['no traces']],
    [
      'another text in a second run',
      written,
      { second: { output: new Map(project).set('a', Buffer.from('')) } },
      ['stable'],
    ],
    ['pollution', written, { pollution: ["Object.prototype has a member 'polluted'"] }, ['no pollution']],
  ];
  for (const [of, base, altered, expected] of cases) {
    test(of, () => assert.deepEqual(failed(base, altered), expected));
  }
});

suite('a secret', () => {
  const places: readonly [of: string, run: Partial<Generation>, server: string][] = [
    ['in a file', { output: new Map([['a', Buffer.from(`x ${secret} x`)]]) }, ''],
    ['in what the generator says', { stdout: secret }, ''],
    ['in its errors', { stderr: secret }, ''],
    ['in what a server says', {}, secret],
  ];
  for (const [of, run, server] of places) {
    test(`is found ${of}`, () => assert.equal(secretProblems([{ ...written, ...run }], server).length, 1));
  }
  test('is not found elsewhere', () => assert.deepEqual(secretProblems([written], 'x'), []));
});

function withoutPlace({ severity, code, message, help }: ReportedFinding): ReportedFinding {
  return { severity, code, message, help };
}
