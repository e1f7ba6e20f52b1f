import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

/** The calls of node:fs by which a disk is changed. */
const steps = [
  'chmodSync',
  'copyFileSync',
  'fsyncSync',
  'linkSync',
  'mkdirSync',
  'openSync',
  'renameSync',
  'rmSync',
  'rmdirSync',
  'symlinkSync',
  'unlinkSync',
  'writeFileSync',
] as const;

type Step = (...args: readonly unknown[]) => unknown;

/** Calls `before` ahead of every step that changes the disk, with its number from 1, until `restore` is called. */
export function watchSteps(before: (number: number, name: string) => void): { readonly restore: () => void } {
  // The functions of node:fs by name: each is called with what it was given.
  const disk = fs as unknown as Record<string, Step>;
  const originals = steps.map((name) => [name, disk[name]] as const);
  let number = 0;
  for (const [name, original] of originals) {
    disk[name] = (...args) => {
      // Opening a file to read it changes nothing.
      if (name !== 'openSync' || args[1] !== 'r') before((number += 1), name);
      return original?.(...args);
    };
  }
  syncBuiltinESMExports();
  const restore = () => {
    for (const [name, original] of originals) if (original !== undefined) disk[name] = original;
    syncBuiltinESMExports();
  };
  return { restore };
}
