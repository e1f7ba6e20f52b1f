import { readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { scratchFolder } from '../tools/projects.js';
import { freePort } from './canary.js';
import { startProgram } from './started-program.js';

/** How a case of jwt-cases.json differs from a token that is good. */
export interface TokenCase {
  readonly id: string;
  readonly expect: number | string;
  /** The token itself, where it is not signed. */
  readonly raw?: string;
  readonly header?: Readonly<Record<string, unknown>>;
  readonly claims?: Readonly<Record<string, unknown>>;
  readonly sign?: string;
}

/** The issuer of `tools/jwt-lab.mjs`, in a process of its own. */
export interface TokenLab {
  readonly issuer: string;
  /** Signs the token of a case for an audience. */
  readonly sign: (one: Partial<TokenCase>, audience: string) => string;
  /** How often a path was asked for. */
  readonly countOf: (path: string) => Promise<number>;
  readonly close: () => Promise<void>;
}

const program = new URL('tools/jwt-lab.mjs', import.meta.url);

/** The port that the lab has where it is started by hand; here it has one of its own, so that runs can be side by side. */
export const labPort = '18081';

/** Starts the issuer on a free port. */
export async function startTokenLab(): Promise<TokenLab> {
  const { sign } = (await import(program.href)) as {
    readonly sign: (one: Partial<TokenCase>, issuer: string, audience: string) => string;
  };
  const port = String(await freePort());
  const file = join(scratchFolder(join(tmpdir(), 'openapi2mcp-hostile-tokens')), 'jwt-lab.mjs');
  writeFileSync(file, readFileSync(program, 'utf8').replaceAll(labPort, port));
  const started = await startProgram([file, 'serve'], (text) => text.includes('issuer on') || undefined);
  if ('fault' in started) throw new Error(`The issuer does not start: ${started.fault}`);
  const issuer = `http://127.0.0.1:${port}`;
  return {
    issuer,
    sign: (one, audience) => sign(one, issuer, audience),
    countOf: async (path) => {
      const answer = await fetch(`${issuer}/__stats`);
      return ((await answer.json()) as Readonly<Record<string, number>>)[path] ?? 0;
    },
    close: started.close,
  };
}
