import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { didYouMean } from '../../src/cli/did-you-mean.js';
import { readRequest } from '../../src/cli/options.js';
import { hasColors } from '../../src/cli/terminal.js';

suite('the arguments of the command line', () => {
  const defaults = {
    document: undefined,
    output: undefined,
    name: undefined,
    serverUrl: undefined,
    mode: 'write',
    force: false,
    strict: false,
  };
  const cases: readonly [args: string, expected: object][] = [
    ['', {}],
    ['api.yaml', { document: 'api.yaml' }],
    ['generate api.yaml', { document: 'api.yaml' }],
    ['generate', {}],
    ['generate generate', { document: 'generate' }],
    ['-', { document: '-' }],
    ['5', { document: '5' }],
    ['-- -odd.yaml', { document: '-odd.yaml' }],
    ['api.yaml -o out', { document: 'api.yaml', output: 'out' }],
    ['--output=out api.yaml', { document: 'api.yaml', output: 'out' }],
    ['-o a -o b', { output: 'b' }],
    ['--name @acme/pets --force --strict', { name: '@acme/pets', force: true, strict: true }],
    ['--server-url https://{region}.example.com/v1', { serverUrl: 'https://{region}.example.com/v1' }],
    ['--check', { mode: 'check' }],
    ['--dry-run', { mode: 'dry-run' }],
    ['--check=false', {}],
    ['--print-scaffold src/http.ts', { mode: 'dry-run' }],
  ];
  for (const [args, expected] of cases) {
    test(`'${args}' is read`, async () => {
      const { options, mistakes } = await readRequest(args === '' ? [] : args.split(' '));
      assert.deepEqual(mistakes, []);
      assert.deepEqual(options, { ...defaults, ...expected });
    });
  }

  const mistakes: readonly [args: string, message: RegExp][] = [
    ['--ouput out', /--ouput: there is no such option; did you mean --output\?/],
    ['--Check', /--Check: there is no such option; did you mean --check\?/],
    ['-p', /-p: there is no such option/],
    ['--constructor', /--constructor: there is no such option$/],
    ['--__proto__=x', /--__proto__: there is no such option$/],
    ['--no-check', /--no-check: there is no such option/],
    ['--check=maybe', /--check: it takes no value/],
    ['--output', /--output: it needs a value/],
    ['--output --check', /--output: it needs a value/],
    ['a.yaml b.yaml', /b\.yaml: only one document/],
    ['genrate a.yaml', /a\.yaml: it follows 'genrate', which is no command; did you mean generate\?/],
    ['--check --dry-run', /--check: it contradicts --dry-run/],
    ['--json --print-scaffold src/http.ts', /--json: it contradicts --print-scaffold/],
    ['--quiet --verbose', /--quiet: it contradicts --verbose/],
    ['--name Pets', /--name: a package name has/],
    ['--name ../pets', /--name: a package name has/],
    ['--server-url pets', /--server-url: it is no absolute URL/],
    ['--server-url ftp://a', /--server-url: it is neither http nor https/],
    ['--server-url https://me:x@a', /--server-url: it holds credentials/],
    ['--server-url https://a?b=c', /--server-url: a base URL has no query/],
  ];
  for (const [args, message] of mistakes) {
    test(`'${args}' is refused`, async () => {
      const { mistakes: found } = await readRequest(args.split(' '));
      assert.equal(found.length, 1);
      assert.equal(found[0]?.code, 'invalid-option');
      assert.match(found[0]?.message ?? '', message);
    });
  }

  test('several mistakes are told at once', async () => {
    const { mistakes: found } = await readRequest(['--a', '--b', '--check=no']);
    assert.equal(found.length, 3);
  });
});

suite('what was meant', () => {
  const names = ['--output', '--name', '--check', '--quiet', '-o'];
  const cases: readonly [written: string, meant: string | undefined][] = [
    ['--outptu', '--output'],
    ['--nmae', '--name'],
    ['--checks', '--check'],
    ['--frobnicate', undefined],
    ['x'.repeat(10_000), undefined],
  ];
  for (const [written, meant] of cases) {
    test(`by ${written.slice(0, 20)} is ${meant ?? 'unknown'}`, () =>
      assert.equal(didYouMean(written, names), meant));
  }
});

suite('colours', () => {
  const cases: readonly [environment: NodeJS.ProcessEnv, isTerminal: boolean, expected: boolean][] = [
    [{}, true, true],
    [{}, false, false],
    [{ TERM: 'dumb' }, true, false],
    [{ NO_COLOR: '1' }, true, false],
    [{ NO_COLOR: '' }, true, true],
    [{ FORCE_COLOR: '1' }, false, true],
    [{ FORCE_COLOR: '0' }, true, false],
    [{ NO_COLOR: '1', FORCE_COLOR: '1' }, true, false],
  ];
  for (const [environment, isTerminal, expected] of cases) {
    test(`are ${expected ? 'on' : 'off'} with ${JSON.stringify(environment)} ${isTerminal ? 'on a' : 'off the'} terminal`, () => {
      assert.equal(hasColors(environment, isTerminal), expected);
    });
  }
});
