import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { ListedTool } from '../tools/mcp-session.js';
import { alterationsOf } from './alterations.js';
import type { CallExpectation, Case, Expectations } from './case-format.js';
import { judge } from './judge.js';
import { madeCase, madeObservation, recorded } from './made-case.js';
import type {
  CallObservation,
  Generation,
  Observation,
  ProjectObservation,
  SessionObservation,
} from './observation.js';

const { generation, project } = madeObservation;

function withExpect(changed: Partial<Expectations>): Case {
  return { ...madeCase, expect: { ...madeCase.expect, ...changed } };
}

function withGeneration(changed: Partial<Generation>): Observation {
  return { ...madeObservation, generation: { ...generation, ...changed } };
}

function withProject(changed: Partial<ProjectObservation>): Observation {
  return { generation, project: { ...project, ...changed } };
}

function withSession(
  index: number,
  change: (session: SessionObservation) => Partial<SessionObservation>,
): Observation {
  const sessions = project.sessions.map((one, at) => (at === index ? { ...one, ...change(one) } : one));
  return withProject({ sessions });
}

function withTool(changed: object): Observation {
  return withSession(0, ({ tools: [first, ...others] }) => ({
    tools: [{ ...first, ...changed } as ListedTool, ...others],
  }));
}

function withCall(index: number, changed: Partial<CallObservation>, era = 0): Observation {
  return withSession(era, ({ calls }) => ({
    calls: calls.map((one, at) => (at === index ? { ...one, ...changed } : one)),
  }));
}

function answering(result: object): Partial<CallObservation> {
  const message = { jsonrpc: '2.0', id: 1, result };
  return { answer: { message, line: JSON.stringify(message) } };
}

test('the made-up case passes with the made-up observation', () => {
  assert.deepEqual(judge(madeCase, madeObservation), []);
});

suite('an altered expectation fails', () => {
  for (const { of, case: altered } of alterationsOf(madeCase)) {
    test(of, () => assert.notDeepEqual(judge(altered, madeObservation), []));
  }
});

