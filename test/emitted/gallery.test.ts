import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, suite, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { call as callFromShell } from '../../samples/call.js';
import { startGalleryApi, type GalleryApi } from '../../samples/gallery/api.js';
import { startRecorder, type RecordedRequest, type Recorder } from '../cases/recorder.js';
import { buildProjects } from '../tools/build-projects.js';
import { packGenerator } from '../tools/generator.js';
import { startHttp, type HttpServer } from '../tools/http-server.js';
import { createWorkspace, type PackageDependencies, scratchFolder } from '../tools/projects.js';
import { plainEnvironment, runProcess } from '../tools/run-process.js';

const root = fileURLToPath(new URL('../../', import.meta.url));
const here = fileURLToPath(new URL('./', import.meta.url));
const readme = join(root, 'README.md');

let plain: string;
let changed: string;
let older: string;
const scratch = scratchFolder(tmpdir());

before(async () => {
  const output = join(scratch, 'gallery-mcp');
  const document = join(root, 'samples/gallery/openapi.yaml');
  const args = [await packGenerator(), 'generate', document, '-o', output];
  const { status, stderr } = await runProcess(process.execPath, args, { cwd: scratch, timeoutMs: 60_000 });
  assert.equal(status, 0, stderr);
  // Written a moment ago by the generator.
  const packageJson = JSON.parse(readFileSync(join(output, 'package.json'), 'utf8')) as PackageDependencies;
  const workspace = await createWorkspace(packageJson);
  changed = workspace.project('changed');
  cpSync(output, changed, { recursive: true });
  cpSync(join(here, 'gallery'), join(changed, 'src'), { recursive: true });
  older = workspace.project('older');
  cpSync(output, older, { recursive: true });
  cpSync(join(here, 'gallery-before-hooks'), join(older, 'src'), { recursive: true });
  plain = await workspace.adopt(output);
  // One program for all: the types of their dependencies are read once.
  const reports = await buildProjects([plain, changed, older]);
  assert.deepEqual(Object.fromEntries(reports), { [plain]: [], [changed]: [], [older]: [] });
});

type Variables = Readonly<Record<string, string>>;

function newClient(): Client {
  return new Client({ name: 'test', version: '1.0.0' }, { versionNegotiation: { mode: 'auto' } });
}

async function connectStdio(folder: string, variables: Variables): Promise<Client> {
  const client = newClient();
  const env = plainEnvironment(variables) as Record<string, string>;
  const server = { command: process.execPath, args: [join(folder, 'dist/stdio.js')], env };
  await client.connect(new StdioClientTransport({ ...server, stderr: 'ignore' }));
  return client;
}

async function connectHttp({ url }: HttpServer): Promise<Client> {
  const client = newClient();
  await client.connect(new StreamableHTTPClientTransport(new URL(url)));
  return client;
}

async function callTool(client: Client, name: string, args: Readonly<Record<string, unknown>>) {
  const {
    content,
    isError = false,
    structuredContent,
  } = await client.callTool({ name, arguments: { ...args } });
  const text = content.map((block) => (block.type === 'text' ? block.text : `<${block.type}>`)).join('\n');
  return { text, isError, structuredContent };
}

