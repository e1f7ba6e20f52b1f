import { existsSync, lstatSync, readdirSync, realpathSync, statSync, type Stats } from 'node:fs';
import { homedir } from 'node:os';
import { basename, dirname, isAbsolute, join, parse, relative, sep } from 'node:path';
import { isErrno } from './disk.js';
import { realPathOf } from './lock-facts.js';
import { foldersOf, locate, lockPath, workFolder } from './paths.js';

/** Why nothing may be written at a path. */
export interface Refusal {
  readonly problem: string;
}

/** Whether a folder is there, or why it can be no project; no link is followed out of the folder that holds it. */
export function inspectFolder(folder: string): 'new' | 'existing' | Refusal {
  const stats = statsOf(folder);
  if (stats === undefined) return inspectAncestors(folder);
  if (stats.isSymbolicLink() && !staysInside(folder)) {
    return { problem: 'is a symbolic link that leads out of its folder' };
  }
  if (!statSync(folder).isDirectory()) return { problem: 'is a file, not a folder' };
  const real = realpathSync(folder);
  if (real === parse(real).root) return { problem: 'is the root folder of the file system' };
  if (real === realHome()) return { problem: 'is your home folder' };
  const work = lstatSync(join(folder, workFolder), { throwIfNoEntry: false });
  return work === undefined || work.isDirectory()
    ? 'existing'
    : { problem: `holds ${workFolder}, which is no folder` };
}

/** Whether a run before wrote this folder. */
export function holdsProject(folder: string): boolean {
  return existsSync(join(folder, lockPath));
}

/**
 * Why a folder without a lock file cannot become a project; one can that holds nothing but what a fresh repository or
 * package has, and the files that the project is made from.
 */
export function findForeignFiles(folder: string, inputs: readonly string[]): Refusal | undefined {
  const ways = inputs.map((file) => relative(realpathSync(folder), realPathOf(file)));
  const own = new Set([...fresh, ...ways.map((way) => way.split(sep)[0])]);
  const foreign = readdirSync(folder).filter((name) => !own.has(name));
  if (foreign.length === 0) return undefined;
  const few = foreign.slice(0, 3).join(', ');
  return { problem: `holds ${foreign.length > 3 ? `${few}, …` : few}, but no ${lockPath}` };
}

/** What nobody minds to have a project beside. */
const fresh = [lockPath, workFolder, '.git', '.gitignore', 'node_modules'];

/** What stands at a path; nothing does below a file. */
function statsOf(path: string): Stats | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch (error) {
    if (isErrno(error, 'ENOTDIR')) return undefined;
    throw error;
  }
}

function inspectAncestors(folder: string): 'new' | Refusal {
  const parent = dirname(folder);
  if (!existsSync(parent)) return parent === folder ? 'new' : inspectAncestors(parent);
  return statSync(parent).isDirectory() ? 'new' : { problem: 'lies below a file' };
}

/** The first part of the paths in a project that is a link or a file where a folder has to be. */
export function findObstacle(
  folder: string,
  paths: readonly string[],
): (Refusal & { path: string }) | undefined {
  for (const path of new Set(paths.flatMap(foldersOf))) {
    const stats = lstatSync(locate(folder, path), { throwIfNoEntry: false });
    if (stats?.isSymbolicLink() === true)
      return { path, problem: 'is a symbolic link, which is not followed' };
    if (stats?.isDirectory() === false) return { path, problem: 'is a file where a folder has to be' };
  }
  return undefined;
}

/** The folder in which a new project is staged. */
export function siblingOf(folder: string): string {
  return join(dirname(folder), `.${basename(folder)}${workFolder}`);
}

function staysInside(link: string): boolean {
  if (!existsSync(link)) return false;
  const way = relative(realpathSync(dirname(link)), realpathSync(link));
  return way !== '' && way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

function realHome(): string | undefined {
  const home = homedir();
  return existsSync(home) ? realpathSync(home) : undefined;
}
