import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { NamedScheme, Operation } from '../../src/model/model.js';
import type { OperationSettings, ScopeSettings, ToolSettings } from '../../src/plan/settings.js';
import type { AuthMode } from '../../src/runtime/authorization/variables.js';
import { model, operation, plan } from './documents.js';

const named = (scheme: NamedScheme['scheme']): NamedScheme => ({ scheme, description: undefined });

const securitySchemes: ReadonlyMap<string, NamedScheme> = new Map([
  ['oauth', named({ type: 'oauth2', flows: { clientCredentials: {} } })],
  ['other', named({ type: 'oauth2', flows: { clientCredentials: {} } })],
  ['oidc', named({ type: 'openIdConnect', openIdConnectUrl: 'https://issuer.example.com' })],
  ['key', named({ type: 'apiKey', in: 'header', name: 'X-Key' })],
  ['bearer', named({ type: 'http', scheme: 'bearer' })],
  ['__proto__', named({ type: 'oauth2', flows: { clientCredentials: {} } })],
]);

interface Said {
  readonly extensions?: Readonly<Record<string, unknown>>;
  readonly config?: OperationSettings;
  readonly ofTag?: OperationSettings;
  readonly scopes?: ScopeSettings;
  readonly auth?: AuthMode | undefined;
}

/** The scopes of the one tool of an API called Pets, and what was found. */
function scopesOf(own: Partial<Operation>, { extensions = {}, config, ofTag, scopes, ...chosen }: Said = {}) {
  const one = operation({
    path: '/pets',
    operationId: 'listPets',
    tags: ['pets'],
    extensions: new Map(Object.entries(extensions)),
    ...own,
  });
  const settings: ToolSettings = {
    operations: config === undefined ? {} : { listPets: config },
    tags: ofTag === undefined ? {} : { pets: ofTag },
    ...(scopes === undefined ? {} : { server: { scopes } }),
  };
  const { plan: planned, found } = plan(model([one], { securitySchemes }), {
    auth: 'oauth',
    settings,
    ...chosen,
  });
  return { isTool: planned !== undefined, scopes: planned?.manifest.tools[0]?.scopes, found };
}

suite('the scopes of a tool are', () => {
  const cases: readonly [of: string, security: Operation['security'], scopes: unknown][] = [
    ['none where the document asks for no credentials', [], undefined],
    ['none where it asks for nothing but anonymous calls', [{}], undefined],
    ['those of an OAuth requirement', [{ oauth: ['a', 'b'] }], [['a', 'b']]],
    ['those of an OpenID Connect requirement', [{ oidc: ['a'] }], [['a']]],
    ['one set for each alternative', [{ oauth: ['a'] }, { oidc: ['b'] }], [['a'], ['b']]],
    ['each set once, whatever its order', [{ oauth: ['a', 'b'] }, { oidc: ['b', 'a'] }], [['a', 'b']]],
    ['all of schemes that are needed together', [{ oauth: ['a'], other: ['b', 'a'] }], [['a', 'b']]],
    ['those of OAuth beside a key', [{ oauth: ['a'], key: [] }], [['a']]],
    ['made from the server where a key is asked for', [{ key: [] }], [['pets:read']]],
    ['made from the server where OAuth names none', [{ oauth: [] }], [['pets:read']]],
    // OpenAPI 3.1, Security Requirement Object: lists of other types are role names.
    ['not the roles of another scheme', [{ bearer: ['admin'] }], [['pets:read']]],
    // The anonymous alternative is about the API.
    ['not given up for an anonymous alternative', [{ oauth: ['a'] }, {}], [['a']]],
    ['never offline_access', [{ oauth: ['a', 'offline_access'] }], [['a']]],
    ['made from the server where offline_access is all', [{ oauth: ['offline_access'] }], [['pets:read']]],
    ['those of a scheme with an inherited name', [{ ['__proto__']: ['a'] }], [['a']]],
    ['text like any other', [{ oauth: ['constructor', '__proto__'] }], [['constructor', '__proto__']]],
  ];
  for (const [of, security, expected] of cases) {
    test(of, () => {
      const { scopes, found } = scopesOf({ security });
      assert.deepEqual(scopes, expected);
      assert.deepEqual(
        found.filter(([code]) => code.includes('scope')),
        [],
      );
    });
  }

  // RFC 9110 9.2.1 has GET, HEAD, OPTIONS and TRACE safe; QUERY is so by its own definition.
  const methods: readonly [methods: readonly string[], last: string][] = [
    [['GET', 'HEAD', 'OPTIONS', 'TRACE', 'QUERY'], 'read'],
    [['POST', 'PUT', 'PATCH', 'DELETE', 'PURGE'], 'write'],
  ];
  for (const [all, last] of methods) {
    for (const method of all) {
      test(`made to ${last} for ${method}`, () => {
        assert.deepEqual(scopesOf({ method, security: [{ key: [] }] }).scopes, [[`pets:${last}`]]);
      });
    }
  }
});

