import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { Exchange } from './recorder.js';
import { violationsOf } from './refusals.js';

function exchange(more: Partial<Exchange>): Exchange {
  return {
    method: 'GET',
    target: '/pets',
    headers: [],
    body: Buffer.alloc(0),
    status: 200,
    answerHeaders: {},
    answerBody: '',
    ...more,
  };
}

function problem(code: string, more: object = {}): string {
  return JSON.stringify({
    type: `https://stoplight.io/prism/errors#${code}`,
    title: 'Title',
    detail: 'detail',
    ...more,
  });
}

suite('what counts as a refusal', () => {
  const found = { location: ['request', 'query', 'limit'], severity: 'Error', code: 'type', message: 'no' };
  const limit = { at: 'query.limit', code: 'type', message: 'no' };
  const cases: readonly [of: string, more: Partial<Exchange>, expected: readonly object[]][] = [
    ['an answer', {}, []],
    [
      'a 400 of the document with violations',
      { status: 400, answerHeaders: { 'sl-violations': JSON.stringify([found]) } },
      [limit],
    ],
    [
      'a deprecated parameter',
      { answerHeaders: { 'sl-violations': JSON.stringify([{ ...found, severity: 'Warning' }]) } },
      [],
    ],
    [
      'an answer that breaks its schema',
      { answerHeaders: { 'sl-violations': JSON.stringify([{ ...found, location: ['response', 'body'] }]) } },
      [],
    ],
    [
      'a problem document with violations',
      {
        status: 422,
        answerBody: problem('UNPROCESSABLE_ENTITY', {
          validation: [{ ...found, location: ['query', 'limit'] }],
        }),
      },
      [limit],
    ],
    [
      'a path that leads nowhere',
      { status: 404, answerBody: problem('NO_PATH_MATCHED_ERROR') },
      [{ at: '', code: 'NO_PATH_MATCHED_ERROR', message: 'Title: detail' }],
    ],
    ['no answer to give', { status: 500, answerBody: problem('NO_RESPONSE_RESPONSE_DEFINED') }, []],
    ['the end of Prism', { status: 0, answerBody: 'reset' }, [{ at: '', code: 'died', message: 'reset' }]],
  ];
  for (const [of, more, expected] of cases) {
    test(of, () => assert.deepEqual(violationsOf(exchange(more)), expected));
  }
});
