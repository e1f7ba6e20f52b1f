import { isObject } from '../json.js';
import { tokensOf } from '../../diagnostics/pointer.js';
import type { OpenApiVersion } from '../version.js';
import type { Fault } from './compiler.js';

/** The object of OpenAPI that a fault is in. */
export interface Subject {
  readonly version: OpenApiVersion;
  /** `Parameter` for a Parameter Object. */
  readonly object: string;
  readonly value: unknown;
  /** The names of its fields. */
  readonly fields: readonly string[];
}

/** What the Specification calls the object that a definition describes; the first pattern that fits decides. */
const names: readonly (readonly [definition: RegExp, name: string])[] = [
  [/^$/, 'OpenAPI'],
  [/reference$/i, 'Reference'],
  [/(?:parameter|subschema|parameterlocation|schemaxorcontent)$/i, 'Parameter'],
  [/^(?:fileschema|schema)$/i, 'Schema'],
  [/^primitivesitems$/i, 'Items'],
  [/^(?:oauthflows|oauth-flows)$/i, 'OAuth Flows'],
  [/flow$|^(?:implicit|password|client-credentials|authorization-code|device-authorization)$/i, 'OAuth Flow'],
  [/(?:security|securityscheme|security-scheme)$/i, 'Security Scheme'],
  [/^callbacks?$/i, 'Callback'],
  [/^externaldoc/i, 'External Documentation'],
  [/^xml$/i, 'XML'],
];

/** The name of the object that a subschema of an official schema describes, without `Object`. */
export function objectNameOf(pointer: string): string {
  const [, definition = ''] = /.*\/(?:definitions|\$defs|draft4)\/([^/]+)/.exec(pointer) ?? [];
  const known = names.find(([pattern]) => pattern.test(definition));
  return known?.[1] ?? titleOf(definition);
}

function titleOf(definition: string): string {
  return definition
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .split(/[- ]/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ');
}

const typeNames: Readonly<Record<string, string>> = {
  object: 'an object',
  array: 'a list',
  string: 'text',
  number: 'a number',
  integer: 'a whole number',
  boolean: 'true or false',
  null: 'null',
};

/** A JSON type in words. */
export function typeName(type: unknown): string {
  const name = String(type);
  return Object.hasOwn(typeNames, name) ? (typeNames[name] ?? name) : name;
}

/** A value in words: itself where it is short, else what it is. */
export function shown(value: unknown): string {
  if (typeof value === 'string') return `'${short(value)}'`;
  if (value === null) return 'null';
  if (isObject(value)) return 'an object';
  return Array.isArray(value) ? 'a list' : JSON.stringify(value);
}

/** A text cut to what fits into a sentence. */
export function short(text: string): string {
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}

/** The place that a fault is about: an object, or a field of it. */
export function placeOf({ instancePath }: Pick<Fault, 'instancePath'>, { object }: Subject): string {
  if (instancePath === '') return `The ${object} Object`;
  const written = tokensOf(instancePath).map((token) =>
    /^\d+$/.test(token) ? `[${token}]` : `.${short(token)}`,
  );
  return `\`${written.join('').replace(/^\./, '')}\` of the ${object} Object`;
}

/** `a, b or c`. */
export function either(words: readonly string[]): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} or ${words.at(-1) ?? ''}`;
}

/** Names as code: `` `a` and `b` ``. */
export function named(names: readonly unknown[]): string {
  return either(names.map((name) => `\`${String(name)}\``)).replace(' or ', ' and ');
}

/** A list, and a single value as a list of one. */
export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? (value as readonly unknown[]) : [value];
}
