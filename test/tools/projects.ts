import { createHash, randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { runNpm } from './run-process.js';

/** The part of an emitted package.json that decides what is installed. */
export interface PackageDependencies {
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
}

/**
 * A folder outside the repository with the dependencies of emitted projects really installed. Node and the
 * compiler look for packages upwards, so every project inside finds those and none of the repository's.
 */
export interface Workspace {
  readonly folder: string;
  /** Makes a new, empty folder for a project; it is removed when this process ends. */
  project(name: string): string;
  /** Moves a folder that lies elsewhere into the workspace, and returns where it is now. */
  adopt(folder: string): Promise<string>;
}

const installs = new Map<string, Promise<string>>();
const scratchFolders = new Set<string>();

/** The workspace for projects with these dependencies: installed once for all runs, then found again. */
export async function createWorkspace(packageJson: PackageDependencies): Promise<Workspace> {
  const wanted = JSON.stringify({
    dependencies: sorted(packageJson.dependencies),
    devDependencies: sorted(packageJson.devDependencies),
  });
  const digest = createHash('sha256').update(wanted).digest('hex').slice(0, 16);
  const target = join(tmpdir(), `openapi2mcp-${digest}`);
  let installing = installs.get(target);
  if (installing === undefined) {
    installing = install(target, wanted);
    installs.set(target, installing);
  }
  const folder = await installing;
  return {
    folder,
    project: (name) => {
      const project = join(scratchFolder(join(folder, 'projects')), name);
      mkdirSync(project);
      return project;
    },
    adopt: async (source) => {
      const adopted = join(scratchFolder(join(folder, 'projects')), basename(source));
      await rename(source, adopted);
      return adopted;
    },
  };
}

/** Makes a folder that is removed when this process ends, unless KEEP_PROJECTS is set. */
export function scratchFolder(parent: string): string {
  mkdirSync(parent, { recursive: true });
  const folder = mkdtempSync(join(parent, 'run-'));
  if (scratchFolders.size === 0) process.once('exit', removeScratchFolders);
  scratchFolders.add(folder);
  return folder;
}

function removeScratchFolders(): void {
  if (process.env['KEEP_PROJECTS'] !== undefined) return;
  for (const folder of scratchFolders) rmSync(folder, { recursive: true, force: true });
}

async function install(target: string, wanted: string): Promise<string> {
  if (await isInstalled(target, wanted)) return target;
  // Other processes may install the same at this moment: each works under a name of its own, one rename wins.
  const temporary = `${target}.${randomUUID()}`;
  await mkdir(temporary);
  try {
    const manifest = { name: 'workspace', private: true, ...(JSON.parse(wanted) as PackageDependencies) };
    await writeFile(join(temporary, 'package.json'), JSON.stringify(manifest, null, 2));
    await runNpm(['install', '--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error'], temporary);
    await writeFile(stampOf(temporary), wanted);
    await putInPlace(temporary, target, wanted);
  } finally {
    await rm(temporary, { recursive: true, force: true });
  }
  return target;
}

async function putInPlace(temporary: string, target: string, wanted: string): Promise<void> {
  try {
    await rename(temporary, target);
  } catch (error) {
    if (await isInstalled(target, wanted)) return;
    // What stands there has no stamp: an earlier run broke off, or someone emptied it.
    await rm(target, { recursive: true, force: true });
    await rename(temporary, target).catch(() => {
      throw error;
    });
  }
}

async function isInstalled(folder: string, wanted: string): Promise<boolean> {
  return (await readFile(stampOf(folder), 'utf8').catch(() => undefined)) === wanted;
}

function stampOf(folder: string): string {
  return join(folder, 'node_modules', '.installed');
}

function sorted(ranges: Readonly<Record<string, string>> = {}): Record<string, string> {
  return Object.fromEntries(Object.entries(ranges).sort(([left], [right]) => (left < right ? -1 : 1)));
}
