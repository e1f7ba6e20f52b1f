import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { defaultLimits } from '../../src/load/limits.js';
import { apply, overlayOf } from './overlay-documents.js';

/** The document is merged with itself. */
const doubling = (times: number): readonly object[] =>
  Array.from({ length: times }, (_, index) => ({ target: '$', copy: '$', 'x-number': index }));

/** Two new members hold all that was there before. */
const growing = (times: number): readonly object[] =>
  Array.from({ length: times }, (_, index) => [
    { target: '$', update: { [`a${index}`]: {}, [`b${index}`]: {} } },
    { target: `$['a${index}','b${index}']`, copy: '$' },
  ]).flat();

/** The one empty object becomes what the whole document was. */
const deepening = (times: number): readonly object[] =>
  Array.from({ length: times }, (_, index) => {
    return { target: '$..[?count(@.*) == 0]', copy: '$', 'x-number': index };
  });

const cases: readonly [
  of: string,
  limit: string,
  document: unknown,
  actions: readonly object[],
  limits: object,
][] = [
  ['doubles the document again and again', 'nodes', { end: 1 }, growing(40), {}],
  ['doubles the depth again and again', 'depth', { a: {} }, deepening(20), {}],
  [
    'puts much in many places',
    'nodes',
    Array.from({ length: 2_000 }, () => ({})),
    [{ target: '$[*]', update: { a: Array.from({ length: 2_000 }, () => 1) } }],
    {},
  ],
  [
    'has one action too many for the limit',
    'nodes',
    { a: [1, 2] },
    [{ target: '$.a', update: [3, 4] }],
    { nodes: 4 },
  ],
  [
    'goes one level too deep for the limit',
    'depth',
    { a: {} },
    [{ target: '$.a', update: { b: {} } }],
    { depth: 2 },
  ],
  [
    'concatenates large arrays in many actions',
    'overlaySteps',
    { a: Array.from({ length: 1_000 }, () => 1) },
    doubling(1_000),
    { overlaySteps: 100_000 },
  ],
  [
    'copies a large object in many actions',
    'overlaySteps',
    { a: Object.fromEntries(Array.from({ length: 1_000 }, (_, n) => [n, n])) },
    Array.from({ length: 1_000 }, (_, n) => ({ target: '$.a', update: { b: n } })),
    { overlaySteps: 100_000 },
  ],
];

suite('an overlay that', () => {
  for (const [of, limit, document, actions, limits] of cases) {
    test(`${of} is stopped by '${limit}', and nothing is applied`, async () => {
      const { value, diagnostics } = await apply(document, [overlayOf(actions)], {
        ...defaultLimits,
        ...limits,
      });
      const [finding, ...others] = diagnostics.all.filter(({ code }) => code !== 'overlay-matches-nothing');
      assert.deepEqual([finding?.code, others], ['limit-exceeded', []]);
      assert.match(finding?.message ?? '', new RegExp(`^Limit '${limit}': with this action, `));
      assert.match(finding?.origin?.pointer ?? '', /^\/actions\/\d+\/target$/);
      assert.deepEqual(value, document);
    });
  }

  test('stays just within the limits is applied', async () => {
    const limits = { ...defaultLimits, nodes: 5, depth: 2 };
    const { codes } = await apply({ a: [1, 2] }, [overlayOf([{ target: '$.a', update: [3, 4] }])], limits);
    assert.deepEqual(codes, []);
  });
});
