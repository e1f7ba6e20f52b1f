import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { estimateTokens } from '../../src/plan/hosts/tokens.js';

/** What the vocabulary makes of a text; what reads like a special token is text here. */
const counted = (text: string): number => countTokens(text, { disallowedSpecial: new Set() });

const list = (count: number, description: string): string =>
  JSON.stringify(
    Array.from({ length: count }, (_, index) => ({
      name: `update_customer_${index}`,
      title: 'Update a customer',
      description,
      inputSchema: {
        type: 'object',
        properties: {
          customerId: { type: 'string', format: 'uuid', description: 'Identifier of the customer.' },
          body: {
            type: 'object',
            properties: {
              email: { type: 'string' },
              vip: { type: 'boolean' },
              limit: { type: 'integer', maximum: 100 },
            },
          },
        },
        required: ['customerId'],
        additionalProperties: false,
      },
      annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: true },
    })),
  );

suite('estimateTokens', () => {
  test('of nothing is nothing', () => assert.equal(estimateTokens(''), 0));

  test('grows with the text and adds up', () => {
    const text = list(10, 'Changes what is known of one customer.');
    assert.equal(Math.round(estimateTokens(Array(10).fill(text).join(' ')) / 10), estimateTokens(text));
  });

  // The share by which the estimate may differ: lists are what it is fitted on, bare sentences are not.
  const cases: readonly [of: string, text: string, within: number][] = [
    [
      'a tools list',
      list(20, 'Changes what is known of one customer. Fields that are left out stay as they are.'),
      0.1,
    ],
    [
      'a tools list in Japanese',
      list(20, '顧客の情報を更新します。指定されていない項目は変更されません。'),
      0.15,
    ],
    [
      'dates',
      JSON.stringify(Array.from({ length: 90 }, (_, index) => new Date(index * 864e5).toISOString())),
      0.3,
    ],
    ['what reads like a special token', list(5, 'Ends at <|endoftext|> or <|im_start|>.'), 0.2],
    ['Chinese', '返回用户的订单列表，按创建日期排序。如果未指定参数，则返回所有记录。', 0.5],
    [
      'Japanese',
      'ユーザーの注文一覧を作成日順に返します。パラメータが指定されていない場合は、すべての記録を返します。',
      0.3,
    ],
    ['Korean', '사용자의 주문 목록을 생성 날짜순으로 정렬하여 반환합니다.', 0.5],
    ['Russian', 'Возвращает список заказов пользователя, отсортированный по дате создания.', 0.5],
    ['Arabic', 'يعيد قائمة طلبات المستخدم مرتبة حسب تاريخ الإنشاء.', 0.5],
    ['Hindi', 'उपयोगकर्ता के आदेशों की सूची लौटाता है, जो निर्माण तिथि के अनुसार क्रमबद्ध है।', 0.5],
    ['emoji', '🚀🎉🔥✅👍😀🐶🌍💡📦', 0.3],
  ];
  for (const [of, text, within] of cases) {
    test(`is within ${within * 100} % for ${of}`, () => {
      const difference = estimateTokens(text) / counted(text) - 1;
      assert.ok(Math.abs(difference) <= within, `differs by ${(difference * 100).toFixed(1)} %`);
    });
  }
});
