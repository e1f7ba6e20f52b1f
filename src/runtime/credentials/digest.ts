import { createHash, randomBytes } from 'node:crypto';
import { placeHeader } from '../credential-places.js';
import type { HookedMessage } from '../hooks.js';
import { keepRecent } from '../keep-recent.js';
import { ToolError } from '../tool-error.js';
import type { AnswerHead } from '../upstream/answer.js';
import { readChallenges, type Challenge } from './challenges.js';
import type { Placement, Renewal, SchemeUse } from './placement.js';

/** A challenge that is answered, and how often it was. */
export interface DigestSession {
  readonly algorithm: Algorithm;
  readonly realm: string;
  readonly nonce: string;
  readonly opaque: string | undefined;
  /** One for all answers: it makes the key of a `-sess` algorithm, and the count tells them apart. */
  readonly cnonce: string;
  count: number;
}

interface Algorithm {
  /** As the challenge writes it; missing where it does not. */
  readonly name: string | undefined;
  readonly hash: string;
  readonly isSession: boolean;
}

/** The algorithms of RFC 7616 6.1 that are in use, the strongest first. */
const algorithms: readonly (readonly [name: string, hash: string])[] = [
  ['sha-256', 'sha256'],
  ['md5', 'md5'],
];

// What an API has offered lately: there is one for each scheme and origin.
const mostSessions = 64;

/** Digest access authentication (RFC 7616) with `qop=auth`: what an API asks for once is kept for later calls. */
export function useDigest({ name, credential, origin, sessions, hide }: SchemeUse): Placement {
  const { username = '', password = '' } = credential;
  const key = JSON.stringify([name, origin]);
  let answered: DigestSession | undefined;
  return {
    seal: (message) => {
      answered = sessions.get(key);
      if (answered === undefined) return;
      const { value, response } = answerTo(answered, message, username, password);
      hide([response]);
      placeHeader(message, 'authorization', value);
    },
    renewal: (head): Renewal | undefined => {
      const asked = readSession(head);
      if (asked === undefined) return undefined;
      // The very challenge that was answered, and is still good: user name or password are wrong.
      if (asked.session.nonce === answered?.nonce && !asked.isStale) return undefined;
      return () => {
        keep(sessions, key, asked.session);
        return Promise.resolve(true);
      };
    },
  };
}

/** What an API asks of several calls at once is one thing, whose answers are counted together. */
function keep(sessions: SchemeUse['sessions'], key: string, session: DigestSession): void {
  const known = sessions.get(key);
  keepRecent(sessions, key, isSame(known, session) ? known : session, mostSessions);
}

function isSame(known: DigestSession | undefined, session: DigestSession): known is DigestSession {
  const nameOf = ({ algorithm, realm, nonce, opaque }: DigestSession): string =>
    JSON.stringify([algorithm, realm, nonce, opaque]);
  return known !== undefined && nameOf(known) === nameOf(session);
}

/** A challenge that can be answered. */
interface Asked {
  readonly session: DigestSession;
  /** Whether the last answer was right, but came too late for its nonce. */
  readonly isStale: boolean;
}

/** What a 401 asks for; `undefined` where it asks for nothing. */
function readSession({ headers }: AnswerHead): Asked | undefined {
  const challenges = readChallenges(headers['www-authenticate']);
  if (challenges.length === 0) return undefined;
  const digests = challenges.filter(({ scheme }) => scheme === 'digest');
  const [asked] = algorithms.flatMap(([name, hash]) =>
    digests.flatMap((digest) => askedBy(digest, name, hash) ?? []),
  );
  if (asked !== undefined) return asked;
  const wanted = digests.length > 0 ? digests.map(describe) : challenges.map(({ scheme }) => shown(scheme));
  throw new ToolError(
    'invalid-credentials',
    `The API answered 401 and asks for ${[...new Set(wanted)].join(', ')}; what can be answered is Digest with the ` +
      'algorithm SHA-256 or MD5 and the quality of protection auth.',
  );
}

function askedBy({ parameters }: Challenge, name: string, hash: string): Asked | undefined {
  const algorithm = parameters.get('algorithm');
  const [realm, nonce, opaque] = ['realm', 'nonce', 'opaque'].map((each) => parameters.get(each));
  const lower = (algorithm ?? 'md5').toLowerCase();
  const isSession = lower === `${name}-sess`;
  const qop = (parameters.get('qop') ?? '').split(',').map((each) => each.trim().toLowerCase());
  if ((lower !== name && !isSession) || !qop.includes('auth')) return undefined;
  if (realm === undefined || nonce === undefined) return undefined;
  if (![realm, nonce, opaque ?? ''].every((text) => /^[\x20-\x7e]*$/.test(text))) return undefined;
  const cnonce = randomBytes(16).toString('hex');
  return {
    session: { algorithm: { name: algorithm, hash, isSession }, realm, nonce, opaque, cnonce, count: 0 },
    isStale: parameters.get('stale')?.toLowerCase() === 'true',
  };
}

function describe({ parameters }: Challenge): string {
  const algorithm = shown(parameters.get('algorithm') ?? 'MD5');
  const qop = parameters.get('qop');
  const quality = qop === undefined ? 'no quality of protection' : `the quality of protection ${shown(qop)}`;
  const lack = ['realm', 'nonce'].find((name) => !parameters.has(name));
  return `Digest with the algorithm ${algorithm} and ${quality}${lack === undefined ? '' : `, without a ${lack}`}`;
}

/** A word of a challenge, as it can be told. */
function shown(text: string): string {
  return /^[\w\-, ]{1,40}$/.test(text) ? text : 'another one';
}

/** The credentials of RFC 7616 3.4 for one message. */
function answerTo(
  session: DigestSession,
  { method, url }: HookedMessage,
  username: string,
  password: string,
): { readonly value: string; readonly response: string } {
  const { algorithm, realm, nonce, opaque, cnonce } = session;
  session.count += 1;
  const hash = (...parts: readonly string[]): string =>
    createHash(algorithm.hash).update(parts.join(':'), 'utf8').digest('hex');
  const count = session.count.toString(16).padStart(8, '0');
  const uri = `${url.pathname}${url.search}`;
  const secret = hash(username, realm, password);
  const key = algorithm.isSession ? hash(secret, nonce, cnonce) : secret;
  const response = hash(key, nonce, count, cnonce, 'auth', hash(method, uri));
  const fields = [
    ...(/^[\x20-\x7e]*$/.test(username)
      ? [`username=${quoted(username)}`]
      : [`username*=UTF-8''${extended(username)}`]),
    `realm=${quoted(realm)}`,
    `uri=${quoted(uri)}`,
    ...(algorithm.name === undefined ? [] : [`algorithm=${algorithm.name}`]),
    `nonce=${quoted(nonce)}`,
    `nc=${count}`,
    `cnonce=${quoted(cnonce)}`,
    'qop=auth',
    `response=${quoted(response)}`,
    ...(opaque === undefined ? [] : [`opaque=${quoted(opaque)}`]),
  ];
  return { value: `Digest ${fields.join(', ')}`, response };
}

function quoted(text: string): string {
  return `"${text.replace(/[\\"]/g, '\\$&')}"`;
}

/** As RFC 8187 3.2 writes what is not ASCII. */
function extended(text: string): string {
  return encodeURIComponent(text).replace(
    /[*'()]/g,
    (character) => `%${character.charCodeAt(0).toString(16)}`,
  );
}
