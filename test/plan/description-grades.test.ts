import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { Diagnostics } from '../../src/diagnostics/diagnostics.js';
import { gradeDescriptions } from '../../src/plan/texts/description-grades.js';
import type { PlannedTool } from '../../src/plan/plan.js';
import { isVerb } from '../../src/plan/texts/verbs.js';

const long =
  'Lists the orders of a shop with all that customers, suppliers and the people behind the counter wrote on them';

suite('a description', () => {
  const cases: readonly [description: string, codes: readonly string[]][] = [
    ['List shop orders.', ['description-restates-name']],
    ['Get the orders of the shop.', ['description-restates-name']],
    ['Lists all of the orders by shop.', ['description-restates-name']],
    ['The value of the given shop order.', ['description-restates-name']],
    ['Lists paid orders.', ['description-short']],
    ['Lists the orders that are not paid yet.', []],
    ['[deprecated: use findOrders] Lists the orders that are not paid yet.', []],
    ['Asynchronously creates an export of everything.', []],
    ['The things that a customer has not paid yet.', []],
    ['未払いの注文をすべて一覧表示する', ['description-short']],
    [`${long}, the newest first.`, ['description-long']],
    [`Lists orders that are not paid. ${'It says more. '.repeat(26)}`, ['description-long']],
    [`Lists orders that are not paid.\n\n${'word '.repeat(70)}`, []],
  ];
  for (const [description, codes] of cases) {
    test(`'${description.slice(0, 50)}' gets ${codes.join() || 'no remark'}`, () => {
      assert.deepEqual(codesOf(description), codes);
    });
  }

  test('that only repeats the title is one that is missing, and nothing else', () => {
    assert.deepEqual(codesOf('List shop orders', { isUndescribed: true }), ['description-missing']);
  });
});

/** What is reported of a tool, all at its place and as notes. */
function codesOf(description: string, more: Pick<PlannedTool, 'isUndescribed'> = {}): readonly string[] {
  const diagnostics = new Diagnostics();
  const definition = {
    name: 'list_shop_orders',
    description,
    inputSchema: { type: 'object', properties: {} },
    request: { method: 'GET', path: '/shops/{id}/orders', parameters: [], accept: [], security: [] },
  } as const;
  const origin = { file: 'a.yaml', pointer: '/paths/x/get' };
  const types = { input: definition.inputSchema, output: undefined };
  gradeDescriptions([{ origin, definition, identifier: 'listShopOrders', types, ...more }], diagnostics);
  assert.ok(diagnostics.all.every((finding) => finding.severity === 'note' && finding.origin === origin));
  return diagnostics.all.map(({ code }) => code);
}

suite('a verb', () => {
  const cases: readonly [word: string, expected: boolean][] = [
    ['list', true],
    ['lists', true],
    ['listing', true],
    ['creating', true],
    ['searches', true],
    ['applies', true],
    ['pets', false],
    ['the', false],
    ['constructor', false],
  ];
  for (const [word, expected] of cases) {
    test(`is ${expected ? '' : 'not '}'${word}'`, () => assert.equal(isVerb(word), expected));
  }
});
