import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, suite, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { call as callFromShell } from '../../samples/call.js';
import { startSecurityApi, type SecurityApi } from '../../samples/security/api.js';
import { demoCredentials } from '../../samples/security/credentials.js';
import { buildProjects } from '../tools/build-projects.js';
import { packGenerator } from '../tools/generator.js';
import { createWorkspace, type PackageDependencies, scratchFolder } from '../tools/projects.js';
import { plainEnvironment, runProcess } from '../tools/run-process.js';

const root = fileURLToPath(new URL('../../', import.meta.url));
const readme = join(root, 'README.md');
const isUpdate = process.env['UPDATE_GOLDEN'] === '1';

/** The authority in the document, which the README shows. */
const shownAuthority = '127.0.0.1:8087';
const chapter = /(?<=^### Try it: an API behind OAuth 2\.0\n)[^]*?(?=^##)/m;
const shownCommand =
  /^\$ (npx tsx samples\/call\.ts .+|\(cd \S+ && npm run --silent doctor\)|cat > \S+)\n((?:(?!\$ |```).*\n)*)/gm;

suite('README.md shows what a server behind OAuth 2.0 says', { timeout: 300_000 }, () => {
  const text = readFileSync(readme, 'utf8');
  const [section = ''] = chapter.exec(text) ?? [];
  const shown = [...section.matchAll(shownCommand)].map(([, command = '', output = '']) => ({
    command,
    output,
  }));
  const printed: string[] = [];
  let api: SecurityApi;
  let project: string;

  before(async () => {
    api = await startSecurityApi();
    project = await makeProject(section, new URL(api.url).host);
  });
  after(async () => {
    await api.close();
    if (!isUpdate) return;
    const updated = section.replace(
      shownCommand,
      (_, command: string) => `$ ${command}\n${printed.shift() ?? ''}`,
    );
    // Another test may have changed another chapter since.
    writeFileSync(
      readme,
      readFileSync(readme, 'utf8').replace(chapter, () => updated),
    );
  });

  test('without credentials, with a doctor, and with calls that succeed and fail', () => {
    assert.deepEqual(
      shown.map(({ command }) => /listInvoices|createInvoice|cancelInvoice|doctor|cat/.exec(command)?.[0]),
      ['listInvoices', 'cat', 'doctor', 'listInvoices', 'createInvoice', 'cancelInvoice'],
    );
  });

  for (const { command, output } of shown) {
    test(command, async () => {
      const said = (await outputOf(command, output, project)).replaceAll(
        new URL(api.url).host,
        shownAuthority,
      );
      printed.push(said);
      if (!isUpdate) assert.equal(output, said);
    });
  }

  test('asked for one token per set of scopes and process', () => {
    // The doctor asks for all at once; each call is a process of its own, and cancelling asks for scopes of its own.
    assert.equal(api.issued(), 4);
  });
});

/** What a command prints; a file is written as it is shown. */
async function outputOf(command: string, shown: string, project: string): Promise<string> {
  if (command.startsWith('cat')) {
    writeFileSync(join(project, '.env'), shown);
    return shown;
  }
  const cwd = project;
  if (command.includes('doctor')) {
    const options = { cwd, env: plainEnvironment(), timeoutMs: 30_000 };
    return (await runProcess(process.execPath, ['dist/doctor.js'], options)).stdout;
  }
  const [tool = '', args = '{}'] = command.match(/'[^']*'|\S+/g)?.slice(4) ?? [];
  const words = [project, tool, args.startsWith("'") ? args.slice(1, -1) : '{}'];
  return `${(await callFromShell(words, plainEnvironment())).text}\n`;
}

/** The project of the README's command, of the document at the place of a running API. */
async function makeProject(section: string, authority: string): Promise<string> {
  const scratch = scratchFolder(tmpdir());
  const [, filter = ''] = /generate samples\/security\/openapi\.yaml --filter (\S+) /.exec(section) ?? [];
  const document = join(scratch, 'openapi.yaml');
  const sample = readFileSync(join(root, 'samples/security/openapi.yaml'), 'utf8');
  writeFileSync(document, sample.replaceAll(shownAuthority, authority));
  const output = join(scratch, 'invoices-mcp');
  const args = [await packGenerator(), 'generate', document, '--filter', filter, '-o', output];
  const { status, stderr } = await runProcess(process.execPath, args, { cwd: scratch, timeoutMs: 60_000 });
  assert.equal(status, 0, stderr);
  // Written a moment ago by the generator.
  const packageJson = JSON.parse(readFileSync(join(output, 'package.json'), 'utf8')) as PackageDependencies;
  const project = await (await createWorkspace(packageJson)).adopt(output);
  assert.deepEqual((await buildProjects([project])).get(project) ?? [], []);
  return project;
}

suite('the API of the sample security', () => {
  let api: SecurityApi;
  before(async () => {
    api = await startSecurityApi();
  });
  after(() => api.close());

  const ask = (
    path: string,
    headers: Readonly<Record<string, string>> = {},
    method = 'GET',
  ): Promise<Response> => fetch(`${api.url}${path}`, { method, headers });

  test('lets nobody in without the credential of each operation', async () => {
    for (const path of ['invoices', 'calendar', 'archive', 'ledger', 'reports', 'customer', 'employee']) {
      assert.equal((await ask(`/${path}`)).status, 401, path);
    }
    assert.equal((await ask('/status')).status, 200);
    assert.deepEqual(await (await ask('/rates')).json(), { caller: 'anybody' });
  });

  test('gives tokens to the desk alone (RFC 6749 section 5.2)', async () => {
    const { clientId, clientSecret } = demoCredentials.desk;
    const tokenFor = async (form: Readonly<Record<string, string>>): Promise<readonly [number, unknown]> => {
      const url = new URL('/oauth/token', api.url);
      const answer = await fetch(url, { method: 'POST', body: new URLSearchParams(form) });
      const { error } = (await answer.json()) as { readonly error?: string };
      return [answer.status, error];
    };
    const right = { client_id: clientId, client_secret: clientSecret, grant_type: 'client_credentials' };
    assert.deepEqual(await tokenFor(right), [200, undefined]);
    assert.deepEqual(await tokenFor({ ...right, client_secret: 'wrong' }), [401, 'invalid_client']);
    assert.deepEqual(await tokenFor({ ...right, grant_type: 'password' }), [400, 'unsupported_grant_type']);
    assert.deepEqual(await tokenFor({ ...right, scope: 'other' }), [400, 'invalid_scope']);
  });

  test('says what a token lacks (RFC 6750 section 3)', async () => {
    const unknown = await ask('/invoices', { authorization: 'Bearer unknown' });
    assert.match(unknown.headers.get('www-authenticate') ?? '', /error="invalid_token"/);
  });
});
