import { readFile } from 'node:fs/promises';
import type { RefreshTokenKeeper, ReplacedToken } from './credentials/refresh-tokens.js';
import { keepRecent } from './keep-recent.js';
import { SettingError } from './settings.js';

/**
 * Keeps refresh tokens in a `.env` file: a new one takes the place of the one that is used up where that stands there,
 * and nothing is written elsewhere. A token that was never there has no successor there either.
 */
export function keepRefreshTokens(file: URL): RefreshTokenKeeper {
  // What `.env` held at the start is what this server was configured by, unless the environment has other values.
  const atStart = readFile(file, 'utf8').catch(() => '');
  const lastOfFile = new Map<string, string>();
  const usedUpTokens = createUsedUpTokens();
  const tellOnce = createTellOnce();
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
      const isOwn = await isOfFile(variable, usedUp);
      usedUpTokens.add(variable, usedUp);
      if (isOwn) lastOfFile.set(variable, refreshToken);
      // Tokens of two schemes stand in one file.
      const written = writing.then(() => replaceUsedUp(file, replaced, usedUpTokens));
      writing = written.catch(() => undefined);
      const place = await written;
      if (place === 'written') lastOfFile.set(variable, refreshToken);
      // Where a person has signed in meanwhile, that login goes on.
      else if (!isOwn || place !== 'taken') tellOnce(variable, place);
    },
    successorOf: async (variable, known) => {
      if (!(await isOfFile(variable, known))) return undefined;
      const { readEnvFile } = await import('./env-file.js');
      const token = (await readEnvFile(file)).get(variable)?.trim();
      // What could not be written, or was undone by another process, has left an earlier one there.
      if (!token || token === known || usedUpTokens.has(variable, token)) return undefined;
      usedUpTokens.add(variable, known);
      lastOfFile.set(variable, token);
      return token;
    },
  };
}

/** Tokens that others have taken the place of, by variable: to show one again can cost the whole login. */
interface UsedUpTokens {
  readonly add: (variable: string, token: string) => void;
  readonly has: (variable: string, token: string) => boolean;
}

/** So many of a variable are remembered; the one that stands in the file is asked for each time, and so stays. */
const mostUsedUp = 1000;

function createUsedUpTokens(): UsedUpTokens {
  const known = new Map<string, Map<string, true>>();
  const add: UsedUpTokens['add'] = (variable, token) => {
    const tokens = known.get(variable) ?? new Map<string, true>();
    known.set(variable, tokens);
    keepRecent(tokens, token, true, mostUsedUp);
  };
  return {
    add,
    has: (variable, token) => {
      if (known.get(variable)?.has(token) !== true) return false;
      add(variable, token);
      return true;
    },
  };
}

/** What became of a token that was to be written: another one stands there, or none, or no file can be written. */
type Place = 'written' | 'taken' | 'none' | 'unwritable';

/** Puts a token in the place of whichever stands there that is used up. */
async function replaceUsedUp(
  file: URL,
  { variable, refreshToken }: ReplacedToken,
  usedUpTokens: UsedUpTokens,
): Promise<Place> {
  try {
    const { readEnvFile } = await import('./env-file.js');
    const standing = (await readEnvFile(file)).get(variable)?.trim();
    if (!standing) return 'none';
    if (!usedUpTokens.has(variable, standing)) return 'taken';
    return (await replaceRefreshToken(file, { variable, usedUp: standing, refreshToken }))
      ? 'written'
      : 'taken';
  } catch (error) {
    if (error instanceof SettingError) return 'unwritable';
    throw error;
  }
}

/** Tells on stderr of a login that the next start is without, once for each variable. */
function createTellOnce(): (variable: string, place: Exclude<Place, 'written'>) => void {
  const told = new Set<string>();
  return (variable, place) => {
    if (told.has(variable)) return;
    told.add(variable);
    const [why, mend] =
      place === 'unwritable'
        ? ['.env cannot be written', 'Let this server write .env and its folder']
        : [
            'the one it was configured by does not stand in .env',
            `Take ${variable} and ${variable}_FILE out of the environment`,
          ];
    console.error(
      `${variable}: the issuer has replaced the refresh token, and this process alone has the new one: ${why}. ` +
        `${mend}, and run \`npm run login\` in the folder of this server before its next start.`,
    );
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
