import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { Caller } from '../../src/runtime/caller.js';
import {
  chooseSchemes,
  chosenAlternative,
  readChosenSchemes,
  type Choice,
} from '../../src/runtime/credentials/choice.js';
import {
  environmentCredentials,
  type SecurityRequirement,
  type SecurityScheme,
} from '../../src/runtime/security.js';
import { SettingError } from '../../src/runtime/settings.js';
import { madeCaller } from './credential-call.js';

const client = { clientId: 'T_CC_ID', clientSecret: 'T_CC_SECRET', privateKey: 'T_CC_PRIVATE_KEY' };
const login = { clientId: 'T_AC_ID', clientSecret: 'T_AC_SECRET', refreshToken: 'T_AC_REFRESH_TOKEN' };

const schemes: Readonly<Record<string, SecurityScheme>> = {
  key: { type: 'apiKey', in: 'header', name: 'X-Key', env: { key: 'T_KEY' } },
  other: { type: 'apiKey', in: 'query', name: 'key', env: { key: 'T_OTHER' } },
  basic: { type: 'http', scheme: 'basic', env: { username: 'T_USER', password: 'T_PASSWORD' } },
  nego: { type: 'http', scheme: 'negotiate', env: {} },
  cc: { type: 'oauth2', flows: { clientCredentials: {} }, env: { ...client, token: 'T_CC_TOKEN' } },
  ac: { type: 'oauth2', flows: { authorizationCode: {} }, env: { ...login, token: 'T_AC_TOKEN' } },
  old: { type: 'oauth2', flows: { password: {} }, env: { token: 'T_OLD_TOKEN' } },
  constructor: { type: 'apiKey', in: 'header', name: 'X-C', env: { key: 'T_C' } } as const,
};

const all: Readonly<Record<string, string>> = {
  T_KEY: 'k',
  T_OTHER: 'o',
  T_USER: 'u',
  T_PASSWORD: 'p',
  T_CC_ID: 'id',
  T_CC_SECRET: 's',
  T_AC_ID: 'id',
  T_AC_REFRESH_TOKEN: 'r',
  T_OLD_TOKEN: 't',
  T_C: 'c',
};

const need = (...names: readonly string[]): SecurityRequirement =>
  Object.fromEntries(names.map((name) => [name, []]));

async function choose(
  requirements: readonly SecurityRequirement[],
  variables: Readonly<Record<string, string>> = all,
  parts: Partial<Choice> = {},
): Promise<string> {
  const found = await chooseSchemes({
    requirements,
    schemes,
    credentials: environmentCredentials(variables),
    chosen: new Set(),
    caller: undefined,
    isHooked: () => false,
    ...parts,
  });
  return found.map(({ name }) => name).join(' ');
}

const exchanging: Caller = madeCaller({ identity: 'exchange' });

