import type { Shape } from './shape.js';

/** Answers drift from their documents: nothing in them is required, and they may hold more. */
export function openMembers(shape: Shape): Shape {
  if (shape.members === undefined) return shape;
  const { properties, additional } = shape.members;
  const open = additional === false ? undefined : additional;
  return { ...shape, members: { properties, required: new Set<string>(), additional: open } };
}

/** Clients' validators take the `toString` that every object inherits for a member of the answer. */
export function ownMembers(shape: Shape): Shape {
  if (shape.members === undefined) return shape;
  const { properties, required } = shape.members;
  const own = [...properties].filter(([name]) => !(name in Object.prototype));
  if (own.length === properties.size) return shape;
  return { ...shape, members: { properties: new Map(own), required, additional: undefined } };
}

/** Answers are not measured against limits, lists of values or formats. */
export function unlimited(shape: Shape): Shape {
  const isLimited =
    shape.values !== undefined || shape.notes.length > 0 || Object.keys(shape.limits).length > 0;
  return isLimited ? { ...shape, values: undefined, limits: {}, notes: [] } : shape;
}
