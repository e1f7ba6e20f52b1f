import { mkdirSync, renameSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { requireSpace } from './apply.js';
import type { PlannedChange } from './changes.js';
import { createFile, syncFolder, tolerate } from './disk.js';
import { clearStaging } from './journal.js';
import { foldersOf, locate } from './paths.js';

/** Writes a project into a folder that is not there yet: beside it first, then one rename. */
export function createProject(folder: string, work: string, changes: readonly PlannedChange[]): void {
  const files = changes.flatMap(({ path, contents }) => (contents === undefined ? [] : [{ path, contents }]));
  const staged = join(work, 'project');
  requireSpace(work, files);
  try {
    clearStaging(work);
    mkdirSync(staged);
    for (const { path, contents } of files) createFile(locate(staged, path), contents);
    for (const path of new Set(files.flatMap((file) => foldersOf(file.path))))
      syncFolder(locate(staged, path));
    syncFolder(staged);
    renameSync(staged, folder);
  } catch (error) {
    clearStaging(work);
    throw error;
  }
  clearStaging(work);
  // The project stands; at worst a power failure takes its name back.
  tolerate(() => syncFolder(dirname(folder)));
}
