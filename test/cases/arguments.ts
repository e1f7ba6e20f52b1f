import type { Manifest, ToolDefinition } from '../../src/runtime/manifest.js';
import type { Credential, PlacedArguments } from './case-format.js';
import { isObject } from './matchers.js';

const places = ['path', 'query', 'header', 'cookie'] as const;

/** A place that the document gives a value. */
export type Place = (typeof places)[number];

/**
 * Arguments by place in the shape that the listed tool takes. Members are defined, never assigned: `__proto__` is
 * a name like any other. A name that the manifest does not know, or a tool that it does not, is passed on as it is.
 */
export function argumentsOf(
  tool: ToolDefinition | undefined,
  placed: PlacedArguments,
): Readonly<Record<string, unknown>> {
  const parameters = places.flatMap((place) =>
    Object.entries(placed[place] ?? {}).map(([name, value]) => [
      propertyOf(tool, place, name),
      withText(value),
    ]),
  );
  const body = Object.hasOwn(placed, 'body') ? [[bodyPropertyOf(tool), withText(placed.body)]] : [];
  return Object.fromEntries([...parameters, ...body]) as Readonly<Record<string, unknown>>;
}

/** The argument that is sent as the parameter `name` in `place`. */
export function propertyOf(tool: ToolDefinition | undefined, place: Place, name: string): string {
  const parameter = tool?.request.parameters.find((one) => one.in === place && one.name === name);
  return parameter?.property ?? name;
}

/** The argument that is sent as the request body. */
export function bodyPropertyOf(tool: ToolDefinition | undefined): string {
  return tool?.request.body?.property ?? 'body';
}

/** Binary content is given as base64 text; FORMAT.md writes it as `{"bytes": …}`. */
function withText(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withText);
  if (!isObject(value)) return value;
  const members = Object.entries(value);
  const [only] = members;
  if (members.length === 1 && only?.[0] === 'bytes') return only[1];
  return Object.fromEntries(members.map(([name, member]) => [name, withText(member)]));
}

/**
 * The environment that hands credentials to the server, as its manifest names the variables. A scheme that the
 * manifest does not know cannot be configured: no operation asks for it.
 */
export function credentialsOf(
  manifest: Manifest,
  credentials: Readonly<Record<string, Credential>>,
): Readonly<Record<string, string>> {
  const variables = Object.entries(credentials).flatMap(([key, credential]) => {
    const name = key.slice('auth:'.length);
    const scheme = Object.hasOwn(manifest.securitySchemes, name) ? manifest.securitySchemes[name] : undefined;
    return scheme === undefined ? [] : variablesOf(name, scheme.env, credential);
  });
  return Object.fromEntries(variables);
}

function variablesOf(
  scheme: string,
  env: Readonly<Record<string, string>>,
  credential: Credential,
): readonly (readonly [string, string])[] {
  const parts = Object.entries(env);
  const [only] = parts;
  if (typeof credential === 'string') {
    if (only === undefined || parts.length > 1)
      throw new Error(`Scheme '${scheme}' takes more than one value.`);
    return [[only[1], credential]];
  }
  return Object.entries(credential).map(([part, value]) => {
    const variable = env[part];
    if (variable === undefined) throw new Error(`Scheme '${scheme}' has no variable for its ${part}.`);
    return [variable, value];
  });
}
