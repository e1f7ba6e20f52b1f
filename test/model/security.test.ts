import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { Diagnostics } from '../../src/diagnostics/diagnostics.js';
import { buildModel } from '../../src/model/build-model.js';
import { outlineDocument } from '../../src/model/outline.js';
import { codesOf, documentOf, loadText, messagesOf } from '../load/documents.js';
import { brief, build, buildOperation } from './models.js';

const securitySchemes = {
  key: { type: 'apiKey', in: 'header', name: 'X-Key' },
  query: { type: 'apiKey', in: 'query', name: 'api key' },
  cookie: { type: 'apiKey', in: 'cookie', name: 'sid' },
  auth: { type: 'apiKey', in: 'header', name: 'authorization' },
  basic: { type: 'http', scheme: 'BaSiC' },
  bearer: { type: 'http', scheme: 'bearer', description: 'B' },
  oauth: { type: 'oauth2', flows: {} },
  oidc: { type: 'openIdConnect', openIdConnectUrl: 'https://a.example/.well-known/openid-configuration' },
  mtls: { type: 'mutualTLS' },
  otherMtls: { type: 'mutualTLS' },
  cookies: { type: 'apiKey', in: 'header', name: 'COOKIE' },
  unsupported: { type: 'quantum' },
};

suite('Security Scheme Objects', () => {
  const supported: readonly [of: string, scheme: object, shape: object][] = [
    ['apiKey in a header', securitySchemes.key, { type: 'apiKey', in: 'header', name: 'X-Key' }],
    ['apiKey in the query', securitySchemes.query, { type: 'apiKey', in: 'query', name: 'api key' }],
    ['apiKey in a cookie', securitySchemes.cookie, { type: 'apiKey', in: 'cookie', name: 'sid' }],
    ['http basic, in any case (RFC 9110, 11.1)', securitySchemes.basic, { type: 'http', scheme: 'basic' }],
    ['http bearer', securitySchemes.bearer, { type: 'http', scheme: 'bearer' }],
    ['http digest', { type: 'http', scheme: 'Digest' }, { type: 'http', scheme: 'digest' }],
    ['oauth2', securitySchemes.oauth, { type: 'oauth2', flows: {} }],
    ['openIdConnect', securitySchemes.oidc, securitySchemes.oidc],
    ['mutualTLS', securitySchemes.mtls, { type: 'mutualTLS' }],
  ];
  for (const [of, scheme, shape] of supported) {
    test(of, async () => {
      const { model, diagnostics } = await build({
        openapi: '3.1.0',
        components: { securitySchemes: { __proto__s: scheme } },
      });
      assert.deepEqual(model.securitySchemes.get('__proto__s')?.scheme, shape);
      assert.deepEqual(diagnostics.all, []);
    });
  }

  const unsupported: readonly [of: string, scheme: unknown, says: RegExp][] = [
    ['an HTTP scheme with a line end', { type: 'http', scheme: 'a\r\nX: 1' }, /no name of an HTTP scheme/],
    ['an HTTP scheme with blanks', { type: 'http', scheme: 'a b' }, /no name of an HTTP scheme/],
    ['an HTTP scheme that is no text', { type: 'http', scheme: ['basic'] }, /no name of an HTTP scheme/],
    ['no HTTP scheme', { type: 'http' }, /no name of an HTTP scheme/],
    ['another type', securitySchemes.unsupported, /'quantum' is not known/],
    ['an inherited name as type', { type: 'constructor' }, /'constructor' is not known/],
    ['no type', {}, /no `type`/],
    ['a key without a name', { type: 'apiKey', in: 'query' }, /needs `name` and `in`/],
    ['a key without a place', { type: 'apiKey', in: 'path', name: 'k' }, /needs `name` and `in`/],
    [
      'a key in a header with a line end',
      { type: 'apiKey', in: 'header', name: 'a\r\nb' },
      /no name of a header/,
    ],
    ['a key in a cookie with a blank', { type: 'apiKey', in: 'cookie', name: 'a b' }, /no name of a cookie/],
    [
      'a key in a header that frames',
      { type: 'apiKey', in: 'header', name: 'Content-Length' },
      /cannot carry/,
    ],
    ['no object', 'x', /cannot be read/],
  ];
  for (const [of, scheme, says] of unsupported) {
    test(`${of} is told, and no more`, async () => {
      const { model, diagnostics } = await build({
        openapi: '3.1.0',
        components: { securitySchemes: { s: scheme } },
      });
      assert.equal(model.securitySchemes.size, 0);
      assert.match(messagesOf(diagnostics).at(-1) ?? '', says);
    });
  }

  test('can be references', async () => {
    const components = {
      securitySchemes: { a: { $ref: '#/components/securitySchemes/b' }, b: securitySchemes.key },
    };
    const { model } = await build({ openapi: '3.1.0', components });
    assert.deepEqual([...model.securitySchemes.keys()], ['a', 'b']);
  });
});

