import type { OperationHead } from '../model/model.js';
import { wordsOf } from './names/words.js';
import { sentencesOf } from './texts/cut.js';
import { cleanLine } from './texts/text.js';
import { stemsOf } from './texts/verbs.js';

/** Verbs of what takes away or overwrites, which names hold for nothing else. */
const always: ReadonlySet<string> = new Set(
  `abort cancel cleanup deactivate decommission del delete demote deprecate deprovision deregister destroy
  detach disable disassociate discard disconnect dismiss dissociate erase evict flush forget invalidate
  kill modify overwrite prune purge recover redact remove rename replace restore revert revoke rm rmdir rmdirs
  rollback shutdown suspend terminate truncate unassign unblock undo unfollow uninstall unlink unmount
  unpin unpublish unregister unset unshare unstar unsubscribe upsert wipe withdraw`.split(/\s+/),
);

/** Verbs of the same that are nouns or adjectives too: behind a verb that adds or asks they are what is added. */
const leading: ReadonlySet<string> = new Set(
  `adjust alter archive ban block change clear close drop edit expire kick leave lock merge move patch put
  reorder reset resize rotate set stop swap switch sync toggle transfer trash update void`.split(/\s+/),
);

/** Verbs of what only adds or asks. */
const adding: ReadonlySet<string> = new Set(
  'add ask calculate check count create estimate fetch find get insert list new preview query read search send validate'.split(
    ' ',
  ),
);

/** Words between two verbs of one sentence. */
const joining: ReadonlySet<string> = new Set(['and', 'or']);

/** Words before a verb that say how rather than what is done. */
const manners = /^(?:batch|bulk|mass|multi|soft|hard|force|also|(?!(?:ap|re|sup)ply)[a-z]+ly)$/;

type Described = Pick<OperationHead, 'path' | 'operationId' | 'summary' | 'description'>;

/**
 * Whether an operation says in a word that it may delete or change what is there, as MCP's `destructiveHint` means it:
 * in its operationId, the last fixed segment of its path, or the verbs that its summary begins with.
 */
export function isDestructive({ path, operationId, summary, description }: Described): boolean {
  const told = summary?.trim() ? summary : (description ?? '');
  return (
    isDestructiveName(operationId ?? '') ||
    isDestructiveName(lastFixedSegment(path)) ||
    isDestructiveSentence(cleanLine(told.slice(0, mostRead)))
  );
}

/** The verbs of a sentence that says what is done stand at its start. */
const mostRead = 200;

function isDestructiveName(name: string): boolean {
  const words = wordsOf(name);
  return words.some((word, at) => always.has(word) || (leading.has(word) && !isObject(words, at)));
}

/** `set` of `createRuleSet`, but not `update` of `createOrUpdate`. */
function isObject(words: readonly string[], at: number): boolean {
  return !joining.has(words[at - 1] ?? '') && words.slice(0, at).some((word) => adding.has(word));
}

function isDestructiveSentence(text: string): boolean {
  const [sentence = ''] = sentencesOf(text);
  // "Post a new silence or update an existing one".
  const others = [...sentence.toLowerCase().matchAll(/\bor ([a-z]+)/g)].map(([, word = '']) => word);
  return [...verbsAtStart(text), ...others].some((verb) =>
    stemsOf(verb).some((stem) => always.has(stem) || leading.has(stem)),
  );
}

/** `create`, `update` and `delete` of "Create, update or delete pets": an object is behind them. */
function verbsAtStart(text: string): readonly string[] {
  const parts = text.toLowerCase().match(/[a-z]+|[,/&]/g) ?? [];
  const [first, ...others] = parts.slice(
    Math.max(
      0,
      parts.findIndex((part) => !manners.test(part)),
    ),
  );
  const found = first === undefined ? [] : [first];
  let isJoined = false;
  for (const part of others) {
    if (!isJoiner(part) && !isJoined) break;
    isJoined = isJoiner(part);
    if (!isJoined) found.push(part);
  }
  return found;
}

function isJoiner(part: string): boolean {
  return /^(?:[,/&]|and|or)$/.test(part);
}

/** The last segment of a path that holds more than a parameter, without its parameters. */
function lastFixedSegment(path: string): string {
  const segments = path.split('/').map((segment) => segment.replace(/\{[^{}]*\}/g, ' ').trim());
  return segments.findLast((segment) => segment !== '') ?? '';
}
