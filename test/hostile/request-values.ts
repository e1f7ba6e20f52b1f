import type { Outcome, Problems } from './documents.js';
import type { ServerTrace } from './live-server.js';
import { callsDocument, readPayload, type PayloadFile } from './payloads.js';
import { allCredentials, credentialOf, sentProblems, withUpstream } from './recorded-calls.js';
import type { RecordedCall, RecordingClient } from './recorded-calls.js';
import { serveBuilt } from './run-documents.js';

interface Line {
  readonly where: string;
  readonly value: unknown;
  readonly expect: string;
}

/** Tries a line; `value` is as it stands in the file. */
type Rule = (client: RecordingClient, value: string, line: Line) => Promise<Problems>;

/** Values of arguments in every other place. */
export const requestValues: PayloadFile = {
  id: 'args-header-query-body',
  document: callsDocument.id,
  judge: async (project) => {
    const traces: ServerTrace[] = [];
    const serve = serveBuilt(project, traces);
    const outcomes: Outcome[] = [];
    await withUpstream({ ...project, serve }, allCredentials(project.manifest), async (client) => {
      for (const [index, line] of readPayload<Line>('args-header-query-body').entries()) {
        const rule = rules.get(line.expect);
        const problems =
          rule === undefined ? ['no rule for what it expects'] : await tryLine(rule, client, line);
        outcomes.push({ check: `line ${index + 1} (${line.where})`, problems });
      }
    });
    return [...outcomes, { check: 'ends well', problems: traces.flatMap(({ problems }) => problems) }];
  },
};

/** After every line the server still answers. */
async function tryLine(rule: Rule, client: RecordingClient, line: Line): Promise<Problems> {
  const problems = await rule(client, line.value as string, line);
  const { called } = await client.call('query', { q: 'still there' });
  return called.isError
    ? [...problems, `afterwards a plain call fails: ${called.line.slice(0, 200)}`]
    : problems;
}

const refusedHeader: Rule = async ({ call }, value) =>
  sentProblems(await call('header', { 'X-Note': value }), JSON.stringify(value));

const sentAsExpected: Rule = async ({ call }, value, { expect }) =>
  pairsLacking(await call('query', { q: value }), [expect]);

/** What each `expect` means. */
export const rules: ReadonlyMap<string, Rule> = new Map<string, Rule>([
  ['validation error; nothing sent', refusedHeader],
  ['validation error', refusedHeader],
  [
    'validation error or documented encoding; no crash',
    async ({ call }, value) => {
      const { called, requests } = await call('header', { 'X-Note': value });
      const sent = requests.map(({ headers }) => headers.get('x-note') ?? '');
      if (called.isError) return sentProblems({ called, requests }, 'an error');
      return sent.every((text) => /^[\x20-\x7e]+$/.test(text))
        ? []
        : ['the header was sent with other bytes than ASCII'];
    },
  ],
  [
    'sent trimmed or refused, documented',
    async ({ call }, value) => {
      const { called, requests } = await call('header', { 'X-Note': value });
      if (called.isError) return sentProblems({ called, requests }, 'an error');
      return requests.every(({ headers }) => headers.get('x-note') === value.trim())
        ? []
        : ['another value was sent'];
    },
  ],
  ['not settable: parameter absent from the tool', (client) => settable(client, 'header', 'Host')],
  [
    'not settable; configured credential is sent',
    async (client) => [
      ...(await settable(client, 'header', 'Authorization')),
      ...credentialProblems(await client.call('header', {})),
    ],
  ],
  [
    'refused as unknown argument or ignored; never sent',
    async ({ call }, value) => leaked(await call('header', { authorization: value }), value),
  ],
  ['q=a%26admin%3Dtrue', sentAsExpected],
  ['q=a%23x', sentAsExpected],
  [
    'per style/explode; comma inside a value encoded when explode=false',
    async ({ call }, value) => [
      ...pairsLacking(await call('query', { list: value }), ['list=a,b%2Cc']),
      ...pairsLacking(await call('query', { each: value }), ['each=a', 'each=b%2Cc']),
    ],
  ],
  [
    'configured credential wins; the caller value is never sent as well',
    async (client, value) => [
      ...(await settable(client, 'query', 'api_key')),
      ...leaked(await client.call('query', { api_key: value }), value),
      ...credentialProblems(await client.call('query', { q: 'x' })),
    ],
  ],
  [
    'validation error, or one pair c=a%3B%20sid%3Dattacker; never a second cookie',
    async ({ call }, value) => {
      const { called, requests } = await call('cookie', { c: value });
      if (called.isError) return sentProblems({ called, requests }, 'an error');
      const cookies = requests.flatMap(({ headers }) => headers.get('cookie')?.split('; ') ?? []).sort();
      const expected = ['c=a%3B%20sid%3Dattacker', `sid=${credentialOf('session', 'key')}`];
      return cookies.join('; ') === expected.join('; ') ? [] : [`sends the cookies ${cookies.join('; ')}`];
    },
  ],
  [
    // That nothing is polluted is looked at when the server ends.
    '({}).polluted undefined afterwards; sent or refused, not merged',
    async ({ callText }, value) => {
      const { called, requests } = await callText('body', `{"body":${value}}`);
      if (called.isError) return sentProblems({ called, requests }, 'an error');
      return requests.every(({ body }) => body.toString() === value) ? [] : ['another body was sent'];
    },
  ],
  [
    'refused when additionalProperties is false',
    async ({ call }, value) =>
      sentProblems(await call('closed', { body: value }), 'a member that is not allowed'),
  ],
  [
    'encoded or refused',
    async ({ call }, value) => {
      const upload = `data:application/octet-stream;name=${encodeURIComponent(value)};base64,eA==`;
      const { called, requests } = await call('file', { body: { upload, [value]: 'x' } });
      if (called.isError) return sentProblems({ called, requests }, 'an error');
      const bodies = requests.map(({ body }) => body.toString());
      if (bodies.length !== 1) return [`${bodies.length} requests were sent`];
      return bodies.some((body) => /^content-type: *text\/html/im.test(body))
        ? ['a part has a header of the caller']
        : [];
    },
  ],
  [
    'as a top-level argument the same as not given (an error only where n is required); inside a body a validation error',
    async ({ call }) => [
      ...pairsLacking(await call('query', { n: null }), []),
      ...sentProblems(await call('needed', { n: null }), 'null where a number is required'),
      ...sentProblems(await call('closed', { body: { n: null } }), 'null inside a body'),
    ],
  ],
  [
    'not silently rounded: refused, or sent exactly',
    async ({ callText }, value) => {
      const { called, requests } = await callText('query', `{"big":${value}}`);
      if (called.isError) return sentProblems({ called, requests }, 'an error');
      return pairsLacking({ called, requests }, [`big=${value}`]);
    },
  ],
  [
    'validation error; the check itself takes under 50 ms',
    (client, value) => refusedFast(client, { s: value }, 50),
  ],
  [
    'clean error, process alive',
    async ({ callText }) => {
      const depth = 100_000;
      const recorded = await callText('body', `{"body":${'['.repeat(depth)}${']'.repeat(depth)}}`);
      return sentProblems(recorded, `${depth} nested arrays`);
    },
  ],
]);