suite('Security Requirement Objects', () => {
  const none = /none of its security requirements/;
  const cases: readonly [
    of: string,
    own: unknown,
    requirements: unknown,
    codes: readonly string[],
    unusable?: RegExp,
  ][] = [
    ['none of its own: those of the document', undefined, [{ key: [] }], []],
    ['an empty list: none', [], [], []],
    ['alternatives keep their order', [{ bearer: [] }, { key: [] }], [{ bearer: [] }, { key: [] }], []],
    ['all schemes of one', [{ key: [], query: [], basic: [] }], [{ key: [], query: [], basic: [] }], []],
    ['the empty one stands last, once', [{}, { key: [] }, {}], [{ key: [] }, {}], []],
    ['only the empty one', [{}], [{}], []],
    ['scopes', [{ oauth: ['a:b', 'c'] }], [{ oauth: ['a:b', 'c'] }], []],
    [
      'a scope with a line end (RFC 6749, 3.3): asked for no less than that',
      [{ oauth: ['a\r\nX: y'] }, { key: [] }],
      [{ key: [] }],
      ['invalid-document'],
    ],
    ['no scope beside one', [{ oauth: ['a', 'b"'] }], [], ['invalid-document'], none],
    ['an empty text', [{ oauth: [''] }], [], ['invalid-document'], none],
    ['an empty text beside a scope', [{ oauth: ['a', ''] }], [], ['invalid-document'], none],
    ['blanks', [{ oauth: ['  '] }], [], ['invalid-document'], none],
    ['an empty text in place of a list', [{ oauth: '' }], [], ['invalid-document'], none],
    ['no scope among words', [{ oauth: ['a b\\'] }], [], ['invalid-document'], none],
    ['scopes that are no text', [{ oauth: [7] }], [], ['invalid-document'], none],
    ['scopes that are no list', [{ oauth: { a: true } }], [], ['invalid-document'], none],
    ['scopes in one text', [{ oauth: ['a  b', 'c'] }], [{ oauth: ['a', 'b', 'c'] }], ['invalid-document']],
    ['scopes that are a text', [{ oauth: 'a b' }], [{ oauth: ['a', 'b'] }], ['invalid-document']],
    ['no scopes', [{ oauth: null }], [{ oauth: [] }], []],
    ['a role of another scheme', [{ key: ['may be any text'] }], [{ key: ['may be any text'] }], []],
    ['an unsupported one is dropped', [{ unsupported: [] }, { key: [] }], [{ key: [] }], []],
    [
      'an undefined one is dropped',
      [{ nope: [] }, { key: [] }],
      [{ key: [] }],
      ['undefined-security-scheme'],
    ],
    ['an inherited name is not defined', [{ toString: [] }, {}], [{}], ['undefined-security-scheme']],
    ['unsupported alone', [{ unsupported: [] }], [], [], none],
    ['undefined alone', [{ nope: [] }], [], ['undefined-security-scheme'], none],
    ['together with a supported one', [{ key: [], unsupported: [] }], [], [], none],
    [
      'two in the Authorization header',
      [{ basic: [], bearer: [] }],
      [],
      ['conflicting-security-schemes'],
      none,
    ],
    [
      'a key in the Authorization header',
      [{ auth: [], oauth: [] }, { key: [] }],
      [{ key: [] }],
      ['conflicting-security-schemes'],
    ],
    [
      'two client certificates',
      [
        { mtls: [], otherMtls: [] },
        { mtls: [], bearer: [], key: [] },
      ],
      [{ mtls: [], bearer: [], key: [] }],
      ['conflicting-security-schemes'],
    ],
    [
      'a cookie and the header that holds all cookies (RFC 6265, 4.2.1)',
      [
        { cookie: [], cookies: [] },
        { cookies: [], cookie: [] },
        { cookies: [], key: [] },
      ],
      [{ cookies: [], key: [] }],
      ['conflicting-security-schemes', 'conflicting-security-schemes'],
    ],
    ['no object', ['key'], [], ['invalid-document'], none],
    ['no list', { key: [] }, [], ['invalid-document'], /that applies to it is no list/],
  ];
  for (const [of, own, requirements, codes, unusable = /^$/] of cases) {
    test(of, async () => {
      const { operation, diagnostics } = await buildOperation(
        { security: own },
        { security: [{ key: [] }], components: { securitySchemes } },
      );
      assert.deepEqual(operation.security, requirements);
      assert.match(operation.unusable ?? '', unusable);
      assert.deepEqual(codesOf(diagnostics).slice(1), codes);
    });
  }

  const broken: readonly [
    of: string,
    version: string,
    own: unknown,
    requirements: unknown,
    unusable?: RegExp,
  ][] = [
    ['that an operation inherits', '3.1', undefined, [], /`security` that applies to it is no list/],
    ['of Swagger 2.0', '2.0', undefined, [], /`security` that applies to it is no list/],
    [
      'where that of the operation is none too',
      '3.1',
      { key: [] },
      [],
      /`security` that applies to it is no list/,
    ],
    ['where the operation has its own', '3.1', [{ key: [] }], [{ key: [] }]],
    ['where the operation says that it needs none', '3.1', [], []],
  ];
  for (const [of, version, own, requirements, unusable = /^$/] of broken) {
    test(`no list in the document, ${of}`, async () => {
      const { operation, diagnostics } = await buildOperation(
        { security: own },
        {
          version,
          security: { key: [] },
          components: { securitySchemes },
          securityDefinitions: securitySchemes,
        },
      );
      assert.deepEqual(operation.security, requirements);
      assert.match(operation.unusable ?? '', unusable);
      const isReported = messagesOf(diagnostics).some((message) => /are left out/.test(message));
      assert.equal(isReported, !Array.isArray(own));
    });
  }

  test('a document without any asks for none', async () => {
    assert.deepEqual((await buildOperation({}, { components: { securitySchemes } })).operation.security, []);
  });

  test('a scheme called __proto__ is a scheme', async () => {
    const components = JSON.parse(
      '{"securitySchemes": {"__proto__": {"type": "http", "scheme": "basic"}}}',
    ) as object;
    const security = JSON.parse('[{"__proto__": []}]') as unknown;
    const { operation, model } = await buildOperation({}, { security, components });
    assert.deepEqual(
      operation.security.flatMap((requirement) => Object.keys(requirement)),
      ['__proto__'],
    );
    assert.deepEqual([...model.securitySchemes.keys()], ['__proto__']);
  });
});

