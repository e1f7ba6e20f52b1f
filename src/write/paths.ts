import { join } from 'node:path';

/** The lock file of an emitted project. */
export const lockPath = 'openapi2mcp.lock.json';

/** The one scaffolded file of which a part stays ours: the dependency ranges. */
export const packagePath = 'package.json';

/** The folder inside a project that holds a run's staged files, journal and run lock; gone when the run has ended. */
export const workFolder = '.openapi2mcp';

/** The file in a run's folder that says which process is writing. */
export const runLockName = 'run.lock';

/**
 * Whether a path stays inside the project that it is relative to.
 *
 * Paths come from the emitters and from lock files, which may have been edited by anyone.
 */
export function isProjectPath(path: string): boolean {
  if (path === '' || /[\\:]|\p{Cc}/u.test(path)) return false;
  return path.split('/').every((part, index) => {
    if (part === '' || part === '.' || part === '..') return false;
    return index > 0 || !foreignFolders.has(part.toLowerCase());
  });
}

/** Top-level folders that belong to other tools, or to a run of our own. */
const foreignFolders: ReadonlySet<string> = new Set(['.git', 'node_modules', workFolder]);

/** Where a project's file lies on disk. */
export function locate(folder: string, path: string): string {
  return join(folder, ...path.split('/'));
}

/** The folders on the way to a file: `a/b/c.ts` → `a`, `a/b`. */
export function foldersOf(path: string): readonly string[] {
  const parts = path.split('/');
  return parts.slice(1).map((_, index) => parts.slice(0, index + 1).join('/'));
}
