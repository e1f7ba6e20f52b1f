import type { BodyBinding, ContentEncoding, OtherContent } from '../binding.js';
import { ownMember } from '../own-member.js';
import { isInRange, ownMediaType } from './binary.js';
import type { Arguments } from './parameters.js';
import { isObject } from './value-text.js';

/**
 * Of which media type a body is sent: the one that a `data:` URL gives itself where it is one of them, then the one that
 * an argument names, then the one that the value shows by what no other has, and else the binding's own.
 */
export function chooseContent(binding: BodyBinding, value: unknown, args: Arguments): ContentEncoding {
  const { choice } = binding;
  if (choice === undefined) return binding;
  const contents: readonly ContentEncoding[] = [binding, ...choice.others];
  const own = ownMediaType(value);
  const labelled = contents.find(({ mediaType }) => own !== undefined && isInRange(own, mediaType));
  if (labelled !== undefined) return labelled;
  const named = choice.property === undefined ? undefined : ownMember(args, choice.property);
  return (
    contents.find(({ mediaType }) => mediaType === named) ??
    choice.others.find((other) => shows(value, other)) ??
    binding
  );
}

function shows(value: unknown, { members = [], types = [], texts = [] }: OtherContent): boolean {
  if (types.includes(typeOf(value))) return true;
  if (!isObject(value)) return false;
  return (
    members.some((name) => Object.hasOwn(value, name)) ||
    texts.some((name) => typeof ownMember(value, name) === 'string')
  );
}

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}