suite('an altered run fails by the rule that it breaks', () => {
  const bare = { type: 'object', properties: {} };
  const call = project.sessions[0]?.calls[0]?.requests[0] ?? recorded('GET', '/');
  const runs: readonly (readonly [of: string, run: Observation, message: RegExp])[] = [
    ['rule 1: the exit status', withGeneration({ status: 3 }), /ended with 3/],
    ['rule 1: a file beside the output folder', withGeneration({ changedOutside: ['x'] }), /rule 1: 'x'/],
    ['rule 1: such a file written later', withProject({ changedOutside: ['y'] }), /rule 1: 'y'/],
    ['generation that does not end', withGeneration({ timedOut: true, status: null }), /did not end/],
    ['rule 2: no install', withProject({ failure: 'npm failed' }), /rule 2: npm failed/],
    ['rule 2: no manifest', withProject({ manifest: undefined }), /rule 2: there is no/],
    ['rule 2: a type error', withProject({ build: ['src/x.ts:1:1: wrong'] }), /rule 2: src/],
    [
      'rule 2: no start',
      withSession(0, () => ({ failure: 'ended (1)' })),
      /rule 2: the server does not start/,
    ],
    [
      'rule 2: no start in the older revision',
      withSession(1, () => ({ failure: 'ended (1)' })),
      /start.*2025-11-25/,
    ],
    ['rule 3: a name of 65 characters', withTool({ name: 'x'.repeat(65) }), /rule 3/],
    ['rule 3: a name twice', withTool({ name: 'post_boats' }), /rule 3: two tools/],
    ['rule 4: the type', withTool({ inputSchema: { properties: {} } }), /rule 4.*type/],
    ['rule 4: anyOf at the top', withTool({ inputSchema: { ...bare, anyOf: [{}] } }), /rule 4.*anyOf/],
    [
      'rule 4: a property name',
      withTool({ inputSchema: { type: 'object', properties: { 'a[b]': {} } } }),
      /rule 4.*a\[b\]/,
    ],
    ['rule 5: no JSON Schema', withTool({ inputSchema: { ...bare, required: 'id' } }), /rule 5/],
    [
      'rule 5: a pattern',
      withTool({ inputSchema: { type: 'object', properties: { a: { pattern: '\\-' } } } }),
      /rule 5/,
    ],
    [
      'rule 5: a reference to nothing',
      withTool({ inputSchema: { type: 'object', properties: { a: { $ref: '#/$defs/a' } } } }),
      /rule 5/,
    ],
    [
      'rule 5: a reference away',
      withTool({ outputSchema: { type: 'object', properties: { a: { $ref: 'https://x.test/a' } } } }),
      /rule 5.*leaves/,
    ],
    ['rule 6: no structuredContent', withCall(0, answering({ content: [] })), /rule 6.*missing/],
    [
      'rule 6: it breaks the schema',
      withCall(0, answering({ content: [], structuredContent: { name: 1 } })),
      /rule 6.*breaks/,
    ],
    [
      'rule 6: an outputSchema of an array for older clients',
      withSession(1, ({ tools: [first, ...others] }) => ({
        tools: [{ ...first, outputSchema: { type: 'array' } } as ListedTool, ...others],
      })),
      /rule 6.*no object \(2025-11-25\)/,
    ],
    [
      'rule 6: an array for older clients',
      withCall(1, answering({ content: [], structuredContent: [1] }), 1),
      /rule 6.*no object \(2025-11-25\)/,
    ],
    [
      'rule 7: a greeting',
      withSession(0, ({ stdout }) => ({ stdout: Buffer.concat([Buffer.from('Hello\n'), stdout]) })),
      /rule 7.*Hello/,
    ],
    [
      'rule 7: an unended line',
      withSession(0, ({ stdout }) => ({ stdout: stdout.subarray(0, -1) })),
      /rule 7/,
    ],
    [
      'rule 7: a request of the server',
      withSession(0, ({ stdout }) => ({
        stdout: Buffer.concat([stdout, Buffer.from('{"jsonrpc":"2.0","id":1,"method":"ping"}\n')]),
      })),
      /rule 7.*ping/,
    ],
    ['rule 8: two requests', withCall(0, { requests: [call, call] }), /2 requests in place of one/],
    ['rule 8: a request elsewhere', withCall(0, { otherRequests: [call] }), /2 requests/],
    [
      'rule 8: a request for an unknown tool',
      withCall(2, { requests: [call] }),
      /1 requests in place of none/,
    ],
    [
      'a call without an answer',
      withCall(0, { answer: undefined, failure: 'no answer in 45 s' }),
      /no answer in 45 s/,
    ],
    ['a call of another tool', withCall(0, { tool: 'post_boats' }), /was called/],
    ['another exit status', withSession(0, () => ({ exit: { status: 1, milliseconds: 9 } })), /ended with 1/],
    ['a late exit', withSession(0, () => ({ exit: { status: 0, milliseconds: 5001 } })), /in 5001 ms/],
    ['a secret in what the generator wrote', withGeneration({ stderr: 'INJECTED' }), /the generator wrote/],
    ['a secret on stderr', withSession(1, () => ({ stderr: Buffer.from('INJECTED') })), /the server .*wrote/],
    [
      'a secret in a file',
      withGeneration({ output: new Map([...generation.output, ['a', Buffer.from('INJECTED')]]) }),
      /'a' holds/,
    ],
    [
      'a forbidden file name',
      withGeneration({ output: new Map([...generation.output, ['src/con', Buffer.alloc(0)]]) }),
      /file 'src\/con'/,
    ],
    ['a file that was not kept', withGeneration({ output: new Map() }), /'keep.txt'/],
    [
      'an output that does not fit',
      withTool({ outputSchema: { type: 'object', required: ['no'] } }),
      /does not take .*Egg/,
    ],
    [
      'an array without items',
      withTool({ inputSchema: { ...bare, properties: { a: { type: ['array', 'null'] } } } }),
      /array has no items/,
    ],
    [
      'a keyword that must not be there, deep inside',
      withTool({ inputSchema: { ...bare, properties: { a: { items: { nullable: true } } } } }),
      /has \*\*\/nullable/,
    ],
    ['slow generation', withGeneration({ milliseconds: 5001 }), /5001 ms/],
  ];
  for (const [of, run, message] of runs) {
    test(of, () => {
      const problems = judge(madeCase, run);
      assert.ok(
        problems.some((problem) => message.test(problem)),
        problems.join('\n'),
      );
    });
  }
});

