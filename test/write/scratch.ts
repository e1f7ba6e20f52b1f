import {
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative, sep } from 'node:path';
import type { TestContext } from 'node:test';
import { Diagnostics } from '../../src/diagnostics/diagnostics.js';
import type { OutputFile } from '../../src/emit/output-file.js';
import type { FileChange } from '../../src/write/changes.js';
import type { LockFacts } from '../../src/write/lock.js';
import { openProject } from '../../src/write/project.js';
import { writeProject, type WriteOptions } from '../../src/write/write-project.js';

/** A folder of the test's own, gone when it has ended. */
export function scratch(t: TestContext): string {
  const folder = mkdtempSync(join(realpathSync(tmpdir()), 'openapi2mcp-test-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Text by path of every file below a folder; a link reads as where it leads. */
export function snapshot(folder: string): Record<string, string> {
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort();
  const files = paths.map((path) => join(folder, path)).filter((path) => !lstatSync(path).isDirectory());
  return Object.fromEntries(
    files.map((path) => [
      relative(folder, path).split(sep).join('/'),
      lstatSync(path).isSymbolicLink() ? `link: ${realpathSync(path)}` : readFileSync(path, 'utf8'),
    ]),
  );
}

/** Writes files by path. */
export function put(folder: string, files: Readonly<Record<string, string>>): void {
  for (const [path, contents] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), contents);
  }
}

export function generated(path: string, contents: string): OutputFile {
  return { path, ownership: 'generated', contents };
}

export function scaffolded(path: string, contents: string): OutputFile {
  return { path, ownership: 'scaffolded', contents };
}

/** A package.json as the emitter writes one. */
export function packageJson(dependencies: Readonly<Record<string, string>>): OutputFile {
  return scaffolded('package.json', `${JSON.stringify({ name: 'pets', dependencies }, null, 2)}\n`);
}

/** What the earlier stages tell the lock, in short. */
export const facts: LockFacts = {
  generatorVersion: '1.0.0',
  document: { file: '../pets.yaml', digest: 'd0' },
  inputs: {},
  options: {},
  names: { 'GET /pets': 'listPets' },
  tools: { listPets: 't0' },
};

/** What came of a write. */
export interface Written {
  readonly codes: readonly string[];
  readonly messages: readonly string[];
  readonly changes: readonly FileChange[];
  /** Paths by kind of change, without those that stay. */
  readonly changed: Readonly<Record<string, readonly string[]>>;
}

/** Opens and writes a project, as the pipeline does. */
export function write(
  folder: string,
  files: readonly OutputFile[],
  options: Partial<WriteOptions> & { readonly facts?: Partial<LockFacts> } = {},
): Written {
  const { mode = 'write', force = false, strict = false } = options;
  const diagnostics = new Diagnostics();
  const project = openProject(folder, { shown: 'out', readOnly: mode !== 'write', force }, diagnostics);
  const changes =
    project === undefined || diagnostics.hasErrors
      ? []
      : writeProject(
          project,
          { files, facts: { ...facts, ...options.facts } },
          { mode, force, strict },
          diagnostics,
        );
  const moved = changes.filter(({ kind }) => kind !== 'unchanged' && kind !== 'keep');
  return {
    codes: diagnostics.all.map(({ code }) => code),
    messages: diagnostics.all.map(({ message }) => message),
    changes,
    changed: Object.fromEntries(
      [...new Set(moved.map(({ kind }) => kind))].map((kind) => [
        kind,
        moved.filter((change) => change.kind === kind).map(({ path }) => path),
      ]),
    ),
  };
}

/** Opens a project as every run does at its start: what an interrupted run left is finished or undone. */
export function settle(folder: string): readonly string[] {
  const diagnostics = new Diagnostics();
  openProject(folder, { shown: 'out', readOnly: false, force: false }, diagnostics);
  return diagnostics.all.map(({ message }) => message);
}