suite('security schemes that no operation asks for', () => {
  const schemes = { A: securitySchemes.key, B: securitySchemes.basic };
  const cases: readonly [of: string, security: unknown, own: unknown, isReported: boolean][] = [
    ['are reported', undefined, undefined, true],
    ['are not where the document asks', [{ A: [] }], undefined, false],
    ['are not where an operation asks', undefined, [{ A: [] }], false],
    ['are not where the document says that it needs none', [], undefined, false],
    ['are not where an operation says that it needs none', undefined, [{}], false],
    ['are not where an operation asks for what cannot be read', undefined, 'A', false],
  ];
  for (const version of ['2.0', '3.1']) {
    for (const [of, security, own, isReported] of cases) {
      test(`${of} (${version})`, async () => {
        const root =
          version === '2.0' ? { securityDefinitions: schemes } : { components: { securitySchemes: schemes } };
        const { diagnostics } = await buildOperation({ security: own }, { version, security, ...root });
        const found = diagnostics.all.filter(({ code }) => code === 'unused-security-schemes');
        assert.deepEqual(
          found.map(({ message }) => /\(.*?\)/.exec(message)?.[0]),
          isReported ? ["('A', 'B')"] : [],
        );
      });
    }
  }
});

suite('a parameter in the place of a credential', () => {
  const parameters = [
    { name: 'x-key', in: 'header' },
    { name: 'X-Key', in: 'query' },
    { name: 'api key', in: 'query' },
  ];

  test('is no argument', async () => {
    const security = [{ key: [], query: [] }];
    const { operation, diagnostics } = await buildOperation(
      { parameters, security },
      { components: { securitySchemes } },
    );
    assert.deepEqual(operation.parameters.map(brief), ['query X-Key']);
    assert.deepEqual(codesOf(diagnostics).slice(1), ['parameter-skipped', 'parameter-skipped']);
  });

  const others: readonly [of: string, security: object, parameter: object, isLeft: boolean][] = [
    ['of a cookie', { cookie: [] }, { name: 'sid', in: 'cookie' }, false],
    [
      'of a cookie, whose name has a case (RFC 6265, 5.3)',
      { cookie: [] },
      { name: 'SID', in: 'cookie' },
      true,
    ],
    ['that is all cookies', { cookies: [] }, { name: 'other', in: 'cookie' }, false],
    ['of the query, whose name has a case', { query: [] }, { name: 'Api Key', in: 'query' }, true],
    ['of another place', { cookie: [] }, { name: 'sid', in: 'query' }, true],
  ];
  for (const [of, requirement, parameter, isLeft] of others) {
    test(`${of} is ${isLeft ? 'one' : 'no argument'}`, async () => {
      const { operation, diagnostics } = await buildOperation(
        { parameters: [{ ...parameter, schema: {} }], security: [requirement, { key: [] }] },
        { components: { securitySchemes } },
      );
      assert.equal(operation.parameters.length, isLeft ? 1 : 0);
      const skipped = diagnostics.all.filter(({ code }) => code === 'parameter-skipped');
      assert.equal(skipped.length, isLeft ? 0 : 1);
      if (!isLeft) assert.match(skipped[0]?.message ?? '', /'cookies?' puts its credential there\.$/);
    });
  }

  test('is one where the operation does not use that scheme', async () => {
    const { operation } = await buildOperation({ parameters }, { components: { securitySchemes } });
    assert.equal(operation.parameters.length, 3);
  });
});

