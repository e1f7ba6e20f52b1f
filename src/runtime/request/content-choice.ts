import type { BodyBinding, ContentChoice, ContentEncoding, ContentForm, OtherContent } from '../binding.js';
import { ownMember } from '../own-member.js';
import { isBinary } from '../media-types.js';
import { isInRange, ownMediaType, readBinary } from './binary.js';
import { invalid } from './encoding.js';
import { fileType } from './file-type.js';
import type { Arguments } from './parameters.js';
import { isObject } from './value-text.js';

/**
 * Of which media type a body is sent: the one that a `data:` URL gives itself where it is one of them, then the one that
 * an argument names, then the one that the value shows by what no other has, or its bytes, and else the first that can be it.
 */
export function chooseContent(binding: BodyBinding, value: unknown, args: Arguments): ContentEncoding {
  const { choice } = binding;
  if (choice === undefined) return binding;
  const contents: readonly ContentEncoding[] = [binding, ...choice.others];
  const own = ownMediaType(value);
  const labelled = contents.find(({ mediaType }) => own !== undefined && isInRange(own, mediaType));
  if (labelled !== undefined) return labelled;
  const named = choice.property === undefined ? undefined : ownMember(args, choice.property);
  const wanted = contents.findIndex(({ mediaType }) => mediaType === named);
  if (wanted >= 0) return checked(contents[wanted] ?? binding, formsAt(choice, wanted), value, binding);
  return (
    byBytes(binding, contents, value) ??
    choice.others.find((other) => shows(value, other)) ??
    contents.find((_, at) => fits(value, formsAt(choice, at))) ??
    binding
  );
}

/** The forms of the binding's own media type, or of the others in their order. */
function formsAt({ forms, others }: ContentChoice, at: number): readonly ContentForm[] | undefined {
  return at === 0 ? forms : others[at - 1]?.forms;
}

/** A content that an argument names, unless the value is none of its forms: the API would be sent what it did not ask for. */
function checked(
  content: ContentEncoding,
  forms: readonly ContentForm[] | undefined,
  value: unknown,
  { property }: BodyBinding,
): ContentEncoding {
  if (forms === undefined || fits(value, forms)) return content;
  const words = forms.map(wordsOf).join(', or ');
  throw invalid(property, `is nothing that can be sent as ${content.mediaType}: that is ${words}`);
}

function fits(value: unknown, forms: readonly ContentForm[] | undefined): boolean {
  return value === null || forms === undefined || forms.some((form) => isOfForm(value, form));
}

function isOfForm(value: unknown, { types, required = [], only }: ContentForm): boolean {
  if (!types.includes(typeOf(value))) return false;
  if (!isObject(value)) return true;
  const isWhole = required.every((name) => Object.hasOwn(value, name));
  return isWhole && (only === undefined || Object.keys(value).every((name) => only.includes(name)));
}

function wordsOf({ types, required = [], only }: ContentForm): string {
  const names = (of: readonly string[]): string => of.map((name) => JSON.stringify(name)).join(', ');
  const needed = required.length === 0 ? '' : ` with ${names(required)}`;
  return `${types.join(' or ')}${needed}${only === undefined ? '' : ` of the members ${names(only)} alone`}`;
}

/** Of contents that are all bytes the one that a file is of. */
function byBytes(
  { property }: BodyBinding,
  contents: readonly ContentEncoding[],
  value: unknown,
): ContentEncoding | undefined {
  const isOfBytes = contents.every(({ mediaType, bytes }) => bytes === true || isBinary(mediaType));
  const file = isOfBytes && typeof value === 'string' ? readBinary(value) : undefined;
  if (file === undefined) return undefined;
  const ranges = contents.map(({ mediaType }) => mediaType);
  const type = fileType(file, ranges, { property, place: '' });
  return contents.find(({ mediaType }) => mediaType === type || isInRange(type, mediaType));
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
