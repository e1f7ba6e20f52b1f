import { readFileSync } from 'node:fs';
import { Ajv, type ErrorObject } from 'ajv';
import type { Config } from '../config.js';
import { didYouMean } from '../diagnostics/did-you-mean.js';
import type { Diagnostics } from '../diagnostics/diagnostics.js';
import { pointerOf, tokensOf } from '../diagnostics/pointer.js';
import { valueRules, type Rule } from '../value-rules.js';

/** The JSON Schema of a configuration, as text. */
export function configurationSchema(): string {
  return readFileSync(new URL('../../src/cli/config.schema.json', import.meta.url), 'utf8');
}

/** Something wrong with a setting. */
export interface SettingFault {
  /** Where it stands, the outermost key first. */
  readonly keys: readonly string[];
  readonly problem: string;
}

/** A value as a configuration; what its schema finds where it is none. */
export function readConfig(value: unknown): Config | readonly SettingFault[] {
  const ajv = new Ajv({ allErrors: true, verbose: true, ownProperties: true });
  // Our own file.
  const validate = ajv.compile<Config>(JSON.parse(configurationSchema()) as object);
  return validate(value) ? value : (validate.errors ?? []).map(faultOf);
}

/** The variables of parameters that have no name for one. */
export function variableFaults(config: Config): readonly SettingFault[] {
  return (['operations', 'tags'] as const).flatMap((place) =>
    Object.entries(config[place] ?? {}).flatMap(([name, { parameters = {} }]) =>
      Object.entries(parameters).flatMap(([parameter, setting]) => {
        const problem = 'env' in setting ? valueRules.variable(setting.env) : undefined;
        return problem === undefined
          ? []
          : [{ keys: [place, name, 'parameters', parameter, 'env'], problem }];
      }),
    ),
  );
}

/** What is wrong with what is said of the server, beside its choices. */
export function serverFaults({ server = {} }: Config): readonly SettingFault[] {
  const { identity, visibility, scopes: { rename = {}, implies = {} } = {} } = server;
  const at = ['server', 'scopes'];
  return [
    ...faultAt(['server', 'identity'], valueRules.identity, identity),
    ...faultAt(['server', 'visibility'], valueRules.visibility, visibility),
    ...Object.entries(rename).flatMap(([scope, name]) =>
      faultAt([...at, 'rename', scope], valueRules.scope, name),
    ),
    ...Object.entries(implies).flatMap(([broader, narrower]) => [
      ...faultAt([...at, 'implies', broader], valueRules.scope, broader),
      ...listFaults([...at, 'implies', broader], valueRules.scope, narrower),
    ]),
  ];
}

/** The scopes of operations and tags that are none. */
export function scopeFaults(config: Config): readonly SettingFault[] {
  return (['operations', 'tags'] as const).flatMap((place) =>
    Object.entries(config[place] ?? {}).flatMap(([name, { scopes = [] }]) =>
      listFaults([place, name, 'scopes'], valueRules.scope, scopes),
    ),
  );
}

function listFaults(keys: readonly string[], rule: Rule, values: readonly string[]): readonly SettingFault[] {
  return values.flatMap((value, at) => faultAt([...keys, String(at)], rule, value));
}

function faultAt(keys: readonly string[], rule: Rule, value: string | undefined): readonly SettingFault[] {
  const problem = value === undefined ? undefined : rule(value);
  return problem === undefined ? [] : [{ keys, problem }];
}

/** Reports what is wrong with settings, each at its place. */
export function reportFaults(faults: readonly SettingFault[], file: string, diagnostics: Diagnostics): void {
  for (const { keys, problem } of faults) {
    const origin = { file, pointer: pointerOf(keys) };
    if (keys.length === 0)
      diagnostics.report('unusable-configuration', { problem: 'has to be an object.' }, origin);
    else diagnostics.report('unusable-setting', { setting: pathOf(keys), problem }, origin);
  }
}

function faultOf({ instancePath, keyword, params, parentSchema, schema }: ErrorObject): SettingFault {
  const keys = tokensOf(instancePath);
  // What ajv's own documentation says of these two.
  const holder = (parentSchema ?? {}) as {
    readonly properties?: object;
    readonly examples?: readonly unknown[];
  };
  if (keyword !== 'additionalProperties')
    return { keys, problem: problems[keyword]?.(schema, holder.examples?.[0]) ?? 'it is wrong.' };
  const { additionalProperty: key } = params as { readonly additionalProperty: string };
  const known = Object.keys(holder.properties ?? {});
  const meant = didYouMean(key, known);
  const hint = meant === undefined ? `; they are ${known.join(', ')}.` : `; did you mean ${meant}?`;
  return { keys: [...keys, key], problem: `there is no such key${hint}` };
}

/** What a keyword of the schema demands, in words. */
const problems: Readonly<Record<string, (schema: unknown, example: unknown) => string>> = {
  type: (type, example) => {
    const hint = example === undefined ? '' : `, e.g. ${JSON.stringify(example)}`;
    return `it has to be ${types[String(type)] ?? String(type)}${hint}.`;
  },
  // There is one pattern.
  pattern: () => 'it is no tool name: 1 to 64 letters, digits, `_` and `-`.',
  minLength: () => 'it is empty.',
  minimum: (least) => `it has to be at least ${String(least)}.`,
  maximum: (most) => `it has to be at most ${String(most)}.`,
  minProperties: () => 'it has to have `const`, `env`, `claim` or `header`.',
  maxProperties: () => 'it can have only one of `const`, `env`, `claim` and `header`.',
};

const types: Readonly<Record<string, string>> = {
  object: 'an object',
  array: 'a list',
  string: 'text',
  boolean: 'true or false',
  integer: 'a whole number',
};

/** `operations["GET /pets"].title` */
function pathOf(keys: readonly string[]): string {
  const parts = keys.map((key) => {
    if (/^\d+$/.test(key)) return `[${key}]`;
    return /^[\w$-]+$/.test(key) ? `.${key}` : `[${JSON.stringify(key)}]`;
  });
  return parts.join('').replace(/^\./, '');
}