suite('a scheme that a requirement names by its URI (OpenAPI 3.2, Security Requirement Object)', () => {
  const place = '#/components/securitySchemes/key';
  const other = '#/x-schemes/key';
  const root = { components: { securitySchemes }, 'x-schemes': { key: { type: 'http', scheme: 'bearer' } } };
  const cases: readonly [of: string, version: string, key: string, requirement: unknown, code?: string][] = [
    ['is the component that stands there', '3.2', place, { key: [] }],
    ['is a scheme that stands elsewhere', '3.2', other, { '#/x-schemes/key': [] }],
    ['is a name before', '3.1', place, undefined, 'undefined-security-scheme'],
    ['is nothing where nothing stands', '3.2', '#/x-schemes/nope', undefined, 'unresolved-reference'],
    ['is not fetched', '3.2', 'https://127.0.0.1:9/a.json#/key', undefined, 'refused-reference'],
  ];
  for (const [of, version, key, requirement, told] of cases) {
    test(of, async () => {
      const { operation, model, diagnostics } = await buildOperation(
        { security: [{ [key]: [] }] },
        { version, ...root },
      );
      assert.deepEqual(operation.security, requirement === undefined ? [] : [requirement]);
      assert.equal(
        model.securitySchemes.get('#/x-schemes/key')?.scheme.type,
        key === other ? 'http' : undefined,
      );
      const codes = codesOf(diagnostics).filter((code) => /security-scheme$|reference$/.test(code));
      assert.deepEqual(
        codes.filter((code) => code !== 'unsupported-security-scheme'),
        told === undefined ? [] : [told],
      );
    });
  }

  test('that is not defined is told with the one that was most likely meant', async () => {
    const { diagnostics } = await buildOperation(
      { security: [{ query_tpyo: [] }] },
      { components: { securitySchemes: { query_typo: securitySchemes.query } } },
    );
    const [finding] = diagnostics.all;
    assert.match(
      finding?.message ?? '',
      /'query_tpyo' is required but not defined; did you mean 'query_typo'\?$/,
    );
  });

  test('is the component of this name first', async () => {
    const schemes = { ...securitySchemes, [other]: securitySchemes.query };
    const { operation } = await buildOperation(
      { security: [{ [other]: [] }] },
      { version: '3.2', ...root, components: { securitySchemes: schemes } },
    );
    assert.deepEqual(operation.security, [{ [other]: [] }]);
  });
});

