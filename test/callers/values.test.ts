import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type {
  FixedArgument,
  FixedType,
  ParameterBinding,
  RequestBinding,
} from '../../src/runtime/binding.js';
import { createCallTool } from '../../src/runtime/call.js';
import type { Caller } from '../../src/runtime/caller.js';
import { defaultLimits } from '../../src/runtime/limits.js';
import type { CallOrigin } from '../../src/runtime/request/caller-values.js';
import { readFixed } from '../../src/runtime/request/fixed-arguments.js';
import { environmentCredentials } from '../../src/runtime/security.js';
import { ToolError, type ToolErrorCode } from '../../src/runtime/tool-error.js';
import { startApi } from '../runtime/loopback-api.js';
import { madeManifest, madeTool } from '../runtime/made-manifest.js';
import { madeCaller } from './callers.js';

const form = { style: 'form', explode: true } as const;
const simple = { style: 'simple', explode: false } as const;
const inQuery: ParameterBinding = { property: 'p', name: 'p', in: 'query', ...form };
const inPath: ParameterBinding = { property: 'p', name: 'p', in: 'path', ...simple };
const inHeader: ParameterBinding = { property: 'p', name: 'X-P', in: 'header', ...simple };

function bindingOf(fixed: FixedArgument, parameter: ParameterBinding = inQuery): RequestBinding {
  return { method: 'GET', path: '/', parameters: [parameter], fixed: [fixed], accept: [], security: [] };
}

async function valueOf(fixed: FixedArgument, origin: CallOrigin, parameter?: ParameterBinding) {
  const { values, secrets } = await readFixed(bindingOf(fixed, parameter), {}, origin);
  assert.deepEqual(secrets, []);
  return values[fixed.property];
}

async function failureOf(
  code: ToolErrorCode,
  fixed: FixedArgument,
  origin: CallOrigin,
  parameter?: ParameterBinding,
): Promise<string> {
  const failure = await readFixed(bindingOf(fixed, parameter), {}, origin).catch((error: unknown) => error);
  assert.ok(failure instanceof ToolError, `no error, but ${JSON.stringify(failure)}`);
  assert.equal(failure.code, code);
  assert.match(failure.message, /nothing was sent/);
  return failure.message;
}

/** A caller whose token says this, as JSON has it. */
function claiming(claims: string): CallOrigin {
  return { caller: madeCaller([], { claims: JSON.parse(claims) as Caller['claims'] }) };
}

