import { isProjectPath } from './paths.js';

/** Text by name. */
export type Names = Readonly<Record<string, string>>;

/** `openapi2mcp.lock.json`: what the last run wrote, so that the next can tell the user's edits from its own. */
export interface Lock {
  readonly lockVersion: 1;
  readonly generatorVersion: string;
  /** Relative to the project, with forward slashes; a URL without credentials and query, where a `?` says that there was one; or `-` for standard input. */
  readonly document: { readonly file: string; readonly digest: string };
  /** SHA-256 of every other file that was read. */
  readonly inputs: Names;
  /** What the user chose by flags: the next run's defaults, paths relative to the project. */
  readonly options: Readonly<Record<string, unknown>>;
  /** The configuration file, named as the document is. */
  readonly config?: string;
  /** How clients over HTTP prove who they are, where that was chosen in whatever way. */
  readonly auth?: string;
  /** Tool name by `METHOD /path`: who keeps a name in a collision. */
  readonly names: Names;
  /** `METHOD /path` by the further names that its tool answers to. */
  readonly aliases?: Names;
  /** Names of environment variables by what they stand for: they keep them. */
  readonly variables?: Names;
  /** SHA-256 of each tool and of what decides its request, by name. */
  readonly tools: Names;
  /** SHA-256 of each generated file as written, by path. */
  readonly generated: Names;
  /** SHA-256 of the text that each scaffolded file started from. */
  readonly scaffolded: Names;
  /** Ranges that the generator put into package.json. */
  readonly dependencies: Names;
}

/** The part of the lock that comes from the earlier stages. */
export type LockFacts = Pick<
  Lock,
  | 'generatorVersion'
  | 'document'
  | 'inputs'
  | 'options'
  | 'config'
  | 'auth'
  | 'names'
  | 'aliases'
  | 'variables'
  | 'tools'
>;

/** The text of a lock file: keys in one order everywhere, no date. */
export function lockText(lock: Lock): string {
  const { aliases = {}, variables = {} } = lock;
  const ordered = {
    lockVersion: lock.lockVersion,
    generatorVersion: lock.generatorVersion,
    document: { file: lock.document.file, digest: lock.document.digest },
    inputs: sorted(lock.inputs),
    options: sorted(lock.options),
    ...(lock.config === undefined ? {} : { config: lock.config }),
    ...(lock.auth === undefined ? {} : { auth: lock.auth }),
    names: sorted(lock.names),
    ...(Object.keys(aliases).length === 0 ? {} : { aliases: sorted(aliases) }),
    ...(Object.keys(variables).length === 0 ? {} : { variables: sorted(variables) }),
    tools: sorted(lock.tools),
    generated: sorted(lock.generated),
    scaffolded: sorted(lock.scaffolded),
    dependencies: sorted(lock.dependencies),
  };
  return `${JSON.stringify(ordered, null, 2)}\n`;
}

/** Reads the text of a lock file; a string says why it cannot be used. */
export function parseLock(text: string): Lock | string {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return /^(<<<<<<<|=======|>>>>>>>)/m.test(text) ? 'it holds a merge conflict' : 'it is not valid JSON';
  }
  if (!isRecord(value)) return 'it is no JSON object';
  if (value.lockVersion !== 1) return 'it was written by another version of openapi2mcp';
  const broken = Object.entries(shape).find(([key, holds]) => !holds(value[key]));
  if (broken !== undefined) return `its member '${broken[0]}' is broken`;
  // Every member has just been checked.
  return value as unknown as Lock;
}

const shape: Readonly<Record<string, (value: unknown) => boolean>> = {
  generatorVersion: isText,
  document: (value) => isRecord(value) && isText(value.file) && isText(value.digest),
  inputs: isNames,
  options: isRecord,
  config: (value) => value === undefined || isText(value),
  auth: (value) => value === undefined || isText(value),
  names: isNames,
  aliases: (value) => value === undefined || isNames(value),
  variables: (value) => value === undefined || isNames(value),
  tools: isNames,
  generated: isPaths,
  scaffolded: isPaths,
  dependencies: isNames,
};

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isNames(value: unknown): value is Names {
  return isRecord(value) && Object.values(value).every(isText);
}

/** A lock names files to replace and delete: none outside the project may be among them. */
function isPaths(value: unknown): boolean {
  return isNames(value) && Object.keys(value).every(isProjectPath);
}

/** Looks a name up: names come from documents, and `constructor` must not find what objects inherit. */
export function own(names: Names | undefined, name: string): string | undefined {
  return names !== undefined && Object.hasOwn(names, name) ? names[name] : undefined;
}

/** By code unit, so that the order is the same in every locale. */
function sorted(names: object): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(names).sort(([a], [b]) => (a < b ? -1 : 1)));
}