suite('an HTTP scheme that is not built in', () => {
  for (const scheme of ['Negotiate', 'HOBA', 'DPoP', 'constructor', '__proto__']) {
    test(`${scheme} is kept for code of the server's owner, which is told once`, async () => {
      const { operation, model, diagnostics } = await buildOperation(
        { security: [{ s: [] }] },
        { components: { securitySchemes: { s: { type: 'http', scheme } } } },
      );
      const shape = { type: 'http', scheme: scheme.toLowerCase() };
      assert.deepEqual(model.securitySchemes.get('s')?.scheme, shape);
      assert.deepEqual([operation.security, operation.unusable], [[{ s: [] }], undefined]);
      assert.deepEqual(codesOf(diagnostics), ['security-scheme-needs-code']);
      const [finding] = diagnostics.all;
      assert.equal(finding?.origin?.pointer, '/components/securitySchemes/s');
      assert.match(finding?.help ?? '', /src\/hooks\.ts/);
    });
  }
});

suite('mutualTLS', () => {
  const cases: readonly [version: string, isReported: boolean][] = [
    ['2.0', true],
    ['3.0', true],
    ['3.1', false],
    ['3.2', false],
  ];
  for (const [version, isReported] of cases) {
    test(`is read, and ${isReported ? 'said to be none' : 'is one'} of ${version}`, async () => {
      const schemes = { s: securitySchemes.mtls };
      const { operation, diagnostics } = await buildOperation(
        { security: [{ s: [] }] },
        { version, components: { securitySchemes: schemes }, securityDefinitions: schemes },
      );
      assert.deepEqual(operation.security, [{ s: [] }]);
      assert.deepEqual(codesOf(diagnostics), isReported ? ['invalid-document'] : []);
    });
  }
});

test('a scheme that is deprecated (OpenAPI 3.2) is known to be', async () => {
  const schemes = {
    a: { ...securitySchemes.key, deprecated: true },
    b: { ...securitySchemes.key, deprecated: false },
  };
  const { model } = await build({ openapi: '3.2.0', components: { securitySchemes: schemes } });
  assert.deepEqual(
    [...model.securitySchemes.values()].map(({ isDeprecated }) => isDeprecated),
    [true, undefined],
  );
});

test('what OpenAPI 3.2 brought is nothing before', async () => {
  const scheme = { type: 'oauth2', flows: {}, deprecated: true, oauth2MetadataUrl: 'https://a.example/m' };
  const { model } = await build({ openapi: '3.1.0', components: { securitySchemes: { s: scheme } } });
  const read = { scheme: { type: 'oauth2', flows: {} }, description: undefined };
  assert.deepEqual(model.securitySchemes.get('s'), read);
});

suite('what is wrong with a security scheme is told', () => {
  const paths = {
    '/a': { get: { security: [{ a: [] }], responses: {} } },
    '/b': { get: { security: [{ b: [] }], responses: {} } },
  };
  const schemes: readonly [of: string, scheme: object, code: string][] = [
    ['a scheme that is not built in', { type: 'http', scheme: 'negotiate' }, 'security-scheme-needs-code'],
    [
      'a URL of a flow',
      { type: 'oauth2', flows: { clientCredentials: { tokenUrl: 'http://a.example/t', scopes: {} } } },
      'unusable-oauth-url',
    ],
    ['a type that is not known', { type: 'quantum' }, 'unsupported-security-scheme'],
  ];
  const whole = ['/a', '/b'];
  const cases: readonly [of: string, read: readonly string[], name: string, isTold: boolean][] = [
    ['where an operation that is read uses it', ['/a'], 'a', true],
    ['not where only others use it', ['/b'], 'a', false],
    ['not where nothing uses it and operations are left out', ['/b'], 'unused', false],
    ['where nothing uses it in a document that is read whole', whole, 'unused', true],
  ];
  for (const [what, scheme, code] of schemes) {
    for (const [of, read, name, isTold] of cases) {
      test(`${of}: ${what}`, async () => {
        const securitySchemes = { a: { type: 'mutualTLS' }, b: { type: 'mutualTLS' }, [name]: scheme };
        const components = { securitySchemes };
        const document = documentOf(
          await loadText({ openapi: '3.1.0', info: { title: 'T', version: '1' }, paths, components }),
        );
        const outline = outlineDocument(document, new Diagnostics());
        const operations = outline.operations.filter(({ path }) => read.includes(path));
        const diagnostics = new Diagnostics();
        const isWhole = operations.length === outline.operations.length;
        const { securitySchemes: found } = buildModel(
          document,
          { ...outline, operations },
          diagnostics,
          isWhole,
        );
        assert.deepEqual(codesOf(diagnostics), isTold ? [code] : []);
        const names = Object.keys(securitySchemes);
        const expected = what.startsWith('a type') ? names.filter((own) => own !== name) : names;
        assert.deepEqual([...found.keys()], expected);
      });
    }
  }
});

