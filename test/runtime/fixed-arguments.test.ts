import assert from 'node:assert/strict';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import type {
  FixedArgument,
  FixedType,
  ParameterBinding,
  RequestBinding,
} from '../../src/runtime/binding.js';
import { createCallTool } from '../../src/runtime/call.js';
import { readFixed } from '../../src/runtime/request/fixed-arguments.js';
import { environmentCredentials } from '../../src/runtime/security.js';
import { ToolError } from '../../src/runtime/tool-error.js';
import { scratch } from '../write/scratch.js';
import { madeManifest, madeTool } from './made-manifest.js';
import { defaultLimits } from '../../src/runtime/limits.js';

const form = { style: 'form', explode: true } as const;
const inQuery: ParameterBinding = { property: 'p', name: 'p', in: 'query', ...form };

function bindingOf(fixed: FixedArgument, parameter: ParameterBinding = inQuery): RequestBinding {
  return { method: 'GET', path: '/', parameters: [parameter], fixed: [fixed], accept: [], security: [] };
}

suite('a fixed argument', () => {
  test('is a value of the manifest', async () => {
    const { values, secrets } = await readFixed(bindingOf({ property: 'p', value: [1] }), {});
    assert.deepEqual({ ...values }, { p: [1] });
    assert.deepEqual(secrets, []);
  });

  test('keeps a name that is found on every object', async () => {
    const { values } = await readFixed(bindingOf({ property: '__proto__', value: 'a' }), {});
    assert.deepEqual(Object.entries(values), [['__proto__', 'a']]);
  });

  const read: readonly [type: FixedType | undefined, text: string, value: unknown][] = [
    [undefined, 'a b', 'a b'],
    [undefined, '12', '12'],
    ['integer', '12', 12],
    ['number', '1.5', 1.5],
    ['boolean', 'true', true],
    ['array', '["a",1]', ['a', 1]],
    ['object', '{"a":1}', { a: 1 }],
    ['json', '"a"', 'a'],
  ];
  for (const [type, text, value] of read) {
    test(`is the text ${text} read as ${type ?? 'text'}`, async () => {
      const fixed = { property: 'p', env: 'P', ...(type && { type }) };
      const { values } = await readFixed(bindingOf(fixed), { P: text });
      assert.deepEqual({ ...values }, { p: value });
    });
  }

  const refused: readonly [type: FixedType, text: string, why: RegExp][] = [
    ['integer', '1.5', /whole number/],
    ['integer', '9007199254740993', /whole number/],
    ['integer', 'HUSH', /whole number/],
    ['number', '"1"', /a number/],
    ['boolean', 'yes', /true or false/],
    ['array', '{}', /an array/],
    ['object', '[]', /an object/],
    ['json', 'null', /JSON/],
  ];
  for (const [type, text, why] of refused) {
    test(`refuses the text ${text} as ${type}, and does not show it`, async () => {
      const failure = await failureOf(bindingOf({ property: 'p', env: 'P', type }), { P: text });
      assert.equal(failure.code, 'invalid-setting');
      assert.match(failure.message, new RegExp(`^P has to be .*${why.source}.*; nothing was sent\\.$`));
      assert.doesNotMatch(failure.message, /HUSH/);
    });
  }

  for (const environment of [{}, { P: '' }, { P: ' ' }]) {
    test(`is asked for by the name of its variable where it is ${JSON.stringify(environment)}`, async () => {
      const fixed = { property: 'p', env: 'P', required: true } as const;
      const failure = await failureOf(bindingOf(fixed), environment);
      assert.equal(failure.code, 'missing-setting');
      assert.match(failure.message, /Set P in the environment/);
    });

    test(`is nothing where it is optional, and ${JSON.stringify(environment)}`, async () => {
      const { values, secrets } = await readFixed(bindingOf({ property: 'p', env: 'P' }), environment);
      assert.deepEqual({ ...values }, { p: undefined });
      assert.deepEqual(secrets, []);
    });
  }

  const unwritable: readonly [place: ParameterBinding, text: string][] = [
    [{ property: 'p', name: 'X-P', in: 'header', style: 'simple', explode: false }, 'a\r\nb'],
    [{ property: 'p', name: 'p', in: 'path', style: 'simple', explode: false }, '..'],
    [{ property: 'p', name: 'p', in: 'path', style: 'simple', explode: false }, 'a\nb'],
  ];
  for (const [place, text] of unwritable) {
    test(`${JSON.stringify(text)} is the fault of the setting in a ${place.in} parameter`, async () => {
      const failure = await failureOf(bindingOf({ property: 'p', env: 'P' }, place), { P: text });
      assert.equal(failure.code, 'invalid-setting');
      assert.match(failure.message, new RegExp(`^P holds .* ${place.in} parameter '${place.name}'`));
    });
  }

  test('that is a secret is named among those', async () => {
    const { secrets } = await readFixed(bindingOf({ property: 'p', env: 'P', secret: true }), { P: 'a/b' });
    assert.ok(secrets.includes('a/b') && secrets.includes('a%2Fb'));
  });

  test('can stand in a file', async (t) => {
    const file = join(scratch(t), 'p');
    writeFileSync(file, 'from a file\n');
    const { values } = await readFixed(bindingOf({ property: 'p', env: 'P' }), { P_FILE: file });
    assert.deepEqual({ ...values }, { p: 'from a file' });
  });

  test('is told of by the variable of its file, where it stands in one', async (t) => {
    const file = join(scratch(t), 'p');
    writeFileSync(file, 'no number');
    const request = bindingOf({ property: 'p', env: 'P', type: 'number' });
    assert.match((await failureOf(request, { P_FILE: file })).message, /^P_FILE has to be /);
    assert.match((await failureOf(request, { P: 'no number', P_FILE: file })).message, /^P has to be /);
  });
});

