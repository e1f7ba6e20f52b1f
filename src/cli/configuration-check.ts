import { readFileSync } from 'node:fs';
import { Ajv, type ErrorObject } from 'ajv';
import type { Config } from '../config.js';
import { didYouMean } from '../diagnostics/did-you-mean.js';
import type { Diagnostics } from '../diagnostics/diagnostics.js';
import { valueRules, type Rule } from './value-rules.js';

/** The JSON Schema of a configuration, as text. */
export function configurationSchema(): string {
  return readFileSync(new URL('../../src/cli/config.schema.json', import.meta.url), 'utf8');
}

/** The value of a configuration, with everything that is wrong with it reported. */
export function checkConfiguration(
  value: unknown,
  file: string,
  diagnostics: Diagnostics,
): Config | undefined {
  const found = [...shapeFindings(value)];
  // The schema has been met, but for what was found.
  if (found.length === 0) found.push(...valueFindings(value as Config));
  for (const { keys, problem } of found) {
    const pointer = keys.map((key) => `/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
    diagnostics.report('invalid-option', { option: pathOf(keys), problem }, { file, pointer });
  }
  return found.length === 0 ? (value as Config) : undefined;
}

interface Finding {
  readonly keys: readonly string[];
  readonly problem: string;
}

function shapeFindings(value: unknown): readonly Finding[] {
  const ajv = new Ajv({ allErrors: true, verbose: true, ownProperties: true });
  // Our own file.
  const validate = ajv.compile(JSON.parse(configurationSchema()) as object);
  validate(value);
  return (validate.errors ?? []).map(findingOf);
}

function findingOf({ instancePath, keyword, params, parentSchema, schema }: ErrorObject): Finding {
  const keys = instancePath
    .split('/')
    .slice(1)
    .map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'));
  if (keyword !== 'additionalProperties')
    return { keys, problem: problems[keyword]?.(schema) ?? 'it is wrong.' };
  // What ajv's own documentation says of these two.
  const { additionalProperty: key } = params as { readonly additionalProperty: string };
  const { properties = {} } = parentSchema as { readonly properties?: object };
  const meant = didYouMean(key, Object.keys(properties));
  const hint =
    meant === undefined ? `; they are ${Object.keys(properties).join(', ')}.` : `; did you mean ${meant}?`;
  return { keys: [...keys, key], problem: `there is no such key${hint}` };
}

/** What a keyword of the schema demands, in words. */
const problems: Readonly<Record<string, (schema: unknown) => string>> = {
  type: (type) => `it has to be ${types[String(type)] ?? String(type)}.`,
  minLength: () => 'it is empty.',
  minimum: (least) => `it has to be at least ${String(least)}.`,
  minProperties: () => 'it has to have `const` or `env`.',
  maxProperties: () => 'it can have only one of `const` and `env`.',
};

const types: Readonly<Record<string, string>> = {
  object: 'an object',
  array: 'a list',
  string: 'text',
  boolean: 'true or false',
  integer: 'a whole number',
};

/** What the schema cannot say. */
function valueFindings(config: Config): readonly Finding[] {
  const { name, envPrefix, serverUrl, overlays = [], filter = [], references } = config;
  return [
    ...findingsOf(['name'], name, valueRules.name),
    ...findingsOf(['envPrefix'], envPrefix, valueRules.envPrefix),
    ...findingsOf(['serverUrl'], serverUrl, valueRules.serverUrl),
    ...overlays.flatMap((text, at) => findingsOf(['overlays', String(at)], text, valueRules.overlay)),
    ...filter.flatMap((text, at) => findingsOf(['filter', String(at)], text, valueRules.filter)),
    ...(references?.hosts ?? []).flatMap((host, at) =>
      findingsOf(['references', 'hosts', String(at)], host, valueRules.host),
    ),
    ...variableFindings(config),
  ];
}

function variableFindings(config: Config): readonly Finding[] {
  return (['operations', 'tags'] as const).flatMap((place) =>
    Object.entries(config[place] ?? {}).flatMap(([name, { parameters = {} }]) =>
      Object.entries(parameters).flatMap(([parameter, setting]) =>
        'env' in setting
          ? findingsOf([place, name, 'parameters', parameter, 'env'], setting.env, valueRules.variable)
          : [],
      ),
    ),
  );
}

function findingsOf(keys: readonly string[], text: string | undefined, rule: Rule): readonly Finding[] {
  const problem = text === undefined ? undefined : rule(text);
  return problem === undefined ? [] : [{ keys, problem }];
}

/** `operations["GET /pets"].title` */
function pathOf(keys: readonly string[]): string {
  const parts = keys.map((key) => {
    if (/^\d+$/.test(key)) return `[${key}]`;
    return /^[\w$-]+$/.test(key) ? `.${key}` : `[${JSON.stringify(key)}]`;
  });
  return parts.length === 0 ? 'configuration' : parts.join('').replace(/^\./, '');
}