suite('a value from a claim', () => {
  const read: readonly [type: FixedType | undefined, claim: string, value: unknown][] = [
    [undefined, '"t-1"', 't-1'],
    [undefined, '" a b "', ' a b '],
    [undefined, '42', '42'],
    [undefined, '0', '0'],
    [undefined, 'false', 'false'],
    ['integer', '42', 42],
    ['integer', '"42"', 42],
    ['number', '1.5', 1.5],
    ['number', '"1.5"', 1.5],
    ['boolean', 'false', false],
    ['boolean', '"true"', true],
    ['array', '["a","b"]', ['a', 'b']],
    ['array', '[0]', [0]],
    ['object', '{"a":1}', { a: 1 }],
    ['json', '"a"', 'a'],
    ['json', '[1]', [1]],
    ['json', 'false', false],
  ];
  for (const [type, claim, value] of read) {
    test(`is ${claim} as ${type ?? 'text'}`, async () => {
      const fixed = { property: 'p', claim: 'tid', ...(type && { type }) };
      assert.deepEqual(await valueOf(fixed, claiming(`{"tid":${claim}}`)), value);
    });
  }

  const wrong: readonly [type: FixedType | undefined, claim: string][] = [
    [undefined, '["HUSH"]'],
    [undefined, '{"a":"HUSH"}'],
    [undefined, '9007199254740993'],
    [undefined, '1e999'],
    ['integer', '1.5'],
    ['integer', '"HUSH"'],
    ['integer', '"1e3"'],
    ['integer', '"042"'],
    ['integer', '9007199254740993'],
    ['integer', 'true'],
    ['number', '"HUSH"'],
    ['number', '9007199254740993'],
    ['boolean', '1'],
    ['boolean', '"HUSH"'],
    ['array', '"HUSH"'],
    ['array', '{"0":"HUSH"}'],
    ['array', '[[9007199254740993]]'],
    ['json', '{"a":[-9007199254740993]}'],
    ['object', '["HUSH"]'],
  ];
  for (const [type, claim] of wrong) {
    test(`refuses ${claim} as ${type ?? 'text'}, and does not show it`, async () => {
      const fixed = { property: 'p', claim: 'tid', ...(type && { type }) };
      const message = await failureOf('invalid-claim', fixed, claiming(`{"tid":${claim}}`));
      assert.match(message, /^The claim 'tid' in the token of this client /);
      assert.doesNotMatch(message, /HUSH|9007/);
    });
  }

  // An API may take no tenant for every tenant.
  const empty = ['null', '""', '" "', '[]', '[null]', '["", " "]', '{}'];
  for (const claim of empty) {
    for (const type of [undefined, 'array', 'object', 'json'] as const) {
      test(`is missing where it is ${claim}, read as ${type ?? 'text'}`, async () => {
        const fixed = { property: 'p', claim: 'tid', ...(type && { type }) };
        await failureOf('missing-claim', fixed, claiming(`{"tid":${claim}}`));
      });
    }
  }

  const absent: readonly [claim: string, claims: string][] = [
    ['tid', '{}'],
    ['tid', '{"TID":"a","tid ":"b"}'],
    ['org.tid', '{"org":{"tid":"a"}}'],
    ['org/tid', '{"org":{"tid":"a"}}'],
    ['constructor', '{}'],
    ['__proto__', '{}'],
    ['toString', '{}'],
  ];
  for (const [claim, claims] of absent) {
    test(`is the claim '${claim}' alone: ${claims} has none`, async () => {
      const message = await failureOf('missing-claim', { property: 'p', claim }, claiming(claims));
      assert.ok(message.includes(`'${claim}'`));
    });
  }

  const named = ['org.tid', 'https://example.com/tid', '__proto__', 'constructor'];
  for (const claim of named) {
    test(`can have the name '${claim}'`, async () => {
      const origin = claiming(`{${JSON.stringify(claim)}:"t"}`);
      assert.equal(await valueOf({ property: 'p', claim }, origin), 't');
    });
  }

  test('is missing where nobody is known to call, as on stdio', async () => {
    const message = await failureOf('missing-claim', { property: 'p', claim: 'tid' }, {});
    assert.match(message, /'tid'.*MCP_AUTH=oauth/);
  });

  test('is missing with a static token, which says nothing', async () => {
    await failureOf('missing-claim', { property: 'p', claim: 'tid' }, { caller: madeCaller(undefined) });
  });

  const unsendable: readonly [parameter: ParameterBinding, type: FixedType | undefined, claim: string][] = [
    [inPath, undefined, '".."'],
    [inPath, undefined, '"a\\u0000"'],
    [inHeader, undefined, '"a\\r\\nX-Evil: 1"'],
    [inHeader, undefined, '"é"'],
    [inHeader, 'array', '["a,b"]'],
    [inQuery, undefined, '"\\ud800"'],
    [{ ...inQuery, style: 'deepObject' }, 'object', '{"a":null}'],
  ];
  for (const [parameter, type, claim] of unsendable) {
    test(`that cannot be sent in a ${parameter.in} is refused: ${claim}`, async () => {
      const fixed = { property: 'p', claim: 'tid', ...(type && { type }) };
      const message = await failureOf('invalid-claim', fixed, claiming(`{"tid":${claim}}`), parameter);
      assert.match(message, new RegExp(`${parameter.in} parameter '${parameter.name}'`));
      assert.doesNotMatch(message, /Evil|argument/);
    });
  }
});

