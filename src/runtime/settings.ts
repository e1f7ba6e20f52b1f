/** The variables that a server reads its settings and credentials from. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** A setting that cannot be used, in words for the person who starts the server. */
export class SettingError extends Error {}

/** The value of a variable: an empty one is not set. */
export function setting(environment: Environment, name: string): string | undefined {
  return environment[name]?.trim() || undefined;
}

const valueShown = 40;

/** A whole number within its bounds, both included; anything else is a `SettingError` that names variable and value. */
export function readInteger(name: string, text: string, least: number, most: number): number {
  const value = /^\d+$/.test(text.trim()) ? Number(text) : NaN;
  if (value >= least && value <= most) return value;
  const given = text.length > valueShown ? `${text.slice(0, valueShown)}…` : text;
  throw new SettingError(`${name} is '${given}'; it must be a whole number from ${least} to ${most}.`);
}