suite('an error of the generator', () => {
  const failed: Observation = { generation: { ...generation, status: 1, stderr: 'openapi is missing' } };
  const expected = withExpect({
    generate: 'error',
    errorMatches: 'OPENAPI',
    errorLacks: '\\n +at ',
    process: { outputMustNotContain: ['SECRET'] },
  });

  test('passes where it is one', () => assert.deepEqual(judge(expected, failed), []));
  for (const { of, case: altered } of alterationsOf(expected).filter(
    ({ of }) => !/^(tools|call|toolCount|files)/.test(of),
  )) {
    test(`fails with altered ${of}`, () => assert.notDeepEqual(judge(altered, failed), []));
  }
  test('fails where its text has what it must not', () => {
    const stack = { generation: { ...failed.generation, stderr: 'openapi\n    at x.js:1' } };
    assert.notDeepEqual(judge(expected, stack), []);
  });
});

suite('rule 8 lets repeated tries through', () => {
  const first = recorded('GET', '/boats/a?on=x', { 'x-key': 'k', cookie: 'sid=s' });
  const calls = madeCase.expect.call ?? [];
  const cases: readonly (readonly [
    of: string,
    upstream: CallExpectation['upstream'],
    tries: number,
    passes: boolean,
  ])[] = [
    ['after a closed connection', { hangUp: true }, 3, true],
    ['after 503', { status: 503, body: { name: 'Egg' } }, 3, true],
    ['after 500', { status: 500, body: { name: 'Egg' } }, 2, false],
    ['of a redirect, once', { status: 302, body: { name: 'Egg' } }, 2, true],
    ['of a redirect, twice', { status: 302, body: { name: 'Egg' } }, 3, false],
  ];
  for (const [of, upstream, tries, passes] of cases) {
    test(of, () => {
      const [call, ...others] = calls;
      const altered = withExpect({ call: [{ ...call, upstream } as CallExpectation, ...others] });
      const problems = judge(altered, withCall(0, { requests: Array.from({ length: tries }, () => first) }));
      assert.equal(problems.length === 0, passes, problems.join('\n'));
    });
  }
  test('but not of POST after 503', () => {
    const made = project.sessions[0]?.calls[1]?.requests[0] ?? first;
    const [boat, add, unknown] = calls;
    const altered = withExpect({
      call: [boat, { ...add, upstream: { status: 503 } }, unknown] as CallExpectation[],
    });
    assert.notDeepEqual(judge(altered, withCall(1, { requests: [made, made] })), []);
  });
});

suite('a server that refuses to start', () => {
  const refusing = (call: Partial<CallExpectation>): Case =>
    withExpect({ toolCount: 0, tools: [], call: [{ tool: 'getBoat', arguments: {}, ...call }] });
  const sessions = project.sessions.map((session) => ({
    ...session,
    failure: 'ended (1)',
    tools: [],
    calls: [],
  }));
  const run = withProject({
    sessions: sessions.map((session) => ({
      ...session,
      calls: [{ tool: undefined, answer: undefined, failure: 'ended (1)', requests: [], otherRequests: [] }],
    })),
  });

  test('is right where an alternative says so', () => {
    assert.deepEqual(
      judge(refusing({ anyOf: [{ serverRefusedToStart: true }, { result: { isError: true } }] }), run),
      [],
    );
  });
  test('is wrong otherwise', () => {
    assert.notDeepEqual(judge(refusing({ result: { isError: true } }), run), []);
  });
  test('is not what happened where it starts', () => {
    assert.notDeepEqual(judge(refusing({ anyOf: [{ serverRefusedToStart: true }] }), madeObservation), []);
  });
});
