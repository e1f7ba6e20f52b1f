import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { ToolDefinition } from '../../src/runtime/manifest.js';
import type { Exception } from './exceptions.js';
import { exceptions, mostExceptions } from './exceptions.js';
import { excusesOf } from './excuses.js';
import type { DocumentOutcome, OperationOutcome, Refusal } from './judge-tools.js';
import { findFaults } from './report.js';

const tool: ToolDefinition = {
  name: 'send',
  inputSchema: { type: 'object', properties: {} },
  request: {
    method: 'POST',
    path: '/forms',
    parameters: [],
    body: { property: 'body', mediaType: 'application/x-www-form-urlencoded' },
    accept: [],
    security: [],
  },
};

function refusal(document: string, body: string, more: Partial<Refusal> = {}): Refusal {
  return {
    document,
    operation: 'POST /forms',
    path: '/forms',
    tool,
    values: { body: { tags: ['a', 'b'] } },
    exchange: {
      method: 'POST',
      target: '/forms?word=',
      headers: ['Content-Type', 'application/x-www-form-urlencoded'],
      body: Buffer.from(body),
      status: 422,
      answerHeaders: {},
      answerBody: '',
    },
    violations: [{ at: 'body.tags', code: 'type', message: 'Request body property tags must be array' }],
    ...more,
  };
}

suite('what is excused', () => {
  const ids = (given: Refusal): readonly string[] | undefined => excusesOf(given)?.map(({ id }) => id);

  test('a list in a form that is sent as it should be', () => {
    assert.deepEqual(ids(refusal('twilio-v2010', 'tags=a&tags=b')), ['repeated-form-field']);
  });

  test('no list that is joined by a comma', () => {
    assert.equal(ids(refusal('twilio-v2010', 'tags=a,b')), undefined);
  });

  test('nothing in a document for which it is not listed', () => {
    assert.equal(ids(refusal('museum', 'tags=a&tags=b')), undefined);
  });

  test('nothing where one of two violations is not known', () => {
    const [known] = refusal('twilio-v2010', '').violations;
    const violations = [
      ...(known === undefined ? [] : [known]),
      { at: 'query.a', code: 'type', message: 'no' },
    ];
    assert.equal(ids(refusal('twilio-v2010', 'tags=a&tags=b', { violations })), undefined);
  });

  const told = 'Reserved characters used in request body';
  const parts: readonly [of: string, value: unknown, sent: string, expected: boolean][] = [
    ['a text as it is', 'a&b', 'a&b', true],
    ['a text that is encoded', 'a&b', 'a%26b', false],
    ['a list between commas', ['a', 'b?'], 'a,b?', true],
    ['a list between pipes', ['a', '['], 'a|[', true],
    ['another list', ['a', 'b?'], 'a,b?,c', false],
    ['an object between commas', { a: 'b', c: '/' }, 'a,b,c,/', true],
    ['an object that is none', { a: {} }, 'a,[object Object]', false],
    ['a list in a list', [['a', 'b']], 'a,b', false],
  ];
  for (const [of, value, sent, expected] of parts) {
    test(`reserved characters in a part: ${of}`, () => {
      const given = refusal('readme-parameters-style', '');
      const body = `--b\r\nContent-Disposition: form-data; name="tags"\r\n\r\n${sent}\r\n--b--\r\n`;
      const headers = ['Content-Type', 'multipart/form-data; boundary=b'];
      const exchange = given.exchange && { ...given.exchange, headers, body: Buffer.from(body) };
      const violations = [{ at: 'body.tags', code: 'undefined', message: told }];
      const found = ids({ ...given, exchange, violations, values: { body: { tags: value } } });
      assert.deepEqual(found, expected ? ['reserved-in-part'] : undefined);
    });
  }

  test('an empty value that is sent, and none that is not', () => {
    const missing = (name: string): Partial<Refusal> => ({
      violations: [{ at: 'query', code: 'required', message: `must have required property '${name}'` }],
    });
    assert.deepEqual(ids(refusal('slack-web', '', missing('word'))), ['empty-query-value']);
    assert.equal(ids(refusal('slack-web', '', missing('token'))), undefined);
  });
});

suite('what makes a run fail', () => {
  const taken: OperationOutcome = {
    operation: 'POST /forms',
    calls: 3,
    foreseen: 0,
    fromDocument: 0,
    refusals: [],
    problems: [],
    notes: [],
  };
  const outcome = (more: Partial<OperationOutcome>): DocumentOutcome => {
    return { document: 'twilio-v2010', loadMs: 0, callMs: 0, operations: [{ ...taken, ...more }] };
  };
  const cases: readonly [
    of: string,
    outcome: DocumentOutcome,
    known: readonly Exception[],
    expected: RegExp,
  ][] = [
    ['a refusal', outcome({ refusals: [refusal('twilio-v2010', 'tags=a,b')] }), [], /is refused/],
    ['a disagreement', outcome({ problems: ['No argument is the body.'] }), [], /No argument is the body/],
    ['an operation that is not called', outcome({ calls: 0 }), [], /no call counts/],
    [
      'an exception that does not come up',
      outcome({}),
      exceptions,
      /repeated-form-field: twilio-v2010: no longer/,
    ],
  ];
  for (const [of, given, known, expected] of cases) {
    test(of, () => assert.match(findFaults([given], known, []).join('\n'), expected));
  }

  test('a probe that Prism takes', () => {
    assert.deepEqual(findFaults([outcome({})], [], ['/x']), [
      'Prism takes the probe /x: strike its exception',
    ]);
  });

  test('nothing where all is taken', () => assert.deepEqual(findFaults([outcome({})], [], []), []));
});

test('the exceptions are few, each with an id of its own', () => {
  assert.ok(exceptions.length <= mostExceptions);
  assert.equal(new Set(exceptions.map(({ id }) => id)).size, exceptions.length);
});
