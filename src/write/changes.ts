import { join } from 'node:path';
import type { OutputFile } from '../emit/output-file.js';
import type { Diagnostics } from '../diagnostics/diagnostics.js';
import type { DiskEntry } from './disk.js';
import { digestOf } from './digest.js';
import { own, type Lock } from './lock.js';
import { raiseDependencies, reportOldName, withoutRanges } from './package-json.js';
import { isProjectPath, packagePath } from './paths.js';

/** What a run would do to one file. A `conflict` is a file that someone edited, or one that is not ours. */
export interface FileChange {
  readonly path: string;
  readonly kind: 'create' | 'update' | 'unchanged' | 'keep' | 'delete' | 'conflict';
  /** A scaffolded file whose template says something else than the text that it started from. */
  readonly templateChanged?: true;
}

/** A change with all that is needed to make it. */
export interface PlannedChange extends FileChange {
  /** Digest of what stands there now; `undefined` where nothing does. */
  readonly before: string | undefined;
  /** The new text, of `create` and `update`. */
  readonly contents: string | undefined;
}

/** What the changes are planned from. */
export interface Present {
  readonly lock: Lock | undefined;
  /** The project's folder, as messages show it. */
  readonly shown: string;
  readonly entryAt: (path: string) => DiskEntry;
  /** The text of the project's package.json; `undefined` where it is no regular file. */
  readonly packageJson: string | undefined;
  /** Whether files that someone edited are replaced. */
  readonly force: boolean;
}

/** Compares the emitted files with the lock and the disk: one change per file, sorted by path. */
export function planChanges(
  files: readonly OutputFile[],
  present: Present,
  diagnostics: Diagnostics,
): readonly PlannedChange[] {
  const emitted = new Set(files.map(({ path }) => path));
  const vanished = Object.keys(present.lock?.generated ?? {}).filter((path) => !emitted.has(path));
  const changes = [
    ...files.map((file) => planFile(file, present, diagnostics)),
    ...vanished.flatMap((path) => planVanished(path, present)),
  ];
  for (const { path, kind } of changes) {
    if (kind === 'conflict') reportConflict(path, present, diagnostics);
  }
  return changes.sort((a, b) => (a.path < b.path ? -1 : 1));
}

function planFile(file: OutputFile, present: Present, diagnostics: Diagnostics): PlannedChange {
  if (!isProjectPath(file.path))
    throw new Error(`An emitted file has the path ${JSON.stringify(file.path)}.`);
  if (file.ownership === 'generated') return planGenerated(file, present);
  return file.path === packagePath ? planPackage(file, present, diagnostics) : planScaffolded(file, present);
}

function planGenerated({ path, contents }: OutputFile, { lock, entryAt, force }: Present): PlannedChange {
  const entry = entryAt(path);
  if (entry.kind === 'absent') return { path, kind: 'create', before: undefined, contents };
  if (entry.kind === 'other') return { path, kind: 'conflict', before: undefined, contents: undefined };
  const before = entry.digest;
  if (entry.kind === 'file' && before === digestOf(contents)) {
    return { path, kind: 'unchanged', before, contents: undefined };
  }
  return isAsWritten(path, before, lock) || force
    ? { path, kind: 'update', before, contents }
    : { path, kind: 'conflict', before, contents: undefined };
}

/** A generated file of the last run that this one no longer writes. */
function planVanished(path: string, { lock, entryAt, force }: Present): readonly PlannedChange[] {
  const entry = entryAt(path);
  if (entry.kind === 'absent' || entry.kind === 'other') return [];
  const before = entry.digest;
  const removable = isAsWritten(path, before, lock) || force;
  return [{ path, kind: removable ? 'delete' : 'conflict', before, contents: undefined }];
}

/** A file of the user's: written once, and not written again where the user deleted it. */
function planScaffolded(file: OutputFile, { lock, entryAt }: Present): PlannedChange {
  const { path, contents } = file;
  const entry = entryAt(path);
  const start = own(lock?.scaffolded, path);
  const before = entry.kind === 'absent' || entry.kind === 'other' ? undefined : entry.digest;
  if (entry.kind === 'absent' && start === undefined) return { path, kind: 'create', before, contents };
  const now = scaffoldDigest(file);
  const kept: PlannedChange = { path, kind: 'keep', before, contents: undefined };
  return start === undefined || start === now || before === now ? kept : { ...kept, templateChanged: true };
}

/** The digest of the text that a scaffolded file starts from. */
export function scaffoldDigest({ path, contents }: OutputFile): string {
  return digestOf(path === packagePath ? withoutRanges(contents) : contents);
}

/** package.json is the user's but for the dependency ranges that the lock says are ours. */
function planPackage(file: OutputFile, present: Present, diagnostics: Diagnostics): PlannedChange {
  const kept = planScaffolded(file, present);
  if (kept.kind === 'create' || present.packageJson === undefined) return kept;
  const raised = raiseDependencies(
    present.packageJson,
    file.contents,
    present.lock?.dependencies ?? {},
    join(present.shown, file.path),
    diagnostics,
  );
  if (kept.templateChanged)
    reportOldName(present.packageJson, file.contents, join(present.shown, file.path), diagnostics);
  if (raised === present.packageJson) return kept;
  return { path: file.path, kind: 'update', before: kept.before, contents: raised };
}

/** Whether a file still reads as the last run wrote it, whatever its ownership was then. */
function isAsWritten(path: string, digest: string, lock: Lock | undefined): boolean {
  return digest === (own(lock?.generated, path) ?? own(lock?.scaffolded, path));
}

function reportConflict(path: string, { lock, shown }: Present, diagnostics: Diagnostics): void {
  const ours = own(lock?.generated, path) !== undefined;
  diagnostics.report(ours ? 'edited-file' : 'foreign-file', { path: join(shown, path) });
}
