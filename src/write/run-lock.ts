import {
  constants,
  copyFileSync,
  linkSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { isErrno, makeFolder, tolerate } from './disk.js';
import { runLockName } from './paths.js';

/** Writing takes seconds: a lock this old is held by nobody, whatever process has its number now. */
const longestRunMs = 10 * 60_000;

/** How often a lock that vanishes while it is looked at is tried again. */
const tries = 5;

/**
 * Runs `write` while no other run writes the project that `work` belongs to; says which does, if one does.
 *
 * Everything happens without a pause, so no signal of the user's is answered in between. A lock whose process is gone
 * is taken over.
 */
export function withRunLock(work: string, write: () => void): string | undefined {
  const holder = acquire(work);
  if (holder !== undefined) return holder;
  try {
    write();
  } finally {
    // A lock that cannot be removed is stale as soon as this process has ended.
    tolerate(() => rmSync(join(work, runLockName), { force: true }));
  }
  return undefined;
}

/** Takes the lock; where it is taken, says by whom. */
function acquire(work: string): string | undefined {
  for (let attempt = 0; attempt < tries; attempt += 1) {
    const holder = tryToAcquire(work, attempt === tries - 1);
    if (holder !== 'again') return holder;
  }
  return 'another process';
}

function tryToAcquire(work: string, last: boolean): string | undefined {
  const lock = join(work, runLockName);
  // A link to a written file, so that nobody ever sees a lock without its content.
  const draft = join(work, `run-${process.pid}.lock`);
  try {
    makeFolder(work);
    writeFileSync(draft, String(process.pid));
    linkOrCopy(draft, lock);
    return undefined;
  } catch (error) {
    // Where no folder can be made, as below /proc, no run holds anything.
    if (last && isErrno(error, 'ENOENT') && error.syscall === 'mkdir') throw error;
    // The run that holds the lock removes the folder when it ends.
    if (isErrno(error, 'ENOENT')) return 'again';
    if (!isErrno(error, 'EEXIST')) throw error;
    return holderOf(lock, work);
  } finally {
    tolerate(() => rmSync(draft, { force: true }));
  }
}

function linkOrCopy(draft: string, lock: string): void {
  try {
    linkSync(draft, lock);
  } catch (error) {
    // Not every file system has hard links.
    if (isErrno(error, 'EEXIST', 'ENOENT')) throw error;
    copyFileSync(draft, lock, constants.COPYFILE_EXCL);
  }
}

/** Who holds the lock; `again` once a lock that nobody holds is out of the way. */
function holderOf(lock: string, work: string): string {
  const seen = look(lock);
  if (seen === undefined) return 'again';
  if (!seen.stale) return `process ${seen.holder}`;
  // Renaming lets one of several runs take the lock away; if it was a new one by then, it is given back.
  const aside = join(work, `stale-${process.pid}.lock`);
  try {
    renameSync(lock, aside);
  } catch (error) {
    if (isErrno(error, 'ENOENT')) return 'again';
    throw error;
  }
  const taken = look(aside);
  if (taken !== undefined && !taken.stale) renameSync(aside, lock);
  else rmSync(aside, { force: true });
  return 'again';
}

function look(lock: string): { readonly holder: string; readonly stale: boolean } | undefined {
  try {
    const holder = readFileSync(lock, 'utf8');
    const age = Date.now() - statSync(lock).mtimeMs;
    return { holder, stale: age > longestRunMs || !isAlive(Number(holder)) };
  } catch (error) {
    if (isErrno(error, 'ENOENT')) return undefined;
    throw error;
  }
}

/** Our own number in a lock that we do not hold was left by another process, in a container for instance. */
function isAlive(pid: number): boolean {
  if (!Number.isSafeInteger(pid) || pid <= 0 || pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return !isErrno(error, 'ESRCH');
  }
}