suite('hooks and overrides of an emitted project', { timeout: 300_000 }, () => {
  const signingKey = 'a key that nobody may see';
  let recorder: Recorder;
  let http: HttpServer;
  const clients = new Map<string, Client>();

  before(async () => {
    recorder = await startRecorder();
    const variables = { GALLERY_BASE_URL: `http://${recorder.authority}/v1`, SIGNING_KEY: signingKey };
    http = await startHttp(changed, variables);
    clients.set('stdio', await connectStdio(changed, variables));
    clients.set('HTTP', await connectHttp(http));
  });
  after(async () => {
    for (const client of clients.values()) await client.close();
    await http.close();
    await recorder.close();
  });

  const clientOf = (name: string): Client => {
    const client = clients.get(name);
    assert.ok(client !== undefined, name);
    return client;
  };

  const signatureOf = ({ method, target, body }: Pick<RecordedRequest, 'method' | 'target' | 'body'>) =>
    createHmac('sha256', signingKey).update(`${method}\n${target}\n`).update(body).digest('hex');

  const photo = { id: 7, title: 'Dunes', tags: ['sand'], mediaType: 'image/png', bytes: 3 };

  for (const transport of ['stdio', 'HTTP']) {
    const call = (name: string, args: Readonly<Record<string, unknown>> = {}) => {
      recorder.take();
      return callTool(clientOf(transport), name, args);
    };

    test(`${transport}: signs what is sent, byte for byte, in path, query and content`, async () => {
      recorder.answerWith({ body: { photos: [] } });
      await call('listPhotos', { tags: ['a b', 'c|d'], cursor: 'x&y=z ü' });
      const [listed] = recorder.take();
      assert.ok(listed !== undefined);
      const query = 'tags=a%20b,c%7Cd&limit=2&cursor=x%26y%3Dz%20%C3%BC&signed%20for=one%20hour';
      assert.equal(listed.target, `/v1/photos?${query}`);
      assert.equal(listed.headers.get('x-signature'), signatureOf(listed));

      recorder.answerWith({ status: 201, body: photo });
      await call('uploadPhoto', { body: { file: 'AP+AiVBORw==', info: { title: 'Dunes é' } } });
      const [uploaded] = recorder.take();
      assert.ok(uploaded !== undefined);
      assert.ok(uploaded.body.includes(Buffer.from('AP+AiVBORw==', 'base64')));
      assert.equal(uploaded.headers.get('x-signature'), signatureOf(uploaded));
    });

    test(`${transport}: shows nobody what a hook added`, async () => {
      const target = '/v1/photos?limit=1&signed%20for=one%20hour';
      const signature = signatureOf({ method: 'GET', target, body: Buffer.alloc(0) });
      recorder.answerWith({ body: { photos: [], next: `${signature}, one hour, one%20hour` } });
      const { structuredContent } = await call('listPhotos', { limit: 1 });
      assert.equal(recorder.take()[0]?.target, target);
      assert.deepEqual(structuredContent, { photos: [], next: '[redacted], [redacted], [redacted]' });
    });

    test(`${transport}: says that a hook failed, and sends nothing`, async () => {
      const body = { photos: [1], address: { name: 'Ada', city: 'Turin' } };
      const { text, isError } = await call('orderPrints', { body });
      assert.equal(isError, true);
      assert.equal(
        text,
        'A hook of this server failed; its log says where. Nothing was sent. [internal-error]',
      );
      assert.deepEqual(recorder.take(), []);
    });

    test(`${transport}: ends a call whose hook or override is slow, and sends nothing`, async () => {
      recorder.answerWith({ body: photo });
      for (const [name, args] of [
        ['replaceImage', { photoId: 1, body: 'AAAA' }],
        ['readChanges', {}],
      ] as const) {
        recorder.take();
        const controller = new AbortController();
        const request = { name, arguments: args };
        const called = clientOf(transport).callTool(request, { signal: controller.signal });
        setTimeout(() => controller.abort(), 150);
        await assert.rejects(called, name);
        await delay(150);
        assert.deepEqual(recorder.take(), [], name);
      }
      assert.equal(
        (await call('uploadPhoto', { body: { file: 'AAAA', info: { title: 'x' } } })).isError,
        false,
      );
    });

    test(`${transport}: lets overrides change arguments and results`, async () => {
      recorder.answerWith({ body: { photos: [photo], next: 'more' } });
      const { structuredContent, text } = await call('listPhotos', { limit: 20 });
      assert.match(recorder.take()[0]?.target ?? '', /limit=2&/);
      const expected = { next: 'more', photos: [{ ...photo, title: 'DUNES' }] };
      assert.deepEqual(structuredContent, expected);
      assert.deepEqual(JSON.parse(text), expected);
    });

    test(`${transport}: lets an override make two requests`, async () => {
      recorder.answerWith({ body: photo });
      const { structuredContent } = await call('getPhoto', { photoId: 7 });
      const targets = recorder.take().map(({ target }) => target.replace(/\?.*/, ''));
      assert.deepEqual(targets.sort(), ['/v1/photos/7', '/v1/photos/8']);
      assert.deepEqual(structuredContent, { ...photo, tags: ['sand', 'before Dunes'] });
    });

    test(`${transport}: lets an override pass on what is no JSON`, async () => {
      recorder.answerWith({ headers: { 'content-type': 'image/png' }, bodyBytes: 'iVBORw0KGgo=' });
      const { text, isError } = await call('downloadImage', { photoId: 7 });
      assert.deepEqual({ text, isError }, { text: '<image>', isError: false });
    });

    test(`${transport}: tells what an override says, and of a fault nothing else`, async () => {
      assert.deepEqual(await call('deletePhoto', { photoId: 7 }), {
        text: 'Photos are kept for ever. [invalid-argument]',
        isError: true,
        structuredContent: undefined,
      });
      const failed = await call('exportGallery');
      assert.equal(failed.isError, true);
      assert.equal(failed.text, 'Something went wrong inside this server. [internal-error]');
      assert.deepEqual(recorder.take(), []);
    });

    test(`${transport}: lets an override tell statuses apart`, async () => {
      recorder.answerWith({ status: 404, body: { detail: 'no' } });
      const gone = await call('getOrder', { orderId: 3 });
      assert.equal(gone.text, 'There is no order 3; orderPrints makes one. [invalid-argument]');
      recorder.answerWith({ status: 403, body: { detail: 'not for you' } });
      const forbidden = await call('getOrder', { orderId: 3 });
      assert.equal(forbidden.isError, true);
      assert.match(forbidden.text, /403[^]*\[upstream-status\][^]*not for you/);
    });
  }
});

