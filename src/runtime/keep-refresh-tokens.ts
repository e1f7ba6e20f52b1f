import { readFile } from 'node:fs/promises';
import type { RefreshTokenKeeper, ReplacedToken } from './credentials/refresh-tokens.js';

/**
 * Keeps refresh tokens in a `.env` file: a new one takes the place of the one that is used up where that stands there,
 * and nothing is written elsewhere. A token that was never there has no successor there either.
 */
export function keepRefreshTokens(file: URL): RefreshTokenKeeper {
  // What `.env` held at the start is what this server was configured by, unless the environment has other values.
  const atStart = readFile(file, 'utf8').catch(() => '');
  const lastOfFile = new Map<string, string>();
  const isOfFile = async (variable: string, token: string): Promise<boolean> => {
    const { variablesIn } = await import('./env-file.js');
    return (
      (lastOfFile.get(variable) ??
        variablesIn(await atStart)
          .get(variable)
          ?.trim()) === token
    );
  };
  let writing: Promise<unknown> = Promise.resolve();
  return {
    keep: async (replaced) => {
      const { variable, usedUp, refreshToken } = replaced;
      if (await isOfFile(variable, usedUp)) lastOfFile.set(variable, refreshToken);
      // Tokens of two schemes stand in one file.
      const written = writing.then(() => replaceRefreshToken(file, replaced));
      writing = written.catch(() => undefined);
      if (await written) lastOfFile.set(variable, refreshToken);
    },
    successorOf: async (variable, known) => {
      if (!(await isOfFile(variable, known))) return undefined;
      const { readEnvFile } = await import('./env-file.js');
      const token = (await readEnvFile(file)).get(variable)?.trim();
      if (!token || token === known) return undefined;
      lastOfFile.set(variable, token);
      return token;
    },
  };
}

/** Puts a refresh token into a `.env` file in place of the one that is used up; whether that stood there. */
export async function replaceRefreshToken(
  file: URL,
  { variable, usedUp, refreshToken }: Omit<ReplacedToken, 'schemeName'>,
): Promise<boolean> {
  const { readEnvFile, writeEnvVariable } = await import('./env-file.js');
  if ((await readEnvFile(file)).get(variable)?.trim() !== usedUp) return false;
  await writeEnvVariable(file, variable, refreshToken);
  return true;
}
