import type { Diagnostics } from '../../diagnostics/diagnostics.js';
import type { Parameter } from '../../model/model.js';
import type { Json } from '../schemas/shape.js';
import type { ParameterWish, Sourced } from './curation.js';
import { alikeIn, hides, isHiding, pointInto, visibility, type Field, type ReadWishes } from './reading.js';
import { readParameterWish } from './x-mcp.js';

type ReadWish = (field: Field, schema: Json, diagnostics: Diagnostics) => ParameterWish | undefined;

const hiddenBy =
  (read: ReadWishes): ReadWish =>
  (field, _schema, diagnostics) =>
    isHiding(read(field, diagnostics), diagnostics) ? { kind: 'hidden' } : undefined;

const flag = hiddenBy(hides);

/** A parameter of which the schema takes one value alone. */
const constant: ReadWish = ({ value }, schema) => {
  if (value !== true || typeof schema === 'boolean') return undefined;
  if (Object.hasOwn(schema, 'const')) return { kind: 'const', value: schema['const'] };
  const listed: unknown = schema['enum'];
  const values: readonly unknown[] = Array.isArray(listed) ? listed : [schema['default']];
  return values.length === 1 && values[0] !== undefined ? { kind: 'const', value: values[0] } : undefined;
};

/** Every extension of a Parameter Object that is read, ours first. */
const parameterFields: readonly (readonly [key: string, read: ReadWish])[] = [
  ['x-mcp', (field, _schema, diagnostics) => readParameterWish(field, diagnostics)],
  ['x-mcp-hidden', flag],
  ['x-stainless-const', constant],
  ['x-speakeasy-globals-hidden', flag],
  ['x-ms-visibility', hiddenBy(visibility)],
  ['x-speakeasy-ignore', flag],
  ['x-fern-ignore', flag],
  ['x-internal', flag],
  ['x-hidden', flag],
  ['x-hidden-from-docs', flag],
  ['x-excluded', flag],
  ['x-private', flag],
];

/** What the extensions of a Parameter Object, or of its schema, say of it. */
export function wishOfParameter(
  { schema, extensions, origin }: Parameter,
  diagnostics: Diagnostics,
): Sourced<ParameterWish> | undefined {
  for (const [key, read] of parameterFields) {
    const inSchema = typeof schema.json === 'object' && Object.hasOwn(schema.json, key);
    if (!extensions.has(key) && !inSchema) continue;
    const isOwn = extensions.has(key);
    const value = isOwn ? extensions.get(key) : inSchemaValue(schema.json, key);
    const place = pointInto(isOwn ? origin : schema.origin, key);
    const field: Field = { value, path: key, origin: place, level: 'parameter', beside: extensions };
    const wish = read(field, schema.json, diagnostics);
    if (wish !== undefined) return { value: wish, field: key, path: key, origin: place, isOwn: true };
  }
  return wishAlike({ schema, extensions, origin }, diagnostics);
}

/** A field whose name is written in another case: where it would hide, nobody can tell. */
function wishAlike(
  { schema, extensions, origin: parent }: Pick<Parameter, 'schema' | 'extensions' | 'origin'>,
  diagnostics: Diagnostics,
): Sourced<ParameterWish> | undefined {
  for (const [key, read] of parameterFields) {
    for (const path of alikeIn(extensions, key)) {
      const origin = pointInto(parent, path);
      const field: Field = {
        value: extensions.get(path),
        path,
        origin,
        level: 'parameter',
        beside: extensions,
      };
      if (read(field, schema.json, diagnostics)?.kind !== 'hidden') continue;
      diagnostics.report('unclear-visibility', { field: path, meant: key }, origin);
      return { value: { kind: 'hidden' }, field: path, path, origin, isOwn: true };
    }
  }
  return undefined;
}

function inSchemaValue(schema: Json, key: string): unknown {
  return typeof schema === 'object' ? schema[key] : undefined;
}
