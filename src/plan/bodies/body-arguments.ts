import type { BodyBinding } from '../../runtime/binding.js';
import type { JsonSchema } from '../../runtime/json-schema.js';
import type { ParameterWord } from '../curation/curation.js';
import type { HeaderArgument } from '../header-annotations.js';
import type { PlannedBody } from '../request-body.js';
import type { ListableArgument } from '../schemas/argument-listing.js';
import { fileTypesOf, tellFileTypes, tellMarked } from './file-types.js';

const body = 'body';
const contentType = 'contentType';

/** The names that no parameter of an operation with this body can have. */
export function bodyArguments(planned: PlannedBody | undefined): readonly string[] {
  if (planned === undefined) return [];
  return planned.mediaTypes.length === 0 ? [body] : [body, contentType];
}

/** A body as an argument, and the argument that chooses its media type where there is one. */
export function bodyArgumentsOf(
  planned: PlannedBody | undefined,
  saidOfMembers: readonly ParameterWord<string>[],
): readonly Omit<ListableArgument & HeaderArgument, 'headers'>[] {
  if (planned === undefined) return [];
  const { schema, schemaOrigin, description, required, takesNull, mediaTypes } = planned;
  const fileTypes = fileTypesOf([planned.encoding, ...planned.others]);
  const marked = new Set(planned.markedMembers);
  const shared = { schemaOrigin, said: undefined, parameter: undefined };
  const own = {
    property: body,
    schema,
    description,
    required,
    isNullListed: takesNull,
    saidOfMembers,
    ...(fileTypes.size + marked.size === 0
      ? {}
      : { tell: (listed: JsonSchema) => tellFileTypes(tellMarked(listed, marked), fileTypes) }),
  };
  const [preset] = mediaTypes;
  if (preset === undefined) return [{ ...shared, ...own }];
  const label = {
    property: contentType,
    schema: { type: 'string', enum: mediaTypes, default: preset },
    description: undefined,
    required: false,
    isNullListed: false,
    saidOfMembers: [],
  };
  return [
    { ...shared, ...own },
    { ...shared, ...label },
  ];
}

/** How a body is sent. */
export function bindBody({ encoding, others, forms, mediaTypes }: PlannedBody): BodyBinding {
  const property = mediaTypes.length === 0 ? {} : { property: contentType };
  return {
    property: body,
    ...encoding,
    ...(others.length === 0
      ? {}
      : { choice: { ...property, ...(forms === undefined ? {} : { forms }), others } }),
  };
}