suite('a project whose server.ts is from before there were hooks', { timeout: 300_000 }, () => {
  test('goes on with the runtime of today', async () => {
    const recorder = await startRecorder();
    const client = await connectStdio(older, {
      GALLERY_BASE_URL: `http://${recorder.authority}/v1`,
      MCP_UPSTREAM_TIMEOUT_MS: '300',
    });
    try {
      recorder.answerWith({ body: { photos: [] } });
      assert.deepEqual((await callTool(client, 'listPhotos', {})).structuredContent, { photos: [] });
      recorder.answerWith({ stall: true });
      assert.match((await callTool(client, 'listPhotos', {})).text, /\b0\.3 s\b.*\[upstream-timeout\]/);
    } finally {
      await client.close();
      await recorder.close();
    }
  });
});

/** A command of the README that calls a tool, and all that it prints. */
interface ShownCall {
  readonly command: string;
  readonly output: string;
}

const tryIt = /(?<=^### Try it: [^\n]*\n)[^]*?(?=^##)/m;
const shownCall = /^\$ (npx tsx samples\/call\.ts .+)\n((?:(?!\$ |```).*\n)*)/gm;

suite('README.md shows what calls of the gallery print', { timeout: 300_000 }, () => {
  const text = readFileSync(readme, 'utf8');
  const [section = ''] = tryIt.exec(text) ?? [];
  const calls = [...section.matchAll(shownCall)].map(([, command = '', output = '']): ShownCall => ({
    command,
    output,
  }));
  const printed: string[] = [];
  let api: GalleryApi;

  before(async () => {
    api = await startGalleryApi();
  });
  after(async () => {
    await api.close();
    if (process.env['UPDATE_GOLDEN'] !== '1') return;
    const shown = section.replace(
      shownCall,
      (_, command: string) => `$ ${command}\n${printed.shift() ?? ''}`,
    );
    // Another test may have changed another chapter since.
    writeFileSync(
      readme,
      readFileSync(readme, 'utf8').replace(tryIt, () => shown),
    );
  });

  test('uploads, downloads, pages and forms', () => {
    const shown = calls.map(({ command }) => command).join('\n');
    for (const tool of ['uploadPhoto', 'replaceImage', 'downloadImage', 'listPhotos', 'orderPrints']) {
      assert.match(shown, new RegExp(` ${tool} `));
    }
  });

  for (const { command, output } of calls) {
    test(command, async () => {
      const environment = { ...plainEnvironment(), GALLERY_BASE_URL: api.url };
      const { text: lines } = await callFromShell(shellArguments(command).map(inScratch), environment);
      printed.push(`${lines.replaceAll(join(scratch, 'lake.png'), '../lake.png')}\n`);
      if (process.env['UPDATE_GOLDEN'] !== '1') assert.equal(output, printed.at(-1));
    });
  }
});

/** The words behind the name of the script. */
function shellArguments(command: string): readonly string[] {
  const words = command.match(/'[^']*'|\S+/g) ?? [];
  return words.slice(3).map((word) => word.replace(/^'(.*)'$/, '$1'));
}

/** The same with the project of this test, and with files in its folder. */
function inScratch(word: string): string {
  return word === '../gallery-mcp' ? plain : word.replace('../lake.png', () => join(scratch, 'lake.png'));
}
