import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { didYouMean } from '../../src/diagnostics/did-you-mean.js';
import { commandsByName, isCommand } from '../../src/cli/commands.js';
import { flagsByName } from '../../src/cli/flags.js';
import { helpText } from '../../src/cli/help.js';
import { readRequest, type Request } from '../../src/cli/options.js';
import { hasColors } from '../../src/cli/terminal.js';
import { profileNames } from '../../src/plan/hosts/profile-names.js';

const commandNames = [...commandsByName.keys()].filter(isCommand);

/** Where nothing is: no configuration, no project. */
const surroundings = { cwd: '/here', env: { TOKEN: 's3cret' } };

suite('the arguments of the command line', () => {
  const defaults = {
    document: undefined,
    output: undefined,
    headers: [],
    choices: {},
    configuration: undefined,
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
    ['--name @acme/pets --force --strict', { choices: { name: '@acme/pets' }, force: true, strict: true }],
    [
      '--server-url https://{region}.example.com/v1',
      { choices: { serverUrl: 'https://{region}.example.com/v1' } },
    ],
    ['--name a --name b', { choices: { name: 'b' } }],
    ['--filter tag:a --filter=!tag:b', { choices: { filter: ['tag:a', '!tag:b'] } }],
    ['--filter=', { choices: { filter: [] } }],
    ['--auth oauth', { choices: { auth: 'oauth' } }],
    ['--auth=none', { choices: { auth: 'none' } }],
    ['--no-deprecated', { choices: { deprecated: false } }],
    ['--deprecated', { choices: { deprecated: true } }],
    [
      '--overlay a.yaml --overlay https://e.org/b',
      { choices: { overlays: ['/here/a.yaml', 'https://e.org/b'] } },
    ],
    ['--overlay=', { choices: { overlays: [] } }],
    ['--ref-root /', { choices: { refRoot: '/' } }],
    ['--allow-refs-from Example.com:443', { choices: { refHosts: ['example.com'] } }],
    ['--allow-refs-from [::1]:8443', { choices: { refHosts: ['[::1]:8443'] } }],
    ['--allow-http', { choices: { allowHttp: true } }],
    ['--allow-http=false', { choices: { allowHttp: false } }],
    [
      '--limit depth=300 --limit documentBytes=30MiB --limit fileBytes=1KB --limit depth=5',
      { choices: { limits: { depth: 5, documentBytes: 31_457_280, fileBytes: 1000 } } },
    ],
    ['--header X-Key:${TOKEN}-$TOKEN', { headers: [['X-Key', 's3cret-s3cret']] }],
    [
      '--header X-Price:5$ --header X-URL:a:b',
      {
        headers: [
          ['X-Price', '5$'],
          ['X-URL', 'a:b'],
        ],
      },
    ],
    ['--color', {}],
    ['--check', { mode: 'check' }],
    ['--dry-run', { mode: 'dry-run' }],
    ['--check=false', {}],
    ['--print-scaffold src/http.ts', { mode: 'dry-run' }],
  ];
  for (const [args, expected] of cases) {
    test(`'${args}' is read`, async () => {
      const { options, mistakes } = await readRequest(args === '' ? [] : args.split(' '), surroundings);
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
    ['--no-deprecated=false', /--no-deprecated: it takes no value/],
    ['--no-colour', /--no-colour: there is no such option; did you mean --no-color\?/],
    ['-HX-Key:s3cret', /-HX-Key: there is no such option$/],
    ['--header X-Key:a b.yaml c', /Option <document>: only one document/],
    ['--header s3cret', /--header: a header is written 'Name: value'/],
    ['--header X-Key:$NONE', /--header: 'X-Key' needs the environment variable NONE, which is not set/],
    ['--header X-Key:$constructor', /needs the environment variable constructor/],
    ['--header X-Key:', /--header: 'X-Key' has no value/],
    ['--header X(Key:s3cret', /--header: The name of a header field is no token/],
    ['--header X-Key:s3cret\u00e9', /--header: The header field 'X-Key' has a value with a sign/],
    ['--header Host:s3cret', /--header: The header field 'Host' is not for you to set/],
    ['--auth', /--auth: it needs a value/],
    ['--auth oath', /--auth: there is no 'oath'; did you mean oauth\?/],
    ['--auth=', /--auth: there is no ''; they are none, bearer, oauth/],
    ['--filter pets', /--filter: 'pets' does not say what to look at/],
    ['--overlay https://me:s3cret@e.org/a', /--overlay: it holds credentials/],
    ['--overlay https://e.org/a?key=s3cret', /--overlay: the query of a URL may hold a secret/],
    ['--ref-root none', /--ref-root: there is no such folder/],
    ['--ref-root=', /--ref-root: it needs a value/],
    ['--allow-refs-from https://e.org', /--allow-refs-from: a host is written/],
    ['--allow-refs-from e.org/a', /--allow-refs-from: a host is written/],
    ['--limit depht=3', /--limit: there is no limit 'depht'; did you mean depth\?/],
    ['--limit constructor=3', /--limit: there is no limit 'constructor'; they are documentBytes, /],
    ['--limit depth=3MB', /--limit: a limit is written name=number/],
    ['--limit depth', /--limit: a limit is written name=number/],
    ['--limit nodes=99999999999999999', /--limit: the limit 'nodes' takes a whole number/],
    ['schema a.yaml', /a\.yaml: `schema` reads no document/],
    ['--output', /--output: it needs a value/],
    ['--output --check', /--output: it needs a value/],
    ['a.yaml b.yaml', /b\.yaml: only one document/],
    ['schema --check', /--check: it is no option of 'schema' but of 'generate'$/],
    ['inspect a.yaml --check', /--check: it is no option of 'inspect' but of 'generate'$/],
    ['inspect a.yaml -o out', /-o: it is no option of 'inspect' but of 'generate'/],
    ['inspect a.yaml --tol x', /--tol: there is no such option; did you mean --tool\?/],
    ['inspect a.yaml --tool=', /--tool: it needs a value\. See `openapi2mcp inspect --help`\./],
    ['inspect a.yaml --tool', /--tool: it needs a value\. See `openapi2mcp inspect --help`\./],
    ['inspect a.yaml --quiet', /--quiet: it is no option of 'inspect' but of 'generate' and 'lint'/],
    ['a.yaml --tokens', /--tokens: it is no option of 'generate' but of 'inspect'/],
    ['lint a.yaml --host x', /--host: there is no such option; did you mean --hosts\?/],
    ['inspct a.yaml', /did you mean inspect\?/],
    ['genrate a.yaml', /a\.yaml: it follows 'genrate', which is no command; did you mean generate\?/],
    ['shema a.yaml', /did you mean schema\?/],
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
      const { mistakes: found } = await readRequest(args.split(' '), surroundings);
      assert.equal(found.length, 1);
      assert.equal(found[0]?.code, 'invalid-option');
      assert.match(found[0]?.message ?? '', message);
      assert.doesNotMatch(JSON.stringify(found), /s3cret/);
    });
  }

  const wants: readonly [args: string, expected: Request['wants']][] = [
    ['schema', 'schema'],
    ['generate schema', 'project'],
    ['generate inspect', 'project'],
    ['inspect', 'inspection'],
    ['--verbose inspect a.yaml', 'inspection'],
    ['--name inspect a.yaml', 'project'],
    ['--name=inspect lint a.yaml', 'lint'],
    ['inspect --help', 'help'],
    ['lint a.yaml --strict', 'lint'],
    ['--help', 'help'],
    ['-h', 'help'],
    ['--version', 'version'],
    ['--print-scaffold src/http.ts', 'scaffold'],
  ];
  for (const [args, expected] of wants) {
    test(`'${args}' wants ${expected}`, async () => {
      assert.equal((await readRequest(args.split(' '), surroundings)).wants, expected);
    });
  }

  test("a command's own options are read", async () => {
    const args = 'inspect a.yaml --tool get_pets --tokens --filter tag:a'.split(' ');
    const { inspection, options, again, writing } = await readRequest(args, surroundings);
    assert.deepEqual(inspection, { tool: 'get_pets', countsTokens: true, hosts: undefined });
    assert.deepEqual([options.document, options.mode], ['a.yaml', 'dry-run']);
    assert.equal(again, 'openapi2mcp inspect a.yaml --filter tag:a');
    assert.equal(writing, 'openapi2mcp generate a.yaml --filter tag:a');
    const byNpx = await readRequest(args, { ...surroundings, env: { npm_command: 'exec' } });
    assert.deepEqual([byNpx.again, byNpx.writing], [`npx ${again}`, `npx ${writing}`]);
    assert.equal((await readRequest(['lint', '--hosts', 'all'], surroundings)).inspection.hosts, 'all');
  });

  for (const command of commandNames) {
    test(`${command} --help has its options in at most 60 lines of at most 100 columns`, async () => {
      const lines = (await helpText(command)).split('\n');
      assert.ok(lines.length <= 60, String(lines.length));
      assert.deepEqual(
        lines.filter((line) => line.length > 100),
        [],
      );
      for (const [name, { negated, type, value, commands }] of flagsByName) {
        assert.equal(value !== undefined, type === 'string', name);
        const shown = negated === true ? `--no-${name}` : value ? `--${name} <${value}>` : `--${name}`;
        assert.equal(
          lines.some((line) => line.includes(`${shown} `)),
          commands.includes(command),
          shown,
        );
      }
    });
  }

  test('--help of generate names every command, and the profiles', async () => {
    const help = await helpText('generate');
    for (const command of commandNames) assert.match(help, new RegExp(`\\b${command}\\b`));
    for (const profile of profileNames) assert.ok(help.includes(profile), profile);
  });

  test('several mistakes are told at once', async () => {
    const { mistakes: found } = await readRequest(['--a', '--b', '--check=no'], surroundings);
    assert.equal(found.length, 3);
  });
});

suite('the command that writes', () => {
  const cases: readonly [args: readonly string[], expected: string][] = [
    [['--check'], 'openapi2mcp'],
    [['api.yaml', '--check', '--json'], 'openapi2mcp api.yaml'],
    [['generate', '-', '-o', 'my tool', '--dry-run'], "openapi2mcp generate - --output 'my tool'"],
    [['-c', 'c.ts', '--check', '--no-color'], 'openapi2mcp --config c.ts'],
    [['--filter=', '--no-deprecated', '--check'], 'openapi2mcp --filter= --no-deprecated'],
    [['--filter', 'tag:a', '--filter=!tag:b', '--check'], "openapi2mcp --filter tag:a --filter '!tag:b'"],
    [['https://e.org/a?key=s3cret', '--header', 'X: s3cret'], "openapi2mcp 'https://e.org/a?…' --header '…'"],
  ];
  for (const [args, expected] of cases) {
    test(`of ${args.join(' ')}`, async () => {
      assert.equal((await readRequest(args, { ...surroundings, cwd: '/' })).writing, expected);
    });
  }
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
