import { parentPort, workerData } from 'node:worker_threads';
import fc from 'fast-check';
import { findCorpus } from '../corpus/corpus.js';
import { partsOf } from './corpus-parts.js';
import { judge, type Outcome } from './judge.js';
import { mutateBytes, mutateTree, picker } from './mutations.js';
import { randomDocument, type Json } from './random-document.js';

/** What a worker is to do. */
export interface Share {
  readonly seed: number;
  readonly random: number;
  readonly mutated: number;
}

/** How often a project came of the documents of one kind. */
export type Tally = Readonly<Record<Kind, Readonly<Record<Outcome, number>>>>;

/** The kinds of documents that are tried. */
export type Kind = 'random' | 'tree mutation' | 'byte mutation';

/** What a worker says: that it still moves, what it found, or what is broken. */
export type Message =
  | { readonly done: number }
  | { readonly tally: Tally }
  | { readonly broken: string; readonly document: string };

const { seed, random, mutated } = workerData as Share;
const tally = {
  random: { generated: 0, refused: 0 },
  'tree mutation': { generated: 0, refused: 0 },
  'byte mutation': { generated: 0, refused: 0 },
} satisfies Tally;

let done = 0;

async function tryOne(kind: Kind, document: Uint8Array): Promise<void> {
  tally[kind][await judge(document)] += 1;
  done += 1;
  say({ done });
}

const corpus = findCorpus();
const takePart = corpus && partsOf(corpus);
const randomBytes = randomDocument.map((document) => Buffer.from(JSON.stringify(document)));

/** A document and a seed for its mutation: half of the documents are parts of real ones, where these are at hand. */
const mutation = fc.tuple(randomDocument, fc.nat(), fc.constantFrom<Kind>('tree mutation', 'byte mutation'));

function mutate([document, number, kind]: [object, number, Kind]): Uint8Array {
  const pick = picker(number);
  // What fast-check made is JSON.
  const base = takePart !== undefined && pick(2) === 0 ? takePart(pick) : (document as Json);
  return kind === 'byte mutation'
    ? mutateBytes(JSON.stringify(base, undefined, pick(3)), pick)
    : Buffer.from(JSON.stringify(mutateTree(base, pick)));
}

async function check<T>(
  arbitrary: fc.Arbitrary<T>,
  numRuns: number,
  bytesOf: (value: T) => Uint8Array,
  kindOf: (value: T) => Kind,
): Promise<void> {
  const property = fc.asyncProperty(arbitrary, (value) => tryOne(kindOf(value), bytesOf(value)));
  const result = await fc.check(property, { seed, numRuns });
  if (!result.failed) return;
  const [value] = result.counterexample ?? [];
  const document = value === undefined ? '' : Buffer.from(bytesOf(value)).toString('latin1');
  say({
    broken: result.errorInstance instanceof Error ? String(result.errorInstance.stack) : 'unknown',
    document,
  });
}

function say(message: Message): void {
  parentPort?.postMessage(message);
}

await check(
  randomBytes,
  random,
  (bytes) => bytes,
  () => 'random',
);
await check(mutation, mutated, mutate, ([, , kind]) => kind);
say({ tally });
