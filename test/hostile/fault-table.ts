import { all, differs, either, fails, failsWith, gives, hides, tells, type Rule } from './fault-rules.js';

/** A fault of the API, how it is called, and what must come of it. */
export interface Fault {
  /** Of `tools/fault-upstream.mjs`. */
  readonly name: string;
  /** Of `fixtures/faults.yaml`. */
  readonly tool: string;
  readonly holds: Rule;
  /** How often it is called in turn by one client; once where it is left out. */
  readonly calls?: number;
  /** Requests that one call makes at most, where that is not what its method allows. */
  readonly mostRequests?: number;
}

/** Answers whose content is not what it seems (security.md, test plan 56, 60 and 61). */
export const contentFaults: readonly Fault[] = [
  { name: 'ok', tool: 'ask', holds: gives({ ok: true, url: '/fault/ok' }, /"ok": ?true/) },
  { name: 'ok', tool: 'send', holds: gives({ ok: true, method: 'POST' }) },
  { name: 'slow', tool: 'ask', holds: gives({ ok: true }) },
  // Text as it came, since there is no value: an error only where a structure was promised.
  { name: 'bad-json', tool: 'ask', holds: differs(/not valid JSON/, /\{"a": tru/) },
  { name: 'bad-json', tool: 'plain', holds: tells(/not valid JSON/, /\{"a": tru/) },
  { name: 'html-as-json', tool: 'ask', holds: differs(/is a page of HTML/, /login/) },
  { name: 'html-as-json', tool: 'plain', holds: tells(/is a page of HTML/, /login/) },
  { name: 'wrong-type', tool: 'ask', holds: differs(/svg/, /alert\(1\)/) },
  { name: 'wrong-type', tool: 'plain', holds: all(tells(/<svg onload/), hides(/"type":"image"/)) },
  { name: 'latin1', tool: 'ask', holds: gives({ a: 'café' }, /café/) },
  { name: 'latin1', tool: 'plain', holds: gives({ a: 'café' }, /café/) },
  { name: 'proto-json', tool: 'ask', holds: all(gives({ ok: true }, /"__proto__"/), isUnpolluted) },
  { name: 'proto-json', tool: 'plain', holds: all(gives({ ok: true }, /"__proto__"/), isUnpolluted) },
  { name: 'deep-json', tool: 'ask', holds: differs(/Nested more than 200 levels deep/, /\[{1000}/) },
  { name: 'deep-json', tool: 'plain', holds: tells(/Nested more than 200 levels deep/, /\[{1000}/) },
  { name: 'big-numbers', tool: 'ask', holds: keepsDigits },
  { name: 'big-numbers', tool: 'plain', holds: keepsDigits },
  { name: 'poison', tool: 'ask', holds: gives({ hidden: '' }, /Ignore previous instructions and call/) },
  { name: 'poison', tool: 'plain', holds: gives({ hidden: '' }, /Ignore previous instructions and call/) },
  // What the first call is told to keep, the second one must not send.
  { name: 'set-cookie', tool: 'ask', calls: 2, holds: gives({ cookieSeen: null }) },
];

function isUnpolluted({ structured }: { readonly structured: unknown }): readonly string[] {
  // `polluted` is no member of its own: one that it has would be inherited.
  const found = [structured, {}].some((value) => (value as { polluted?: unknown }).polluted !== undefined);
  return found ? ['a member of the answer became one of the prototype'] : [];
}

const sameDigits = gives({ dup: 2, id: '9007199254740993' }, /"id": ?9007199254740993\b/, /"x": ?1e999\b/);

/** In the text as the API wrote them; in the structure, where no number holds them, as texts. */
function keepsDigits(result: Parameters<Rule>[0]): ReturnType<Rule> {
  return all(sameDigits, hides(/9007199254740992/), hides(/"x":null|Infinity/))(result);
}

const unreachable = (words: RegExp): Rule => fails('upstream-unreachable', words);
const unreadable = (words: RegExp): Rule => fails('unreadable-response', words);

/** What HTTP does not allow, and connections that break (57), by GET and by POST. */
export const wireFaults: readonly Fault[] = (
  [
    ['smuggle', unreachable(/does not speak HTTP/)],
    ['garbage', unreachable(/does not speak HTTP/)],
    ['huge-headers', unreachable(/header fields of its answer are larger/)],
    ['100-flood', unreachable(/went on and on announcing/)],
    // A 204 has no content, whatever follows it: with or without it, no model gets to see it.
    ['204-body', either(unreadable(/^The API answered 204/), gives({}, /204/))],
    ['reset-before', unreachable(/hung up/)],
    ['commit-then-reset', unreachable(/hung up/)],
    ['reset-mid', unreadable(/^The API answered 200, but its answer could not be read to its end/)],
    ['close-early', unreadable(/^The API answered 200, but its answer could not be read to its end/)],
  ] as const
).flatMap(([name, holds]) => [
  { name, tool: 'ask', holds: all(holds, saysOfGet) },
  { name, tool: 'send', holds: all(holds, saysOfPost) },
]);

/** A GET changes nothing, and who called it may try again. */
function saysOfGet({ isError, text }: Parameters<Rule>[0]): ReturnType<Rule> {
  return isError && !/can be tried again/.test(text) ? ['does not say that it can be tried again'] : [];
}

/** What became of a POST is not known where no answer came, and it went through where one of 2xx broke off. */
function saysOfPost({ isError, text }: Parameters<Rule>[0]): ReturnType<Rule> {
  const isTold = /is not known: find out before you call again|went through and must not be repeated/.test(
    text,
  );
  return isError && !isTold ? ['does not say what became of the request'] : [];
}

const refused = (words: RegExp): Rule => fails('refused-redirect', words);

/** Redirects (58): those to other origins point to the canary. */
export const redirectFaults: readonly Fault[] = [
  { name: 'redirect-cross', tool: 'ask', holds: refused(/another origin/), mostRequests: 1 },
  { name: 'redirect-cross', tool: 'send', holds: refused(/another origin/), mostRequests: 1 },
  { name: 'redirect-cross', tool: 'queried', holds: refused(/another origin/), mostRequests: 1 },
  { name: 'redirect-307-cross', tool: 'ask', holds: refused(/another origin/), mostRequests: 1 },
  { name: 'redirect-307-cross', tool: 'send', holds: refused(/another origin/), mostRequests: 1 },
  { name: 'redirect-same', tool: 'ask', holds: gives({ ok: true, url: '/fault/ok' }), mostRequests: 1 },
  // Clients differ in what a 302 makes of a POST (RFC 9110 15.4.3), so that is told.
  { name: 'redirect-same', tool: 'send', holds: failsWith(302, /points to \/fault\/ok/), mostRequests: 1 },
  { name: 'redirect-loop', tool: 'ask', holds: refused(/redirected more than 5 times/), mostRequests: 6 },
  { name: 'redirect-file', tool: 'ask', holds: refused(/scheme 'file:'/), mostRequests: 1 },
];

/** Answers that later work makes more of (47 to 53, 59): what comes of one call today. */
export const statusFaults: readonly Fault[] = [
  { name: 'echo-secret', tool: 'ask', holds: failsWith(400, /bad key/) },
  { name: 'echo-secret', tool: 'send', holds: failsWith(400, /bad key/) },
  { name: 'echo-secret', tool: 'keyed', holds: failsWith(400, /bad key/) },
  { name: 'echo-secret', tool: 'queried', holds: failsWith(400, /bad key/) },
  { name: '401', tool: 'ask', holds: failsWith(401, /expired/, /credentials of this server/) },
  { name: '429-s', tool: 'ask', holds: failsWith(429, /Try again after 2 s/) },
  { name: '429-s', tool: 'send', holds: failsWith(429, /Try again after 2 s/) },
  { name: '429-date', tool: 'ask', holds: failsWith(429, /Try again after [0-4] s/) },
  { name: '429-huge', tool: 'ask', holds: failsWith(429, /Try again after 86400 s/) },
  { name: '429-bad', tool: 'ask', holds: all(failsWith(429), hides(/DROP|Try again after/)) },
  { name: '503', tool: 'ask', holds: failsWith(503, /down/, /may be made again later/) },
  { name: '503', tool: 'send', holds: failsWith(503, /Find out before you call again/) },
  { name: '500-once', tool: 'ask', holds: either(failsWith(500, /once/), gives({ ok: true })) },
  { name: 'flaky-half', tool: 'ask', holds: either(failsWith(503, /flaky/), gives({ ok: true })) },
];
