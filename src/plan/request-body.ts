import type { Diagnostics, Origin } from '../diagnostics/diagnostics.js';
import type { MediaType, Operation, RequestBody } from '../model/model.js';
import type { ContentEncoding, ContentForm, OtherContent } from '../runtime/binding.js';
import { isMediaType } from '../runtime/media-types.js';
import { planContent, type PlannedContent } from './bodies/content.js';
import { formsOf } from './bodies/content-forms.js';
import {
  chooseMedia,
  hasSameSchema,
  isConcrete,
  tellTale,
  type ChosenMedia,
} from './bodies/content-choice.js';
import type { BodyPlanning } from './bodies/encodings.js';
import { reportOptionalBody } from './bodies/required-members.js';
import type { Json } from './schemas/shape.js';

/** The request body that a tool sends. */
export interface PlannedBody {
  readonly schema: Json;
  readonly schemaOrigin: Origin;
  readonly required: boolean;
  readonly description: string | undefined;
  /** Whether files can be part of it. */
  readonly isUpload: boolean;
  /** Whether null is a body like any other: forms and files have no word for it. */
  readonly takesNull: boolean;
  readonly encoding: ContentEncoding;
  /** Further media types in which it can be sent. */
  readonly others: readonly OtherContent[];
  /** The forms of a value in `encoding`, where `others` have other forms. */
  readonly forms: readonly ContentForm[] | undefined;
  /** Members that are a file only as a `data:` URL. */
  readonly markedMembers: readonly string[];
  /** The media types among which an argument chooses, the best first; none where nobody has to. */
  readonly mediaTypes: readonly string[];
}

/** A body, none, or why an operation that must have one cannot be called. */
type BodyDecision = { readonly body: PlannedBody | undefined } | { readonly refused: string };

/** Chooses the media type of an operation's Request Body Object, or several where the choice matters. */
export function planBody(operation: Operation, planning: BodyPlanning): BodyDecision {
  const { requestBody } = operation;
  if (requestBody === undefined) return { body: undefined };
  const supported = requestBody.content.filter(({ range }) => isMediaType(range));
  const chosen = chooseMedia(supported, planning.flattener);
  if (chosen === undefined) return refuse(operation, requestBody.required, planning.diagnostics);
  reportOthers(chosen, requestBody, planning.diagnostics);
  const body = bodyOf(chosen, requestBody, planning);
  reportOptionalBody(operation, body.schema, planning.flattener, planning.diagnostics);
  return { body };
}

function bodyOf(
  { first, others }: ChosenMedia,
  { required, description, origin }: RequestBody,
  planning: BodyPlanning,
): PlannedBody {
  const main = planContent(first, planning);
  const further = others.map((other) => ({ ...other, content: planContent(other.media, planning) }));
  const contents = [main, ...further.map(({ content }) => content)];
  const schemas = [
    main,
    ...further.filter(({ addition }) => addition !== undefined).map(({ content }) => content),
  ];
  const formsIn = ({ schema }: PlannedContent): PlannedBody['forms'] =>
    schemas.length === 1 ? undefined : formsOf(schema, planning.flattener);
  const mediaTypes = contents.filter(({ media }) => isConcrete(media)).map(({ media }) => media.range);
  return {
    schema: schemas.length === 1 ? main.schema : { anyOf: schemas.map(({ schema }) => schema) },
    schemaOrigin: schemas.length === 1 ? (first.schema?.origin ?? origin) : origin,
    required,
    description,
    isUpload: contents.some(({ isUpload }) => isUpload),
    takesNull: contents.some(({ kind }) => nullableKinds.has(kind)),
    encoding: main.encoding,
    others: further.map(({ content, ...other }) => ({
      ...content.encoding,
      ...tellTale(other),
      ...presentForms(formsIn(content)),
    })),
    forms: formsIn(main),
    markedMembers: contents.flatMap((content) => content.markedMembers),
    mediaTypes: mediaTypes.length > 1 ? mediaTypes : [],
  };
}

function presentForms(forms: PlannedBody['forms']): Pick<OtherContent, 'forms'> {
  return forms === undefined ? {} : { forms };
}

const nullableKinds: ReadonlySet<string> = new Set(['json', 'xml', 'anything']);

/** Notes the media types whose content is another one, but is not offered: it says nothing that only they can say. */
function reportOthers(
  { first, others }: ChosenMedia,
  { content, origin }: RequestBody,
  diagnostics: Diagnostics,
): void {
  const offered: readonly MediaType[] = [first, ...others.map(({ media }) => media)];
  const left = content.filter(
    (media) => !offered.some((each) => each === media || hasSameSchema(each, media)),
  );
  if (left.length === 0) return;
  const details = {
    chosen: offered.map(({ range }) => range).join(' or '),
    others: left.map(({ range }) => range).join(', '),
  };
  diagnostics.report('media-type-chosen', details, origin);
}

function refuse(
  { origin, requestBody }: Operation,
  required: boolean,
  diagnostics: Diagnostics,
): BodyDecision {
  const mediaType = requestBody?.content.map(({ range }) => range).join(', ') ?? '';
  if (required) return { refused: `its request body can only be ${mediaType}, which no header can carry.` };
  const problem = 'no header can carry it, so the optional request body is left out.';
  diagnostics.report('unsupported-media-type', { mediaType, problem }, requestBody?.origin ?? origin);
  return { body: undefined };
}