/** A parameter that has to be left out of a tool. */
function settable({ live }: RecordingClient, tool: string, parameter: string): Promise<Problems> {
  const schema = live.tools.find(({ name }) => name === tool)?.inputSchema;
  const properties = Object.keys((schema?.['properties'] as object | undefined) ?? {});
  const isThere = properties.some((name) => name.toLowerCase() === parameter.toLowerCase());
  return Promise.resolve(isThere ? [`'${parameter}' is an argument`] : []);
}

/** The configured credentials, each once and nothing else in their places. */
function credentialProblems({ called, requests }: RecordedCall): Problems {
  const [request] = requests;
  if (called.isError || request === undefined) return [`a plain call failed: ${called.line.slice(0, 200)}`];
  const keys = new URL(request.target, 'http://recorder').searchParams.getAll('api_key');
  return [
    ...(keys.join() === credentialOf('key', 'key')
      ? []
      : [`api_key was sent as ${keys.join() || 'nothing'}`]),
    ...(request.headers.get('authorization') === `Bearer ${credentialOf('token', 'token')}`
      ? []
      : ['the configured credential was not sent']),
  ];
}

/** A value that must not get out, in whatever way the call ended. */
function leaked({ requests }: RecordedCall, value: string): Problems {
  return requests
    .filter(({ target, headers }) => [target, ...headers.values()].some((text) => text.includes(value)))
    .map(({ target }) => `the caller's value was sent: ${target}`);
}

/** Pairs that the raw query of the one request that was sent does not hold. */
function pairsLacking({ called, requests }: RecordedCall, pairs: readonly string[]): Problems {
  const [request, ...others] = requests;
  if (called.isError || request === undefined || others.length > 0)
    return [`${requests.length} requests were sent: ${called.line.slice(0, 200)}`];
  const sent = (request.target.split('?')[1] ?? '').split('&');
  return pairs
    .filter((pair) => !sent.includes(pair))
    .map((pair) => `${pair} is not in ${request.target.slice(0, 200)}`);
}

async function refusedFast(
  { call, live }: RecordingClient,
  toolArguments: object,
  mostMs: number,
): Promise<Problems> {
  const times: number[] = [];
  const problems: string[] = [];
  // Others use the machine as well: the best of a few counts.
  for (let attempt = 0; attempt < 3; attempt += 1) {
    const before = await live.watch.meter.ask(live.pid);
    problems.push(...sentProblems(await call('query', toolArguments), 'text that is too long'));
    const after = await live.watch.meter.ask(live.pid);
    times.push((after.cpuSeconds - before.cpuSeconds) * 1000);
  }
  const best = Math.min(...times);
  return best < mostMs ? problems : [...problems, `took ${best.toFixed(0)} ms of CPU time`];
}
