import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { defaultLimits, type Limits } from '../../src/load/limits.js';
import { budgetOf, LimitReached } from '../../src/load/overlays/budget.js';
import { select, type Found } from '../../src/load/overlays/nodes.js';
import { queryReader } from '../../src/load/overlays/queries.js';

function run(text: string, root: unknown, limits: Limits = defaultLimits): readonly string[] {
  const budget = budgetOf(limits);
  const query = queryReader(limits, budget)(text, { file: '', pointer: '' });
  if ('problem' in query) throw new Error(query.problem);
  return Array.from(select(query, root, budget), wayTo);
}

function wayTo(found: Found): string {
  return found.parent === undefined ? '' : `${wayTo(found.parent)}/${found.key}`;
}

const store = {
  book: [
    { title: 'Sayings', price: 8.95, tags: ['old'] },
    { title: 'Sword', price: 12.99, isbn: '0-553' },
    { title: 'Moby\rDick', price: 8.99, isbn: '0-554' },
  ],
  bicycle: { price: 399 },
  limit: 9,
};

/** Clauses of RFC 9535. */
const cases: readonly [clause: string, query: string, expected: readonly string[]][] = [
  ['2.2 root', '$', ['']],
  ['2.3.1 name', "$['bicycle']", ['/bicycle']],
  ['2.3.2 wildcard', '$.*', ['/book', '/bicycle', '/limit']],
  ['2.3.3 index', '$.book[-1]', ['/book/2']],
  ['2.3.4 slice', '$.book[::-2]', ['/book/2', '/book/0']],
  ['2.3.5 existence', '$.book[?@.isbn]', ['/book/1', '/book/2']],
  ['2.3.5 negation', '$.book[?!@.isbn]', ['/book/0']],
  ['2.3.5 comparison', '$.book[?@.price < 10 && @.title != "Sayings"]', ['/book/2']],
  ['2.3.5 comparison of objects', '$[?@ == $.bicycle]', ['/bicycle']],
  ['2.3.5 index in a comparison', "$.book[?@.tags[0] == 'old']", ['/book/0']],
  ['2.3.5 root in a filter', '$.book[?@.price < $.limit]', ['/book/0', '/book/2']],
  ['2.3.5 root in a filter in a filter', '$[?@[?@.price < $.limit]]', ['/book']],
  ['2.4.4 length', '$.book[?length(@.title) == 5].title', ['/book/1/title']],
  ['2.4.5 count', '$.book[?count(@.*) == 2]', []],
  ['2.4.6 match, whole', "$.book[?match(@.title, 'S.*')].title", ['/book/0/title', '/book/1/title']],
  ['2.4.6 match, not in part', "$.book[?match(@.title, 'word')]", []],
  ['2.4.7 search', "$.book[?search(@.title, 'w[a-z]r')].title", ['/book/1/title']],
  ['2.4.7 no I-Regexp', "$.book[?search(@.title, '(')]", []],
  ['2.4.8 value', "$.book[?value(@..isbn) == '0-554']", ['/book/2']],
  ['RFC 9485 5.3: a dot is no carriage return', "$.book[?match(@.title, 'Moby.Dick')]", []],
  ['RFC 9485: a dot in a class is one', "$.book[?search(@.isbn, '^0[.-]553$')]", ['/book/1']],
  ['2.5.1 several selectors', "$['limit','bicycle','limit']", ['/limit', '/bicycle', '/limit']],
  ['2.5.2 descendants', '$..price', ['/book/0/price', '/book/1/price', '/book/2/price', '/bicycle/price']],
  ['2.5.2 descendants of arrays', '$.book..[0]', ['/book/0', '/book/0/tags/0']],
];

suite('a query of RFC 9535', () => {
  for (const [clause, query, expected] of cases) {
    test(`${clause}: ${query}`, () => assert.deepEqual(run(query, store), expected));
  }

  test('finds its way through 200 levels', () => {
    let deep: object = { end: 1 };
    for (let level = 1; level < 200; level += 1) deep = level % 2 === 0 ? [deep] : { in: deep };
    assert.equal(run('$..end', deep).length, 1);
    assert.equal(run(`$${'[?@'.repeat(99)}${']'.repeat(99)}`, deep).length, 1);
    assert.equal(run(`$${'.*'.repeat(1_000)}`, deep).length, 0);
  });

  test('takes objects with very many members', () => {
    const wide = Object.fromEntries(Array.from({ length: 200_000 }, (_, index) => [`m${index}`, index]));
    assert.equal(run('$.*', wide).length, 200_000);
    assert.equal(run('$[?@ > 199998]', Object.values(wide)).length, 1);
  });
});

/** Queries that would run for hours, or fill any memory. */
const endless = [
  '$..*..*..*..*..nothing',
  '$..[?$..[?$..*]]',
  '$[?$..*..*..*..*]',
  `$..[?${Array.from({ length: 300 }, () => '@ == @').join(' && ')} && 1 == 2]`,
  `$..[?${Array.from({ length: 900 }, () => '1 == 1').join(' && ')} && 1 == 2]`,
  "$..[?search($.text, '(a*)*b')]",
];

suite('the steps of a query', () => {
  const wide = Array.from({ length: 10_000 }, (_, index) => index);
  const root = { a: { b: wide, c: [...wide] } };
  const limits = { ...defaultLimits, overlaySteps: 5_000 };

  for (const query of ['$..a', '$.a.b[*]', '$.a.b[?1 == 2]', '$[?@.b == @.c]', '$[?length(@.b) == 1]']) {
    test(`are as many as the values that it looks at: ${query}`, () => {
      assert.throws(() => run(query, root, limits), { limit: 'overlaySteps' });
    });
  }

  // The library calls `lazyQuery`, which is replaced by ours.
  for (const query of ['$[?@..nothing]', '$[?count(@..nothing) == 1]']) {
    test(`are those of the queries in its filters as well: ${query}`, () => {
      assert.throws(() => run(query, root, limits), { limit: 'overlaySteps' });
    });
  }

  for (const query of ['$.a', '$.a.b[9999]', '$[?@.b && @.c]', '$[?@.d == 1]']) {
    test(`are few where it looks at few: ${query}`, () => {
      assert.ok(run(query, root, limits).length < 2);
    });
  }
});

suite('a query without end', () => {
  const text = 'a'.repeat(100_000);
  const leaf = Array.from({ length: 40 }, () => [[1, 2, 3]]);
  const arrays = Array.from({ length: 40 }, () => [leaf, [leaf], [[leaf]]]);
  for (const query of endless) {
    test(`stops at the limit: ${query.slice(0, 40)}`, () => {
      const root = { text, arrays, objects: [{ a: { b: arrays } }] };
      const started = process.cpuUsage();
      assert.throws(() => run(query, root, { ...defaultLimits, overlaySteps: 1_000_000 }), LimitReached);
      const { user } = process.cpuUsage(started);
      assert.ok(user < 10_000_000, `${user} µs`);
    });
  }
});
