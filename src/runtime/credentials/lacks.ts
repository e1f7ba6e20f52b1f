import { isSet, type Environment } from '../settings.js';
import { quotedName } from './quoted-name.js';
import { needsOf, type NeedSettings } from './ways.js';

/** What a scheme lacks by the way that is nearest, the usual one where nothing is set. */
export interface SchemeLack {
  /** Variables, or the code that does the scheme; none where it is configured. */
  readonly names: readonly string[];
  readonly hasOtherWays: boolean;
}

/** What tells what a scheme lacks. */
export interface LackSettings extends NeedSettings {
  readonly environment: Environment;
}

/** What a scheme lacks of variables, or of code where only code can do it. */
export function lackOfScheme(name: string, settings: LackSettings): SchemeLack {
  const { ways, byCode } = needsOf({ [name]: [] }, settings);
  if (byCode.length > 0)
    return { names: [`an entry ${quotedName(name)} of authenticate in src/hooks.ts`], hasOtherWays: false };
  const lacks = ways.map((names) => names.filter((each) => !isSet(settings.environment, each)));
  if (lacks.some((names) => names.length === 0)) return { names: [], hasOtherWays: false };
  const setIn = (at: number): number => (ways[at]?.length ?? 0) - (lacks[at]?.length ?? 0);
  const nearest = lacks.reduce((best, _, at) => (setIn(at) > setIn(best) ? at : best), 0);
  return { names: lacks[nearest] ?? [], hasOtherWays: ways.length > 1 };
}