async function failureOf(request: RequestBinding, environment: Record<string, string>): Promise<ToolError> {
  const failure = await readFixed(request, environment).then(
    () => undefined,
    (error: unknown) => error,
  );
  assert.ok(failure instanceof ToolError);
  return failure;
}

suite('a call', () => {
  const toolWith = (required: { readonly required?: true }) =>
    madeTool({
      name: 'list',
      request: {
        method: 'GET',
        path: '/list',
        parameters: [inQuery, { ...inQuery, property: 'key', name: 'key' }],
        fixed: [
          { property: 'p', value: 'always' },
          { property: 'key', env: 'FIXED_KEY', secret: true, ...required },
        ],
        accept: [],
        security: [],
      },
    });

  /** Calls the tool with an argument for what is fixed; an API that answers with its own address. */
  async function callWith(environment: Readonly<Record<string, string>>, tool = toolWith({})) {
    const targets: (string | undefined)[] = [];
    const server = createServer(({ url }, response) => {
      targets.push(url);
      response.setHeader('content-type', 'application/json').end(JSON.stringify({ url }));
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const manifest = madeManifest([tool], { upstream: { url, variables: {}, env: 'URL' } });
    const credentials = environmentCredentials(environment);
    const call = createCallTool(manifest, { credentials, environment, limits: defaultLimits });
    const context = { signal: new AbortController().signal, progress: () => undefined };
    try {
      return { result: await call(tool, { p: 'other', key: 'other' }, context), targets };
    } finally {
      server.close().closeAllConnections();
    }
  }

  test('sends what is fixed, whatever its arguments are, and shows no secret', async () => {
    const { result, targets } = await callWith({ FIXED_KEY: 'SECRETq71' });
    assert.deepEqual(targets, ['/list?p=always&key=SECRETq71']);
    assert.doesNotMatch(JSON.stringify(result), /SECRETq71/);
    assert.match(JSON.stringify(result), /redacted/);
  });

  test('leaves out what is optional and not set, whatever its arguments are', async () => {
    const { targets } = await callWith({});
    assert.deepEqual(targets, ['/list?p=always']);
  });

  test('sends nothing where a setting is missing', async () => {
    const { result, targets } = await callWith({}, toolWith({ required: true }));
    assert.deepEqual(targets, []);
    assert.equal(result.isError, true);
    assert.match(JSON.stringify(result.content), /FIXED_KEY.*missing-setting/);
  });
});
