import { join } from 'node:path';
import { isWebUrl } from './diagnostics/addresses.js';
import type { Budgets } from './plan/hosts/budgets.js';
import type { NamingStyle } from './plan/names/naming.js';
import type { ProfileName } from './plan/hosts/profile-names.js';
import type { AuthMode } from './runtime/authorization/variables.js';
import { budgetProblem, lengthProblem, limitProblem, valueRules, type Rule } from './value-rules.js';
import { nameFrom, realPathOf } from './write/lock-facts.js';
import type { Lock } from './write/lock.js';

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
  /** How tools are called: with the ids of operations as they are, or in snake case. */
  readonly naming?: NamingStyle;
  /** Characters of a tool's name. */
  readonly maxToolNameLength?: number;
  /** Stands before the name of every tool. */
  readonly toolNamePrefix?: string;
  /** Whom tools are listed for. */
  readonly profiles?: readonly ProfileName[];
  /** How clients of the server prove who they are over HTTP. */
  readonly auth?: AuthMode;
  /** By the name of the budget. */
  readonly budgets?: Readonly<Partial<Budgets>>;
}

/** The name of a choice. */
export type Choice = keyof Choices;

/** What is wrong with a value; `at` tells which one of a list. */
interface Fault {
  readonly problem: string;
  readonly at?: string;
}

interface ChoiceRule {
  /** Its flag, or its key in a configuration where it has none. */
  readonly flag: string;
  /** Where a configuration says it. */
  readonly setting: readonly string[];
  /** Whether its values are paths or URLs. */
  readonly isPath?: true;
  /** What is wrong with a value of any type. */
  readonly faultsOf: (value: unknown) => readonly Fault[];
}

/** Every choice. A new one is an entry here, a flag, a key of the configuration, and the stage that reads it. */
export const choiceRules: Readonly<Record<Choice, ChoiceRule>> = {
  name: { flag: '--name', setting: ['name'], faultsOf: text(valueRules.name) },
  serverUrl: { flag: '--server-url', setting: ['serverUrl'], faultsOf: text(valueRules.serverUrl) },
  envPrefix: { flag: 'envPrefix', setting: ['envPrefix'], faultsOf: text(valueRules.envPrefix) },
  overlays: {
    flag: '--overlay',
    setting: ['overlays'],
    isPath: true,
    faultsOf: list(text(valueRules.overlay)),
  },
  filter: { flag: '--filter', setting: ['filter'], faultsOf: list(text(valueRules.filter)) },
  deprecated: { flag: '--no-deprecated', setting: ['deprecated'], faultsOf: truth },
  refRoot: {
    flag: '--ref-root',
    setting: ['references', 'root'],
    isPath: true,
    // Whether it is there is for each run to say.
    faultsOf: text(() => undefined),
  },
  refHosts: {
    flag: '--allow-refs-from',
    setting: ['references', 'hosts'],
    faultsOf: list(text(valueRules.host)),
  },
  allowHttp: { flag: '--allow-http', setting: ['allowHttp'], faultsOf: truth },
  limits: { flag: '--limit', setting: ['limits'], faultsOf: numbers(limitProblem) },
  naming: { flag: 'tools.naming', setting: ['tools', 'naming'], faultsOf: text(valueRules.naming) },
  maxToolNameLength: {
    flag: 'tools.maxToolNameLength',
    setting: ['tools', 'maxToolNameLength'],
    faultsOf: length,
  },
  toolNamePrefix: {
    flag: 'tools.toolNamePrefix',
    setting: ['tools', 'toolNamePrefix'],
    faultsOf: text(valueRules.toolNamePrefix),
  },
  profiles: {
    flag: '--profile',
    setting: ['tools', 'profiles'],
    faultsOf: list(text(valueRules.profile)),
  },
  auth: { flag: '--auth', setting: ['server', 'auth'], faultsOf: text(valueRules.auth) },
  budgets: { flag: 'tools.budgets', setting: ['tools', 'budgets'], faultsOf: numbers(budgetProblem) },
};

/** What is wrong with a choice. */
export interface ChoiceFault extends Fault {
  readonly choice: Choice;
}

/** Everything that is wrong with choices. */
export function faultsOf(choices: Choices): readonly ChoiceFault[] {
  return entriesOf(choices).flatMap(([choice, value]) =>
    choiceRules[choice].faultsOf(value).map((fault) => ({ ...fault, choice })),
  );
}