suite('why none of the security requirements can be satisfied', () => {
  const cases: readonly [of: string, security: unknown, says: RegExp][] = [
    ['names of schemes', [{ nope: [] }, { no: [], nope: [] }], /can be satisfied \(nope, no\)\.$/],
    ['no positions of a list', [['a', 'b', 'c']], /is an object with names of security schemes\.$/],
    ['no characters of a text', ['key'], /is an object with names of security schemes\.$/],
    ['nothing between brackets', [null, 5], /is an object with names of security schemes\.$/],
    ['names beside what has none', [['a'], { nope: [] }], /can be satisfied \(nope\)\.$/],
  ];
  for (const [of, security, says] of cases) {
    test(`names ${of}`, async () => {
      const { operation } = await buildOperation({ security }, { components: { securitySchemes } });
      assert.match(operation.unusable ?? '', says);
    });
  }
});

suite('a scope that no flow declares', () => {
  const url = 'https://a.example/t';
  const oauth = (...scopes: readonly object[]): object => ({
    type: 'oauth2',
    flows: {
      clientCredentials: { tokenUrl: url, scopes: scopes[0] },
      implicit: { authorizationUrl: url, scopes: scopes[1] },
    },
  });
  const cases: readonly [of: string, scheme: object, scope: string, says: RegExp | undefined][] = [
    ['is told', oauth({ read: '' }, {}), 'audit', /'audit' is asked of .* 's', .* declares it\.$/],
    ['is told with what was meant', oauth({ 'a:read': '' }, {}), 'a:raed', /did you mean 'a:read'\?$/],
    ['is told where none is declared', oauth({}, {}), 'audit', /no flow there declares it/],
    ['is told by an inherited name', oauth({ a: '' }, {}), 'constructor', /'constructor'/],
    ['is none where another flow has it', oauth({}, { audit: '' }), 'audit', undefined],
    [
      'is not known where no flow says any',
      { type: 'oauth2', flows: { clientCredentials: { tokenUrl: url } } },
      'a',
      undefined,
    ],
    ['is not known of OpenID Connect', { type: 'openIdConnect', openIdConnectUrl: url }, 'a', undefined],
    ['is no role of another scheme', { type: 'http', scheme: 'bearer' }, 'a', undefined],
  ];
  for (const [of, scheme, scope, says] of cases) {
    test(of, async () => {
      const { diagnostics } = await buildOperation(
        { security: [{ s: [scope] }] },
        { components: { securitySchemes: { s: scheme } } },
      );
      const told = diagnostics.all.filter(({ code }) => code === 'undeclared-scope');
      assert.equal(told.length, says === undefined ? 0 : 1);
      if (says !== undefined) assert.match(told[0]?.message ?? '', says);
    });
  }

  test('is told in Swagger 2.0', async () => {
    const s = { type: 'oauth2', flow: 'application', tokenUrl: url, scopes: { read: '' } };
    const { diagnostics } = await buildOperation(
      { security: [{ s: ['read', 'wirte'] }] },
      { version: '2.0', securityDefinitions: { s } },
    );
    assert.deepEqual(codesOf(diagnostics), ['undeclared-scope']);
  });
});
