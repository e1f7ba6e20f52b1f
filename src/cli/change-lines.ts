import { grouped } from '../diagnostics/figures.js';
import type { FileChange } from '../write/changes.js';

/** More files than this in one folder are told in one line, where the same is done to all of them. */
const mostListed = 10;

/** The files that a run changes, or would change. */
export function changesOf(changes: readonly FileChange[]): readonly FileChange[] {
  return changes.filter(({ kind }) => kind !== 'unchanged' && kind !== 'keep');
}

/** A line per changed file. */
export function fileLines(changes: readonly FileChange[]): readonly string[] {
  return changesOf(changes).map(({ kind, path }) => line(kind, path));
}

/** A line per changed file, and one for a folder with many files to all of which the same is done. */
export function folderLines(changes: readonly FileChange[]): readonly string[] {
  const folders = new Map<string, FileChange[]>();
  for (const change of changes) {
    const folder = change.path.slice(0, change.path.lastIndexOf('/') + 1);
    const files = folders.get(folder) ?? [];
    files.push(change);
    folders.set(folder, files);
  }
  return [...folders].flatMap(([folder, files]) => {
    const [first] = changesOf(files);
    const isWhole = files.every(({ kind }) => kind === first?.kind);
    return first !== undefined && isWhole && files.length > mostListed
      ? [line(first.kind, `${folder} (${grouped(files.length)} files)`)]
      : fileLines(files);
  });
}

function line(kind: FileChange['kind'], path: string): string {
  return `${kind.padEnd(8)}${path}`;
}
