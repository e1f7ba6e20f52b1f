import { join } from 'node:path';
import type { Lock } from './lock.js';
import { nameFrom, realPathOf } from './lock-facts.js';

/** What the person who runs the generator chose, as far as the next run takes it again. */
export interface Choices {
  /** Name of the package and the server. */
  readonly name?: string;
  /** Base URL in place of the document's servers. */
  readonly serverUrl?: string;
  /** First part of the names of environment variables. */
  readonly envPrefix?: string;
  /** Absolute paths or URLs, in the order in which they are applied. */
  readonly overlays?: readonly string[];
  /** Which operations become tools: `tag:pets`, `!method:DELETE`. */
  readonly filter?: readonly string[];
  /** Whether deprecated operations become tools. */
  readonly deprecated?: boolean;
  /** Absolute path of the folder that references stay in. */
  readonly refRoot?: string;
  /** Hosts that references may lead to. */
  readonly refHosts?: readonly string[];
  /** Whether files may be fetched by http from another computer. */
  readonly allowHttp?: boolean;
  /** By the name of the limit. */
  readonly limits?: Readonly<Record<string, number>>;
  /** Absolute path of the configuration file. */
  readonly config?: string;
}

/** Choices from several places; of one that stands in more than one the first counts, of limits each by itself. */
export function mergeChoices(...places: readonly Choices[]): Choices {
  const merged = Object.assign({}, ...places.toReversed()) as Choices;
  const limits = Object.assign(
    {},
    ...places.toReversed().map((place) => place.limits),
  ) as Choices['limits'] & {};
  return merged.limits === undefined ? merged : { ...merged, limits };
}

/** What the lock of the last run remembers. */
export function rememberedChoices(folder: string, lock: Lock | undefined): Choices {
  return lock === undefined ? {} : withPaths(lock.options, (path) => join(realPathOf(folder), path));
}

/** Choices in the form that a lock keeps: paths relative to the project, so that both can be moved together. */
export function choicesToKeep(folder: string, choices: Choices): Choices {
  return withPaths(choices, (path) => nameFrom(folder, path));
}

function withPaths(choices: Choices, change: (path: string) => string): Choices {
  const moved = (path: string): string => (/^https?:/i.test(path) ? path : change(path));
  const { overlays, refRoot, config, ...others } = choices;
  return {
    ...others,
    ...(overlays === undefined ? {} : { overlays: overlays.map(moved) }),
    ...(refRoot === undefined ? {} : { refRoot: moved(refRoot) }),
    ...(config === undefined ? {} : { config: moved(config) }),
  };
}

/** Whether a value is what a lock keeps of choices. */
export function areChoices(value: unknown): value is Choices {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  return Object.entries(value).every(([key, choice]) => shape.get(key)?.(choice) === true);
}

const isText = (value: unknown): boolean => typeof value === 'string';
const isFlag = (value: unknown): boolean => typeof value === 'boolean';
const isList = (value: unknown): boolean => Array.isArray(value) && value.every(isText);

const shape: ReadonlyMap<string, (value: unknown) => boolean> = new Map(
  Object.entries({
    name: isText,
    serverUrl: isText,
    envPrefix: isText,
    overlays: isList,
    filter: isList,
    deprecated: isFlag,
    refRoot: isText,
    refHosts: isList,
    allowHttp: isFlag,
    limits: (value: unknown) =>
      typeof value === 'object' && value !== null && Object.values(value).every(Number.isFinite),
    config: isText,
  } satisfies Record<keyof Choices, (value: unknown) => boolean>),
);