suite('the alternative that is taken (Security Requirement Object)', () => {
  const cases: readonly [
    of: string,
    requirements: readonly SecurityRequirement[],
    chosen: readonly string[],
    taken: string,
  ][] = [
    ['the first', [need('key'), need('basic')], [], 'key'],
    ['that of the scheme that was chosen', [need('key'), need('basic')], ['basic'], 'basic'],
    [
      'that of both schemes that were chosen',
      [need('key'), need('key', 'basic')],
      ['basic', 'key'],
      'key basic',
    ],
    ['never a part of what was chosen', [need('key', 'basic'), need('other')], ['basic'], 'key basic'],
    ['the first where none is made of chosen schemes', [need('key'), need('basic')], ['other'], 'key'],
    ['one of several chosen ones', [need('key'), need('basic')], ['other', 'basic'], 'basic'],
    ['the first of two that were chosen', [need('basic'), need('key')], ['key', 'basic'], 'basic'],
    ['none where none is needed', [], ['key'], ''],
    ['none where `{}` is all there is', [{}], ['key'], ''],
    ['a chosen one before `{}`', [{}, need('key'), need('other')], ['other'], 'other'],
    [
      'that of a scheme named as members of objects are',
      [need('constructor')],
      ['constructor'],
      'constructor',
    ],
  ];
  for (const [of, requirements, chosen, taken] of cases) {
    test(of, async () => assert.equal(await choose(requirements, all, { chosen: new Set(chosen) }), taken));
  }

  test('a chosen one that lacks anything is not replaced by another, nor by none', async () => {
    for (const requirements of [
      [need('key'), need('basic')],
      [need('key'), need('basic'), {}],
    ]) {
      const chosen = new Set(['basic']);
      await assert.rejects(choose(requirements, { T_KEY: 'k', T_USER: 'u' }, { chosen }), {
        code: 'missing-credentials',
        message:
          'This tool needs credentials, and nothing was sent. ' +
          'Set T_USER and T_PASSWORD in the environment of this server.',
      });
    }
  });

  test('of chosen schemes the largest', () => {
    const [one, two, three] = [need('key'), need('key', 'basic'), need('other', 'basic')];
    assert.equal(chosenAlternative([one, two, three], new Set(['key', 'basic', 'other'])), two);
    assert.equal(chosenAlternative([one], new Set()), undefined);
    assert.equal(chosenAlternative([{}], new Set(['key'])), undefined);
  });
});

suite('what is missing is told', () => {
  const cases: readonly [of: string, requirements: readonly SecurityRequirement[], told: string][] = [
    ['the usual way and a ready token', [need('cc')], 'Set T_CC_ID and T_CC_SECRET, or T_CC_TOKEN in'],
    ['what a login obtains', [need('ac')], 'Set T_AC_ID and T_AC_REFRESH_TOKEN, or T_AC_TOKEN in'],
    ['a ready token alone', [need('old')], 'Set T_OLD_TOKEN in'],
    [
      'each alternative',
      [need('key', 'cc'), need('basic')],
      'Set T_KEY and T_CC_ID and T_CC_SECRET, or T_KEY and T_CC_TOKEN, or T_USER and T_PASSWORD in',
    ],
    ['code', [need('nego')], '"nego" needs code: an entry of `authenticate` in src/hooks.ts.'],
    [
      'code beside variables',
      [need('nego'), need('key')],
      '"nego" otherwise needs code: an entry of `authen',
    ],
    ['a scheme that the manifest does not have', [need('toString')], '"toString" needs code'],
  ];
  for (const [of, requirements, told] of cases) {
    test(of, async () => {
      await assert.rejects(choose(requirements, {}), ({ message }: Error) => {
        assert.ok(message.includes(told), message);
        return true;
      });
    });
  }

  test('without end, however many schemes and ways there are', async () => {
    const many = Object.fromEntries(Array.from({ length: 200 }, (_, at) => [`s${at}`, schemes['cc']]));
    const parts = { schemes: many as typeof schemes };
    await assert.rejects(choose([need(...Object.keys(many))], {}, parts), { code: 'missing-credentials' });
  });
});

suite('schemes that are not built in', () => {
  test('count as configured where code does them, and as missing where none does', async () => {
    const requirements = [need('nego'), need('key')];
    assert.equal(await choose(requirements), 'key');
    assert.equal(await choose(requirements, all, { isHooked: (name) => name === 'nego' }), 'nego');
    assert.equal(await choose([need('nego', 'cc')], {}, { isHooked: () => true }), 'nego cc');
  });
});

