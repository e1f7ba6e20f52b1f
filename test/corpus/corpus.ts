import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** A folder of OpenAPI documents that are not ours, with an `index.json` that lists them. */
export interface Corpus {
  readonly folder: string;
  readonly documents: readonly CorpusDocument[];
}

/** One document of a corpus. */
export interface CorpusDocument {
  readonly id: string;
  /** Absolute path. */
  readonly file: string;
  /** How many operations the index says it describes. */
  readonly operations: number;
}

/** A document that does not come out right yet. */
export interface Pending {
  readonly id: string;
  /** Number of the issue that will mend it. */
  readonly issue: string;
  readonly reason: string;
}

const root = fileURLToPath(new URL('../../', import.meta.url));

/** The corpus in `folder`; by default in `$CORPUS` or beside the repository. `undefined` where there is none. */
export function findCorpus(folder?: string): Corpus | undefined {
  const place = folder ?? process.env['CORPUS'] ?? join(root, '..', 'shared', 'corpus');
  const index = join(place, 'index.json');
  if (!existsSync(index)) return undefined;
  const entries = JSON.parse(readFileSync(index, 'utf8')) as readonly {
    id: string;
    file: string;
    ops: number;
  }[];
  const documents = entries.map(({ id, file, ops }) => ({ id, file: join(place, file), operations: ops }));
  return { folder: place, documents };
}

/** What is said where no corpus is found. */
export const noCorpus = 'No corpus: name a folder that holds an index.json, or set CORPUS.';

/** The operations that are known to become no tool: lines `<id> <METHOD /path>: <reason>`. */
export function readSkipped(
  text = readFileSync(new URL('skipped.txt', import.meta.url), 'utf8'),
): readonly string[] {
  return text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
}

/** The documents that are known to fail, by id. */
export function readPending(
  text = readFileSync(new URL('pending.txt', import.meta.url), 'utf8'),
): ReadonlyMap<string, Pending> {
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return new Map(
    lines.map((line) => {
      const [, id, issue, reason] = /^(\S+) (\d+) (\S.*)$/.exec(line) ?? [];
      if (id === undefined || issue === undefined || reason === undefined)
        throw new Error(`pending.txt: '${line}' is not '<id> <issue> <reason>'.`);
      return [id, { id, issue, reason }];
    }),
  );
}
