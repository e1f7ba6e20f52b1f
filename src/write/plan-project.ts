import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Diagnostics } from '../diagnostics/diagnostics.js';
import type { OutputFile } from '../emit/output-file.js';
import { planChanges, scaffoldDigest, type PlannedChange } from './changes.js';
import { digestOf } from './digest.js';
import { readEntry, type DiskEntry } from './disk.js';
import { findObstacle } from './location.js';
import { lockText, own, type Lock, type LockFacts } from './lock.js';
import { rangesOf } from './package-json.js';
import { locate, lockPath, packagePath } from './paths.js';
import type { Project } from './project.js';

/** The changes to all files of a project, and last the one to its lock file; none where a path is blocked. */
export function planProject(
  { folder, shown, lock }: Project,
  files: readonly OutputFile[],
  facts: LockFacts,
  force: boolean,
  diagnostics: Diagnostics,
): readonly PlannedChange[] {
  const paths = [...files.map(({ path }) => path), ...Object.keys(lock?.generated ?? {})];
  const obstacle = findObstacle(folder, paths);
  if (obstacle !== undefined) {
    const { path, problem } = obstacle;
    diagnostics.report('foreign-directory', { path: join(shown, path), problem });
    return [];
  }
  const entryAt = (path: string) => readEntry(locate(folder, path));
  const packageJson =
    entryAt(packagePath).kind === 'file' ? readFileSync(locate(folder, packagePath), 'utf8') : undefined;
  const changes = planChanges(files, { lock, shown, entryAt, packageJson, force }, diagnostics);
  return [...changes, planLock(lockOf(files, changes, facts, lock), entryAt(lockPath))];
}

function planLock(lock: Lock, entry: DiskEntry): PlannedChange {
  const contents = lockText(lock);
  const before = 'digest' in entry ? entry.digest : undefined;
  if (before === digestOf(contents))
    return { path: lockPath, kind: 'unchanged', before, contents: undefined };
  return { path: lockPath, kind: before === undefined ? 'create' : 'update', before, contents };
}

function lockOf(
  files: readonly OutputFile[],
  changes: readonly PlannedChange[],
  facts: LockFacts,
  last: Lock | undefined,
): Lock {
  const outdated = new Set(changes.filter((change) => change.templateChanged).map(({ path }) => path));
  const start = (file: OutputFile) =>
    (outdated.has(file.path) ? own(last?.scaffolded, file.path) : undefined) ?? scaffoldDigest(file);
  const generated = files.filter(({ ownership }) => ownership === 'generated');
  const scaffolded = files.filter(({ ownership }) => ownership === 'scaffolded');
  const packageJson = scaffolded.find(({ path }) => path === packagePath);
  return {
    lockVersion: 1,
    ...facts,
    generated: Object.fromEntries(generated.map(({ path, contents }) => [path, digestOf(contents)])),
    scaffolded: Object.fromEntries(scaffolded.map((file) => [file.path, start(file)])),
    dependencies: packageJson === undefined ? {} : rangesOf(packageJson.contents),
  };
}
