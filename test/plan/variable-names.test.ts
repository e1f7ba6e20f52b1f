import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { Diagnostics } from '../../src/diagnostics/diagnostics.js';
import { planWithNames, type Meaning, type NamesByMeaning } from '../../src/plan/environment.js';

/** A variable that is asked for: what it stands for, and the parts of its name. */
type Wish = readonly [meaning: Meaning | string, ...parts: readonly string[]];

/** The names that wishes get, in their order, what the lock keeps of them, and what is reported. */
function name(wishes: readonly Wish[], last: NamesByMeaning = {}, prefix = 'PETS') {
  const diagnostics = new Diagnostics();
  const { planned, names } = planWithNames(prefix, last, diagnostics, ({ take }) =>
    wishes.map(([meaning, ...parts]) =>
      take(typeof meaning === 'string' ? { of: meaning } : meaning, ...parts),
    ),
  );
  return { planned, names, codes: diagnostics.all.map(({ code }) => code) };
}

const [dash, line, dot]: readonly Wish[] = [
  ['key of "a-b"', 'a-b', 'key'],
  ['key of "a_b"', 'a_b', 'key'],
  ['key of "a.b"', 'a.b', 'key'],
];

function server(url: string, detail?: string): Wish {
  const meaning = { of: `base URL in place of ${url}`, isNumbered: true as const };
  return [detail === undefined ? meaning : { ...meaning, detail }, 'base', 'url'];
}

/** Every order of a list. */
function ordersOf<Item>(items: readonly Item[]): readonly (readonly Item[])[] {
  if (items.length <= 1) return [items];
  return items.flatMap((item, at) => ordersOf(items.toSpliced(at, 1)).map((rest) => [item, ...rest]));
}

suite('a variable', () => {
  test('is never the file of another', () => {
    const parts = [
      ['server', 'tokenFile'],
      ['server', 'token'],
      ['a', 'key'],
      ['a', 'key file'],
      ['é', '名'],
    ];
    assert.deepEqual(name(parts.map((each): Wish => [each.join(), ...each])).planned, [
      'PETS_SERVER_TOKEN_FILE',
      'PETS_SERVER_TOKEN_2',
      'PETS_A_KEY',
      'PETS_A_KEY_FILE_2',
      'PETS_E',
    ]);
  });

  test('is numbered from one where there can be any number of them', () => {
    const { planned, codes } = name([['base URL', 'base', 'url'], server('a'), server('b')]);
    assert.deepEqual(planned, ['PETS_BASE_URL', 'PETS_BASE_URL_1', 'PETS_BASE_URL_2']);
    assert.deepEqual(codes, []);
  });
});

suite('a variable of the last run', () => {
  const all = [dash, line, dot, server('a'), server('b'), server('b', 'region=eu')].flatMap((wish) =>
    wish ? [wish] : [],
  );
  const first = name(all);

  test('keeps its name in any order', () => {
    for (const order of ordersOf(all)) {
      const { planned, names, codes } = name(order, first.names);
      assert.deepEqual(
        planned,
        order.map((wish) => first.planned[all.indexOf(wish)]),
      );
      assert.deepEqual(names, first.names);
      assert.ok(!codes.includes('variable-reassigned'));
    }
  });

  test('keeps its name where others are new, which take free ones', () => {
    const last = name([line, server('b')].flatMap((wish) => (wish ? [wish] : []))).names;
    const { planned, codes } = name(all, last);
    assert.deepEqual(planned, [
      'PETS_A_B_KEY_2',
      'PETS_A_B_KEY',
      'PETS_A_B_KEY_3',
      'PETS_BASE_URL_2',
      'PETS_BASE_URL_1',
      'PETS_BASE_URL_3',
    ]);
    assert.ok(!codes.includes('variable-reassigned'));
  });

  test('keeps its name where the one that had it without a number is gone', () => {
    assert.deepEqual(name([['key of "a_b"', 'a_b', 'key']], first.names).planned, ['PETS_A_B_KEY_2']);
  });

  test('is remembered while nothing else has its name', () => {
    const without = name([['base URL', 'base', 'url']], first.names);
    const { planned, codes } = name(all.toReversed(), without.names);
    assert.deepEqual(planned, first.planned.toReversed());
    assert.ok(!codes.includes('variable-reassigned'));
  });

  test('that is gone gives its name away, which is a warning, once', () => {
    const last = name([['key of "a-b"', 'a-b', 'key'], server('a')]).names;
    const now: readonly Wish[] = [['key of "a_b"', 'a_b', 'key'], server('b')];
    const { planned, names, codes } = name(now, last);
    assert.deepEqual(planned, ['PETS_A_B_KEY', 'PETS_BASE_URL_1']);
    assert.deepEqual(codes, ['variable-reassigned', 'variable-reassigned']);
    assert.deepEqual(name(now, names).codes, []);
  });

  test('means what it meant where a detail alone is another', () => {
    const { planned, codes } = name([server('a', 'region=us')], name([server('a', 'region=eu')]).names);
    assert.deepEqual(planned, ['PETS_BASE_URL_1']);
    assert.deepEqual(codes, []);
  });

  const strange: readonly (readonly [of: string, last: NamesByMeaning])[] = [
    ['another prefix', { 'key of "a-b"': 'OTHER_A_B_KEY_2' }],
    ['no number', { 'key of "a-b"': 'PETS_A_B_KEY_X' }],
    ['what is no name', { 'key of "a-b"': 'PATH' }],
    [
      'a name that others had, too',
      { 'key of "a-b"': 'PETS_A_B_KEY', toString: 'PETS_A_B_KEY', constructor: 'PETS_A_B_KEY' },
    ],
  ];
  for (const [of, last] of strange) {
    test(`is named anew where the lock has ${of}`, () => {
      const [wished] = name([['key of "a-b"', 'a-b', 'key']], last).planned;
      assert.equal(wished, 'PETS_A_B_KEY');
    });
  }

  test('shares its name with no other whatever the lock says', () => {
    const last = { 'key of "a-b"': 'PETS_A_B_KEY', 'key of "a_b"': 'PETS_A_B_KEY' };
    const { planned } = name(
      [dash, line].flatMap((wish) => (wish ? [wish] : [])),
      last,
    );
    assert.deepEqual(planned, ['PETS_A_B_KEY', 'PETS_A_B_KEY_2']);
  });
});
