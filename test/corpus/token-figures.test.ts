import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { countFigures, findTokenProblems, type TokenFigures } from './token-figures.js';

suite('the tokens of a list', () => {
  const tool = { name: 'a', inputSchema: { type: 'object' }, outputSchema: { type: 'object' } };
  test('are counted with and without output schemas', () => {
    const { tokens, withOutputs } = countFigures([tool]);
    assert.ok(tokens > 0 && withOutputs > tokens);
  });
  test('count the text of a special token as text', () => {
    assert.ok(countFigures([{ ...tool, description: '<|endoftext|>' }]).tokens > countFigures([tool]).tokens);
  });

  const recorded: TokenFigures = { tokens: 1000, withOutputs: 1200 };
  const cases: readonly [of: string, id: string, figures: TokenFigures, problems: readonly string[]][] = [
    ['the recorded figures', 'petstore', recorded, []],
    ['3 % more', 'petstore', { tokens: 1030, withOutputs: 1236 }, []],
    [
      'more than that',
      'petstore',
      { tokens: 1031, withOutputs: 1200 },
      ['tokens: 1031, recorded 1000 (+3.1 %): shorten it'],
    ],
    [
      'much less, which no longer guards anything',
      'petstore',
      { tokens: 900, withOutputs: 1200 },
      ['tokens: 900, recorded 1000 (-10.0 %): record it with --record'],
    ],
  ];
  for (const [of, id, figures, problems] of cases) {
    test(`against ${of}`, () => assert.deepEqual(findTokenProblems(id, figures, recorded), problems));
  }
  test('of a document that is not recorded', () =>
    assert.deepEqual(findTokenProblems('new', recorded, undefined), ['tokens.json has no figures for it']));
  test('have limits for some documents', () => {
    const figures = { tokens: 66_001, withOutputs: 90_000 };
    assert.deepEqual(findTokenProblems('box', figures, figures), [
      '66001 tokens, at most 66000 are allowed',
      'output schemas cost 36.4 % more',
    ]);
  });
});