suite('a call that has to carry its caller', () => {
  const cases: readonly [of: string, requirements: readonly SecurityRequirement[], taken: string | RegExp][] =
    [
      ['passes by what says nothing of callers', [need('key'), need('cc')], 'cc'],
      ['takes other schemes along', [need('key'), need('key', 'cc')], 'key cc'],
      ['needs a client that can exchange tokens', [need('ac')], /Set T_AC_ID and T_AC_SECRET in/],
      ['is not made by a ready token', [need('old')], /Nothing here|needs code|cannot be called|Set /],
      ['is not made by a key', [need('key')], /cannot be called as its caller/],
      ['is not made by a key or nothing', [need('key'), {}], /cannot be called as its caller/],
      ['is not made without credentials where there could be some', [need('ac'), {}], /Set T_AC_ID/],
      ['needs none where the operation needs none', [], ''],
      ['needs none where `{}` is all there is', [{}], ''],
    ];
  for (const [of, requirements, taken] of cases) {
    test(of, async () => {
      const choice = choose(requirements, { ...all, T_AC_SECRET: '' }, { caller: exchanging });
      if (typeof taken === 'string') assert.equal(await choice, taken);
      else await assert.rejects(choice, { code: 'missing-credentials', message: taken });
    });
  }

  test('is refused where the scheme that was chosen says nothing of it', () =>
    assert.rejects(choose([need('cc'), need('key')], all, { caller: exchanging, chosen: new Set(['key']) }), {
      message: /cannot be called as its caller/,
    }));

  test('never uses a ready token', async () => {
    const credentials = environmentCredentials({ ...all, T_CC_TOKEN: 'ready' });
    const choice = {
      requirements: [need('cc')],
      schemes,
      credentials,
      chosen: new Set<string>(),
      isHooked: () => false,
    };
    const [own] = await chooseSchemes({ ...choice, caller: madeCaller() });
    assert.equal(own?.credential?.['token'], 'ready');
    const [exchanged] = await chooseSchemes({ ...choice, caller: exchanging });
    assert.deepEqual(exchanged?.credential, { clientId: 'id', clientSecret: 's' });
  });
});

suite('credentials of projects’ own', () => {
  for (const [scheme, credential] of [
    ['key', { key: 'k' }],
    ['cc', { token: 't' }],
    ['ac', { token: 't' }],
    ['basic', { username: 'u', password: 'p' }],
  ] as const) {
    test(`${scheme}: ${JSON.stringify(credential)}`, async () => {
      const credentials = () => Promise.resolve(credential);
      assert.equal(await choose([need(scheme)], {}, { credentials }), scheme);
    });
  }
  for (const credential of [undefined, {}, { key: '' }, { key: ' ' }, { token: 't' }]) {
    test(`${JSON.stringify(credential)} is none for a key`, async () => {
      const credentials = () => Promise.resolve(credential as Readonly<Record<string, string>> | undefined);
      await assert.rejects(choose([need('key')], {}, { credentials }), { code: 'missing-credentials' });
    });
  }
});

suite('the variable of the schemes to take', () => {
  const read = (text: string | undefined, securityPreset?: readonly string[]) =>
    [
      ...readChosenSchemes(
        { securityEnv: 'T_SECURITY', securitySchemes: schemes, ...(securityPreset && { securityPreset }) },
        { T_SECURITY: text },
      ),
    ].filter(Boolean);
  test('names them, separated by commas', () => {
    assert.deepEqual(read(' key , basic,'), ['key', 'basic']);
    assert.deepEqual(read('constructor'), ['constructor']);
  });
  test('wins over what the manifest says', () => {
    assert.deepEqual(read('key', ['basic']), ['key']);
    assert.deepEqual(read(undefined, ['basic']), ['basic']);
    assert.deepEqual(read(' ', ['basic']), ['basic']);
  });
  test('is none where operations have no choice', () =>
    assert.deepEqual([...readChosenSchemes({ securitySchemes: schemes }, { T_SECURITY: 'x' })], []));
  for (const stranger of ['keys', 'key,toString', '__proto__', 'key basic']) {
    test(`cannot name ${stranger}`, () => {
      assert.throws(
        () => read(stranger),
        (error) => {
          assert.ok(error instanceof SettingError);
          assert.match(
            error.message,
            /^T_SECURITY holds ".*", which is no security scheme of this API; there are "key", /,
          );
          return true;
        },
      );
    });
  }
});