suite('a value from a header', () => {
  const sent = (value?: string): CallOrigin => ({
    inbound: new Headers(value === undefined ? {} : { 'x-tenant': value }),
  });
  const fixed = { property: 'p', header: 'x-tenant' };

  const read: readonly [type: FixedType | undefined, text: string, value: unknown][] = [
    [undefined, 't-1', 't-1'],
    [undefined, 'a b', 'a b'],
    ['integer', '42', 42],
    ['boolean', 'true', true],
    ['array', '["a","b"]', ['a', 'b']],
  ];
  for (const [type, text, value] of read) {
    test(`is ${text} as ${type ?? 'text'}`, async () => {
      assert.deepEqual(await valueOf({ ...fixed, ...(type && { type }) }, sent(text)), value);
    });
  }

  for (const origin of [sent(), sent(''), sent('  '), {}]) {
    const where = origin.inbound === undefined ? 'on stdio' : `with '${origin.inbound.get('x-tenant')}'`;
    test(`is nothing where it is optional, ${where}`, async () => {
      assert.equal(await valueOf(fixed, origin), undefined);
    });
    test(`is asked for where it is required, ${where}`, async () => {
      const message = await failureOf('missing-header', { ...fixed, required: true }, origin);
      assert.match(message, /'x-tenant' of the HTTP request/);
    });
  }

  const twice = new Headers([
    ['x-tenant', 'a'],
    ['x-tenant', 'b'],
  ]);
  const wrong: readonly [of: string, type: FixedType | undefined, origin: CallOrigin][] = [
    ['two of a name', undefined, { inbound: twice }],
    [
      'two of a name',
      'integer',
      {
        inbound: new Headers([
          ['x-tenant', '1'],
          ['x-tenant', '2'],
        ]),
      },
    ],
    ['two lists', 'array', sent('["a"], ["b"]')],
    ['a control character', undefined, sent('HUSH\x01')],
    ['a tab inside', undefined, sent('HUSH\tx')],
    ['what is no ASCII', undefined, sent('HUSHé')],
    ['another type', 'integer', sent('HUSH')],
    ['another type', 'object', sent('["HUSH"]')],
    ['null', 'json', sent('null')],
  ];
  for (const [of, type, origin] of wrong) {
    test(`refuses ${of} as ${type ?? 'text'}, and does not show it`, async () => {
      const message = await failureOf('invalid-header', { ...fixed, ...(type && { type }) }, origin);
      assert.match(message, /^The header 'x-tenant' of this request /);
      assert.doesNotMatch(message, /HUSH/);
    });
  }

  const credentials = [
    'authorization',
    'cookie',
    'x-api-key',
    'proxy-authorization',
    'x-auth-token',
    'dpop',
    'client-cert',
    'x-ssl-client-certificate',
    'x-client-certs',
    'mtls-subject',
    'x-amzn-oidc-data',
    'x-saml-assertion',
    'no token',
  ];
  for (const header of credentials) {
    test(`is never '${header}'`, async () => {
      const inbound = new Headers(header === 'no token' ? {} : { [header]: 'Bearer HUSH' });
      const message = await failureOf('invalid-header', { property: 'p', header }, { inbound });
      assert.doesNotMatch(message, /HUSH/);
    });
  }

  test('that its place cannot carry is refused', async () => {
    await failureOf('invalid-header', fixed, sent('..'), inPath);
  });
});

/** The error of a call that the API never heard of. */
function textOf(answer: object | string): string {
  assert.ok(typeof answer === 'string', `the API was asked: ${JSON.stringify(answer)}`);
  return answer;
}