/** The choices that were made: those that have a value. */
export function madeChoices(choices: { readonly [Key in Choice]?: Choices[Key] | undefined }): Choices {
  return Object.fromEntries(Object.entries(choices).filter(([, value]) => value !== undefined));
}

/** Choices that are numbers by name: each number is a choice by itself. */
const numbersByName = ['limits', 'budgets'] as const;

/** Choices from several places; of one that stands in more than one the first counts, of limits and budgets each by itself. */
export function mergeChoices(...places: readonly Choices[]): Choices {
  const weakestFirst = places.toReversed();
  const merged: Choices = Object.assign({}, ...weakestFirst) as Choices;
  const parts = numbersByName.flatMap((choice) =>
    merged[choice] === undefined
      ? []
      : [[choice, Object.assign({}, ...weakestFirst.map((place) => place[choice])) as object] as const],
  );
  return { ...merged, ...Object.fromEntries(parts) };
}

/** Choices less those that others hold; of limits and budgets each by itself. */
export function withoutChoices(choices: Choices, others: Choices): Choices {
  const kept: Choices = lessKeys({ ...choices }, others);
  const parts = numbersByName.flatMap((choice) => {
    const rest = lessKeys({ ...choices[choice] }, others[choice] ?? {});
    return Object.keys(rest).length === 0 ? [] : [[choice, rest] as const];
  });
  return { ...kept, ...Object.fromEntries(parts) };
}

function lessKeys<Value>(
  value: Readonly<Record<string, Value>>,
  others: object,
): Readonly<Record<string, Value>> {
  return Object.fromEntries(Object.entries(value).filter(([key]) => !Object.hasOwn(others, key)));
}

/** What a lock remembers of earlier flags; a text where no run can have written it. */
export function rememberedChoices(folder: string, { options }: Pick<Lock, 'options'>): Choices | string {
  const unknown = Object.keys(options).find((key) => !Object.hasOwn(choiceRules, key));
  if (unknown !== undefined) return `it remembers '${unknown}', which is no option`;
  // A choice that is of another type is a fault.
  const choices = options as Choices;
  const [fault] = faultsOf(choices);
  if (fault !== undefined) return `it remembers ${choiceRules[fault.choice].flag}: ${fault.problem}`;
  return withPaths(choices, (path) => join(realPathOf(folder), path));
}

/** Choices in the form that a lock keeps: paths relative to the project, so that both can be moved together. */
export function choicesToKeep(folder: string, choices: Choices): Lock['options'] {
  return { ...withPaths(choices, (path) => nameFrom(folder, path)) };
}

function withPaths(choices: Choices, change: (path: string) => string): Choices {
  const moved = (path: string): string => (isWebUrl(path) ? path : change(path));
  const entries = entriesOf(choices).map(([choice, value]) => {
    if (choiceRules[choice].isPath !== true) return [choice, value] as const;
    // Choices that are paths are texts or lists of texts.
    return [choice, Array.isArray(value) ? value.map(moved) : moved(value as string)] as const;
  });
  return Object.fromEntries(entries);
}

function entriesOf(choices: Choices): readonly (readonly [Choice, Choices[Choice]])[] {
  // `Choices` has no other members.
  return Object.entries(choices) as readonly (readonly [Choice, Choices[Choice]])[];
}

function text(rule: Rule): ChoiceRule['faultsOf'] {
  return (value) => {
    const problem = typeof value === 'string' ? rule(value) : 'it has to be text.';
    return problem === undefined ? [] : [{ problem }];
  };
}

function list(itemFaults: ChoiceRule['faultsOf']): ChoiceRule['faultsOf'] {
  return (value) =>
    Array.isArray(value)
      ? value.flatMap((item, at) => itemFaults(item).map((fault) => ({ ...fault, at: String(at) })))
      : [{ problem: 'it has to be a list.' }];
}

function truth(value: unknown): readonly Fault[] {
  return typeof value === 'boolean' ? [] : [{ problem: 'it has to be true or false.' }];
}

function length(value: unknown): readonly Fault[] {
  const problem = lengthProblem(value);
  return problem === undefined ? [] : [{ problem }];
}

function numbers(problemOf: (name: string, value: unknown) => string | undefined): ChoiceRule['faultsOf'] {
  return (value) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      return [{ problem: 'it has to be an object.' }];
    return Object.entries(value).flatMap(([name, number]) => {
      const problem = problemOf(name, number);
      return problem === undefined ? [] : [{ problem, at: name }];
    });
  };
}
