import type { DocumentOptions } from '../../src/generate-options.js';

/** Options as the command line has them without any flag. */
export function plainOptions(document: string, cwd: string): DocumentOptions {
  return {
    document,
    cwd,
    stdin: () => Promise.reject(new Error('Nothing stands on standard input.')),
    env: {},
    headers: [],
    choices: {},
    configuration: undefined,
  };
}
