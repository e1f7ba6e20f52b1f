import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { Link } from '../../src/model/model.js';
import { codesOf } from '../load/documents.js';
import { buildOperation, type OperationPlace } from './models.js';

/** The links of a response of an operation, and what was found. */
async function linksOf(links: unknown, place: OperationPlace = {}) {
  const responses = { 200: { description: 'ok', links } };
  const { operation, diagnostics } = await buildOperation({ responses }, place);
  return { links: operation.responses[0]?.links, codes: codesOf(diagnostics) };
}

suite('Link Objects', () => {
  const none = { operationId: undefined, operationRef: undefined };
  const cases: readonly [of: string, link: object, expected: readonly Link[]][] = [
    [
      'hand on parts of the body',
      { operationId: 'b', parameters: { id: '$response.body#/id', 'path.slug': '$response.body#/slug' } },
      [{ ...none, operationId: 'b', fromBody: ['id', 'slug'] }],
    ],
    [
      'can refer to their operation',
      { operationRef: '#/paths/~1b/get', parameters: { id: '$response.body#/id' } },
      [{ ...none, operationRef: '#/paths/~1b/get', fromBody: ['id'] }],
    ],
    [
      'that hand on other values are left out',
      { operationId: 'b', parameters: { id: '$request.query.id', n: 1 } },
      [],
    ],
    ['without parameters are left out', { operationId: 'b' }, []],
  ];
  for (const [of, link, expected] of cases) {
    test(of, async () => assert.deepEqual(await linksOf({ l: link }), { links: expected, codes: [] }));
  }

  test('can be references', async () => {
    const link = { operationId: 'b', parameters: { id: '$response.body#/id' } };
    const { links } = await linksOf(
      { l: { $ref: '#/components/links/L' } },
      { components: { links: { L: link } } },
    );
    assert.deepEqual(links, [{ ...none, operationId: 'b', fromBody: ['id'] }]);
  });

  test('that are broken cost nothing else', async () => {
    const { links, codes } = await linksOf({ l: { $ref: '#/nope' }, m: 'x' });
    assert.deepEqual(links, []);
    assert.deepEqual([...codes].sort(), ['invalid-document', 'unresolved-reference']);
  });
});
