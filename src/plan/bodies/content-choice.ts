import type { MediaType } from '../../model/model.js';
import type { OtherContent } from '../../runtime/binding.js';
import { essenceOf } from '../../runtime/media-types.js';
import { bodyKindOf, type BodyKind } from '../../runtime/request/body.js';
import type { Flattener } from '../schemas/flatten.js';
import { isSame } from '../schemas/same.js';
import { typeBits } from '../schemas/types.js';
import { additionOf, type Addition } from './addition.js';
import { schemaOfContent } from './content.js';

/** The media types of a request body that a tool can send. */
export interface ChosenMedia {
  readonly first: MediaType;
  readonly others: readonly OtherMedia[];
}

/** A media type beside the first. */
export interface OtherMedia {
  readonly media: MediaType;
  /** What only it can say; `undefined` where it is another name for the same values. */
  readonly addition: Addition | undefined;
}

/** The kinds of body that can be sent, the best for a model first. */
const preference: readonly BodyKind[] = ['json', 'form', 'multipart', 'xml', 'text', 'binary', 'anything'];

/** Kinds of which the media type says what the bytes are, so that another one is more than another name. */
const labelled: Partial<Record<BodyKind, readonly BodyKind[]>> = {
  binary: ['binary', 'anything'],
  text: ['text'],
};

/** Ways to change a resource, which differ in what the same document does (RFC 6902, RFC 7396 and Kubernetes' own). */
const patches = /^application\/(?:json-patch|merge-patch|strategic-merge-patch|apply-patch)\+(?:json|yaml)$/;

/** More media types than these are more than anyone chooses from. */
const mostOthers = 8;

/** Chooses the media types in which a body can be sent; `undefined` where there is none. */
export function chooseMedia(supported: readonly MediaType[], flattener: Flattener): ChosenMedia | undefined {
  const first = preference
    .map((kind) =>
      bestOf(
        supported.filter(({ range }) => bodyKindOf(range) === kind),
        flattener,
      ),
    )
    .find((media) => media !== undefined);
  if (first === undefined) return undefined;
  const others: OtherMedia[] = [];
  for (const media of supported) {
    if (media === first || others.length >= mostOthers) continue;
    const taken = [first, ...others.map((other) => other.media)];
    if (taken.some((each) => isLabel(media, each))) others.push({ media, addition: undefined });
    else if (!taken.some((other) => hasSameSchema(media, other))) {
      const addition = additionOf(
        schemaOfContent(media, flattener),
        taken.map((other) => schemaOfContent(other, flattener)),
        flattener,
      );
      if (addition !== undefined) others.push({ media, addition });
    }
  }
  return { first, others };
}

/** The first media type of a kind that is no range, and that can carry what its schema says. */
function bestOf(media: readonly MediaType[], flattener: Flattener): MediaType | undefined {
  const concrete = media.filter(isConcrete);
  return concrete.find((each) => !isImpossiblePatch(each, flattener)) ?? concrete[0] ?? media[0];
}

/** A JSON Patch is an array, but documents often give it the schema of what is patched. */
function isImpossiblePatch({ range, schema }: MediaType, flattener: Flattener): boolean {
  if (essenceOf(range) !== 'application/json-patch+json' || schema === undefined) return false;
  return flattener.flatten(schema.json).alternatives.every(({ types }) => (types & typeBits.array) === 0);
}

/** Whether a media type means the same values as the first, but has them understood in another way. */
function isLabel(media: MediaType, first: MediaType): boolean {
  // Bytes are bytes, whatever their schemas say.
  if ([media, first].every(({ range }) => bodyKindOf(range) === 'binary')) return true;
  if (!hasSameSchema(media, first)) return false;
  if (patches.test(essenceOf(media.range)) && patches.test(essenceOf(first.range))) return true;
  return labelled[bodyKindOf(first.range)]?.includes(bodyKindOf(media.range)) === true;
}

/** Whether nothing but the media type is another. */
export function hasSameSchema(one: MediaType, other: MediaType): boolean {
  return isSame(one.schema?.json ?? true, other.schema?.json ?? true);
}

/** Whether a media type is none of a range of them. */
export function isConcrete({ range }: Pick<MediaType, 'range'>): boolean {
  return !range.includes('*');
}

/** What tells a value of a further media type where no argument does. */
export function tellTale({ addition }: OtherMedia): Pick<OtherContent, 'members' | 'types' | 'texts'> {
  const { members = [], types = [], texts = [] } = addition ?? {};
  return {
    ...(texts.length === 0 ? {} : { texts }),
    ...(members.length === 0 ? {} : { members }),
    ...(types.length === 0 ? {} : { types }),
  };
}