suite('what is said of the scopes of an operation', () => {
  const security = [{ oauth: ['document'] }];
  const cases: readonly [of: string, said: Said, scopes: unknown][] = [
    ['counts above the document', { config: { scopes: ['mine', 'too', 'mine'] } }, [['mine', 'too']]],
    ['can let every client in', { config: { scopes: [] } }, undefined],
    ['counts for all of a tag', { ofTag: { scopes: ['mine'] } }, [['mine']]],
    ['counts above that of its tag', { config: { scopes: [] }, ofTag: { scopes: ['mine'] } }, undefined],
    ['by an extension counts', { extensions: { 'x-required-scopes': ['e', 'f'] } }, [['e', 'f']]],
    ['by an extension can be one text', { extensions: { 'x-pd-requires-scope': 'e.read' } }, [['e.read']]],
    ['in a text stands between blanks', { extensions: { 'x-required-scopes': ' e  f ' } }, [['e', 'f']]],
    ['by x-speakeasy-mcp counts', { extensions: { 'x-speakeasy-mcp': { scopes: ['e'] } } }, [['e']]],
    ['by an empty extension is nothing', { extensions: { 'x-required-scopes': [] } }, [['document']]],
    [
      'by the configuration counts above an extension',
      { config: { scopes: ['mine'] }, extensions: { 'x-required-scopes': ['e'] } },
      [['mine']],
    ],
    [
      'by an extension leaves offline_access out',
      { extensions: { 'x-required-scopes': ['e', 'offline_access'] } },
      [['e']],
    ],
    [
      'by an extension of offline_access alone is that of this server',
      { extensions: { 'x-required-scopes': ['offline_access'] } },
      [['pets:read']],
    ],
    [
      'by an extension of it alone, in a text, is that of this server',
      { extensions: { 'x-pd-requires-scope': ' offline_access ' } },
      [['pets:read']],
    ],
  ];
  for (const [of, said, expected] of cases) {
    test(of, () => assert.deepEqual(scopesOf({ security }, said).scopes, expected));
  }

  const unreadable = [5, null, false, ['a b'], ['"'], ['a', 5], ['a', ['b']], { a: true }, ['ä'], 'a "'];
  const places: readonly [key: string, extensionOf: (value: unknown) => unknown][] = [
    ['x-required-scopes', (value) => value],
    ['x-pd-requires-scope', (value) => value],
    ['x-speakeasy-mcp', (scopes) => ({ scopes })],
  ];
  for (const value of unreadable) {
    for (const [key, extensionOf] of places) {
      const extensions = { [key]: extensionOf(value) };
      test(`by ${key} leaves the operation out where it is ${JSON.stringify(value)}`, () => {
        for (const asked of [security, []]) {
          const { isTool, found } = scopesOf({ security: asked }, { extensions });
          assert.equal(isTool, false);
          assert.deepEqual(
            found.map(([code]) => code),
            ['operation-skipped', 'no-operations'],
          );
        }
      });
    }
  }

  for (const extensions of [
    { 'X-Required-Scopes': ['admin'] },
    { 'x-PD-requires-scope': 'admin' },
    { 'X-Speakeasy-MCP': { scopes: ['admin'] } },
  ]) {
    test(`by ${Object.keys(extensions).join()}, in other letters, leaves the operation out`, () => {
      const { isTool, found } = scopesOf({ security: [] }, { extensions });
      assert.equal(isTool, false);
      assert.match(String(found[0]), /operation-skipped.*is written otherwise than `x-/);
      assert.equal(scopesOf({ security: [] }, { extensions, config: { scopes: ['c'] } }).isTool, true);
    });
  }

  test('by an unreadable extension is nothing where the configuration, or a field before it, says them', () => {
    const extensions = { 'x-speakeasy-mcp': { scopes: ['e'] }, 'x-required-scopes': ['a', 5] };
    assert.deepEqual(scopesOf({ security }, { extensions }).scopes, [['e']]);
    const [, last] = Object.entries(extensions);
    const said = {
      extensions: Object.fromEntries(last === undefined ? [] : [last]),
      config: { scopes: ['c'] },
    };
    assert.deepEqual(scopesOf({ security: [] }, said).scopes, [['c']]);
    const freed = scopesOf({ security }, { ...said, config: { scopes: [] } });
    assert.deepEqual([freed.isTool, freed.scopes], [true, undefined]);
  });
});

suite('scopes that tokens call otherwise', () => {
  const rename = Object.fromEntries([
    ['a', 'pets.a'],
    ['pets:read', 'pets.read'],
    ['same', 'b'],
    ['__proto__', 'p'],
  ]);
  const cases: readonly [of: string, own: Partial<Operation>, said: Said, scopes: unknown][] = [
    ['are renamed', { security: [{ oauth: ['a', 'b'] }] }, {}, [['pets.a', 'b']]],
    ['are renamed where they are made', { security: [{ key: [] }] }, {}, [['pets.read']]],
    ['are renamed in extensions', {}, { extensions: { 'x-required-scopes': ['a'] } }, [['pets.a']]],
    ['are not renamed in the configuration', {}, { config: { scopes: ['a'] } }, [['a']]],
    ['can become one', { security: [{ oauth: ['same', 'b'] }] }, {}, [['b']]],
    ['can become one set', { security: [{ oauth: ['same'] }, { oidc: ['b'] }] }, {}, [['b']]],
    ['can be called like anything', { security: [{ oauth: ['__proto__'] }] }, {}, [['p']]],
  ];
  for (const [of, own, said, expected] of cases) {
    test(of, () => assert.deepEqual(scopesOf(own, { ...said, scopes: { rename } }).scopes, expected));
  }
});

suite('a new name for a scope', () => {
  test('is told where the configuration alone has the old one', () => {
    const { scopes, found } = scopesOf({}, { config: { scopes: ['a'] }, scopes: { rename: { a: 'b' } } });
    assert.deepEqual(scopes, [['a']]);
    assert.equal(found.filter(([code]) => code === 'scope-not-asked').length, 1);
  });
});

suite('settings of scopes', () => {
  const security = [{ oauth: ['pets:read', 'pets:write'] }];
  const cases: readonly [of: string, scopes: ScopeSettings, found: readonly RegExp[]][] = [
    ['that are about nothing', {}, []],
    [
      'that all fit',
      { rename: { 'pets:read': 'r' }, implies: { 'pets:write': ['r'], all: ['pets:write'] } },
      [],
    ],
    [
      'that rename what no tool asks for',
      { rename: { 'pet:read': 'r' } },
      [/rename' .*'pet:read'.*'pets:read'\?/],
    ],
    [
      'that imply what no tool asks for',
      { implies: { all: ['pets:read', 'pets:wirte'] } },
      [/server\.scopes\.implies\.all' .*'pets:wirte'.*did you mean 'pets:write'\?/],
    ],
    // The new name is the one that tokens hold.
    [
      'that imply an old name',
      { rename: { 'pets:read': 'r' }, implies: { all: ['pets:read'] } },
      [/'pets:read'/],
    ],
    ['that imply in steps', { implies: { all: ['some'], some: ['pets:read'] } }, []],
    [
      'that imply one another',
      { implies: { 'pets:read': ['pets:write'], 'pets:write': ['x'], x: ['pets:read'], y: ['x'] } },
      [/^The scopes 'pets:read' and 'pets:write' and 'x' imply one another/],
    ],
    ['that imply themselves', { implies: { 'pets:read': ['pets:read'] } }, []],
  ];
  for (const [of, scopes, expected] of cases) {
    test(of, () => {
      const found = scopesOf({ security }, { scopes }).found.filter(([code]) => code.includes('scope'));
      assert.equal(found.length, expected.length, JSON.stringify(found));
      for (const [at, pattern] of expected.entries()) assert.match(found[at]?.[1] ?? '', pattern);
    });
  }
});

suite('settings of scopes that nothing checks', () => {
  const cases: readonly [of: string, said: Said, told: readonly RegExp[]][] = [
    ['of an operation', { config: { scopes: ['a'] } }, [/'operations\.listPets\.scopes' will do nothing/]],
    ['of a tag', { ofTag: { scopes: ['a'] } }, [/'tags\.pets\.scopes' will do nothing/]],
    ['that let every client in', { config: { scopes: [] } }, []],
    ['of the server', { scopes: { implies: { a: ['pets:read'] } } }, [/'server\.scopes\.implies' will/]],
    ['of the server that are empty', { scopes: { implies: {}, rename: {} } }, []],
    ['of the document', { extensions: { 'x-required-scopes': ['a'] } }, []],
    ['that are none', {}, []],
  ];
  const modes: readonly (readonly [auth: AuthMode | undefined, words: RegExp])[] = [
    ['none', /with 'none' whoever reaches/],
    ['bearer', /with 'bearer' every client/],
    [undefined, /none is chosen/],
  ];
  for (const [of, said, told] of cases) {
    for (const [auth, words] of modes) {
      test(`are ${told.length === 0 ? 'not ' : ''}told with the mode ${String(auth)}: ${of}`, () => {
        const { found } = scopesOf({ security: [{ key: [] }] }, { ...said, auth });
        const messages = found.filter(([code]) => code === 'scopes-without-oauth').map(([, text]) => text);
        assert.equal(messages.length, told.length, JSON.stringify(found));
        for (const [at, pattern] of told.entries()) {
          assert.match(messages[at] ?? '', pattern);
          assert.match(messages[at] ?? '', words);
        }
      });
    }
    test(`are not told with the mode oauth: ${of}`, () => {
      const { found } = scopesOf({ security: [{ key: [] }] }, said);
      assert.ok(found.every(([code]) => code !== 'scopes-without-oauth'));
    });
  }
});
