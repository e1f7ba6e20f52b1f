import type { ContentForm } from '../../runtime/binding.js';
import type { Flattener } from '../schemas/flatten.js';
import type { Json, Members, Shape } from '../schemas/shape.js';
import { anyType, kinds, typeBits } from '../schemas/types.js';

/** More names than these say more of a body than a refusal before it is sent is worth. */
const mostNames = 40;

/** The forms of the values of a schema, at their first level; `undefined` where every value can be one. */
export function formsOf(schema: Json, flattener: Flattener): readonly ContentForm[] | undefined {
  const shapes = flattener.flattenOffer(schema).alternatives;
  return shapes.length === 0 || shapes.some(({ types }) => types === anyType)
    ? undefined
    : shapes.map((shape) => formOf(shape, flattener)).filter((form) => form.types.length > 0);
}

function formOf({ types, members }: Shape, flattener: Flattener): ContentForm {
  const names = kinds
    .filter(({ bits }) => bits !== typeBits.null && (types & bits) !== 0)
    .map(({ name }) => name);
  return { types: names, ...(members === undefined ? {} : namesOf(members, flattener)) };
}

function namesOf(
  { properties, required, additional }: Members,
  flattener: Flattener,
): Pick<ContentForm, 'required' | 'only'> {
  const only = [...properties.keys()];
  // A member that only ever comes back is required of answers alone.
  const needed = [...required].filter(
    (name) => flattener.annotationsOf(properties.get(name) ?? true).readOnly !== true,
  );
  return {
    ...(needed.length === 0 || needed.length > mostNames ? {} : { required: needed }),
    ...(additional === false && only.length <= mostNames ? { only } : {}),
  };
}