suite('an argument', () => {
  const tenant = { property: 'tenant', name: 'tenant', in: 'query', ...form } as const;
  const filter = { property: 'filter', name: 'filter', in: 'query', ...form } as const;
  const page = { property: 'page', name: 'page[number]', in: 'query', ...form } as const;
  const size = { property: 'size', name: 'page[size]', in: 'query', ...form } as const;
  const deep = { property: 'deep', name: 'deep', in: 'query', style: 'deepObject', explode: true } as const;
  const cookies = { property: 'cookies', name: 'cookies', in: 'cookie', ...form } as const;
  const sid = { property: 'sid', name: 'sid', in: 'cookie', ...form } as const;
  const claim = (property: string) => ({ property, claim: 'tid' });

  /** Calls an operation with these parameters; answers with what the API was asked, or the code of the error. */
  async function call(
    parameters: readonly ParameterBinding[],
    fixed: readonly FixedArgument[],
    args: string,
    path = '/list',
  ): Promise<{ readonly asked: string; readonly cookie: string | undefined } | string> {
    const api = await startApi();
    try {
      const request = { method: 'GET', path, parameters, fixed, accept: [], security: [] };
      const tool = madeTool({ name: 'list', request, inputSchema: { type: 'object', properties: {} } });
      const manifest = madeManifest([tool], { upstream: { url: api.url, variables: {}, env: 'URL' } });
      const settings = { credentials: environmentCredentials({}), environment: {}, limits: defaultLimits };
      const { caller } = claiming('{"tid":"mine"}');
      const result = await createCallTool(manifest, settings)(
        tool,
        JSON.parse(args) as Record<string, unknown>,
        { signal: new AbortController().signal, progress: () => undefined, ...(caller && { caller }) },
      );
      const [seen] = api.requests;
      if (seen !== undefined) return { asked: seen.target, cookie: seen.headers.cookie };
      return JSON.stringify(result.content);
    } finally {
      api.stop();
    }
  }

  test('does not take the place of a claim', async () => {
    for (const args of ['{"tenant":"other"}', '{"tenant":null}', '{"__proto__":{"tenant":"other"}}']) {
      assert.deepEqual(await call([tenant], [claim('tenant')], args), {
        asked: '/list?tenant=mine',
        cookie: undefined,
      });
    }
  });

  test('does not take it where both are called __proto__', async () => {
    const odd = { ...tenant, property: '__proto__', name: '__proto__' };
    assert.deepEqual(await call([odd], [claim('__proto__')], '{"__proto__":"other"}'), {
      asked: '/list?__proto__=mine',
      cookie: undefined,
    });
  });

  const members = ['tenant', 'TENANT', 'Tenant', 'tenant[]', 'tenant[0]', 'tenant[$ne]', ' tenant'];
  for (const member of members) {
    test(`does not bring a second one as a member '${member}' of an exploded object`, async () => {
      const args = JSON.stringify({ filter: { [member]: 'other' } });
      for (const order of [
        [tenant, filter],
        [filter, tenant],
      ]) {
        const text = await call(order, [claim('tenant')], args);
        assert.match(textOf(text), /would set the query parameter 'tenant'.*nothing was sent.*invalid-arg/);
      }
    });

    test(`nor in place of a header that is not there, as '${member}'`, async () => {
      const args = JSON.stringify({ filter: { [member]: 'other' } });
      const text = await call([tenant, filter], [{ property: 'tenant', header: 'x-tenant' }], args);
      assert.match(textOf(text), /would set the query parameter 'tenant'/);
    });
  }

  test('may have other members', async () => {
    const args = '{"filter":{"tenants":"a","of":"b"}}';
    assert.deepEqual(await call([tenant, filter], [claim('tenant')], args), {
      asked: '/list?tenant=mine&tenants=a&of=b',
      cookie: undefined,
    });
  });

  test('may be another parameter whose name begins alike', async () => {
    assert.deepEqual(await call([size, page], [claim('size')], '{"page":"2"}'), {
      asked: '/list?page%5Bsize%5D=mine&page%5Bnumber%5D=2',
      cookie: undefined,
    });
  });

  test('does not reach a fixed member of a deep object', async () => {
    const inner = { ...tenant, name: 'deep[tenant]' };
    const text = await call([inner, deep], [claim('tenant')], '{"deep":{"tenant":"other"}}');
    assert.match(textOf(text), /would set the query parameter 'deep\[tenant\]'/);
  });

  test('does not bring a second member of a fixed object', async () => {
    const fixed = { property: 'filter', value: { tenant: 'mine' } };
    const other = { ...filter, property: 'other', name: 'other' };
    assert.deepEqual(await call([filter, other], [fixed], '{"other":{"a":"b"}}'), {
      asked: '/list?tenant=mine&a=b',
      cookie: undefined,
    });
    const text = await call([filter, other], [fixed], '{"other":{"tenant":"other"}}');
    assert.match(textOf(text), /would set/);
  });

  test('is not blamed for what the path itself has in its query', async () => {
    assert.deepEqual(await call([tenant], [claim('tenant')], '{}', '/list?tenant=all'), {
      asked: '/list?tenant=all&tenant=mine',
      cookie: undefined,
    });
  });

  test('does not bring a second cookie', async () => {
    const text = await call([sid, cookies], [claim('sid')], '{"cookies":{"sid":"other"}}');
    assert.match(textOf(text), /would set the cookie parameter 'sid'/);
    assert.deepEqual(await call([sid, cookies], [claim('sid')], '{"cookies":{"a":"b"}}'), {
      asked: '/list',
      cookie: 'sid=mine; a=b',
    });
  });

  test('does not replace a header by one whose name differs in case', async () => {
    const fixedHeader = { ...inHeader, property: 'tenant', name: 'X-Tenant' };
    const other = { ...inHeader, property: 'other', name: 'x-tenant' };
    for (const order of [
      [fixedHeader, other],
      [other, fixedHeader],
    ]) {
      const text = await call(order, [claim('tenant')], '{"other":"other"}');
      if (typeof text === 'string') assert.match(text, /would set the header parameter/);
      else assert.equal(order[1], fixedHeader);
    }
  });
});
