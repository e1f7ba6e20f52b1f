import type { ContentEncoding } from '../../runtime/binding.js';
import type { JsonSchema } from '../../runtime/json-schema.js';
import { essenceOf, isMultipart } from '../../runtime/media-types.js';
import { isOpenRange, rangesOf, typesInWords } from '../../runtime/request/media-ranges.js';
import { inTwoWays, markedOnly } from '../schemas/files.js';

/** The media types that the files of a body may have, in words, by the member that holds them. */
export type FileTypes = ReadonlyMap<string, string>;

/** More types than these are told by the refusal of another one alone. */
const mostTold = 5;

/** The media types that Encoding Objects declare for the files of multipart contents. */
export function fileTypesOf(contents: readonly ContentEncoding[]): FileTypes {
  const ranges = new Map<string, readonly string[]>();
  for (const { mediaType, encoding = {} } of contents) {
    if (!isMultipart(mediaType)) continue;
    for (const [name, { bytes, contentType }] of Object.entries(encoding)) {
      if (bytes === undefined || contentType === undefined) continue;
      ranges.set(name, [...(ranges.get(name) ?? []), ...rangesOf(contentType)]);
    }
  }
  return new Map(
    [...ranges]
      .map(([name, declared]) => [name, [...new Set(declared.map(essenceOf))]] as const)
      .filter(([, types]) => types.length > 0 && types.length <= mostTold && !types.some(isOpenRange))
      .map(([name, types]) => [name, typesInWords(types)]),
  );
}

/** A listed body of whose files is told of which types they may be. */
export function tellFileTypes(body: JsonSchema, types: FileTypes): JsonSchema {
  return rewordMembers(body, (description, name) => {
    const words = types.get(name);
    return words === undefined ? description : withTypes(description, words);
  });
}

/** A listed body in which these members are told to be a file as a `data:` URL alone. */
export function tellMarked(body: JsonSchema, names: ReadonlySet<string>): JsonSchema {
  return rewordMembers(body, (description, name) =>
    names.has(name) && description.endsWith(inTwoWays)
      ? `${description.slice(0, -inTwoWays.length)}${markedOnly}`
      : description,
  );
}

type Reword = (description: string, name: string) => string;

function rewordMembers(body: JsonSchema, reword: Reword): JsonSchema {
  const { properties, anyOf } = body;
  return {
    ...body,
    ...(isSchema(properties)
      ? { properties: mapValues(properties, (part, name) => reworded(part, name, reword)) }
      : {}),
    ...(Array.isArray(anyOf)
      ? { anyOf: anyOf.map((branch: unknown) => (isSchema(branch) ? rewordMembers(branch, reword) : branch)) }
      : {}),
  };
}

/** A member, the items of one or its alternatives: whichever says how a file is given. */
function reworded(schema: unknown, name: string, reword: Reword): unknown {
  if (!isSchema(schema)) return schema;
  const { description, items, anyOf } = schema;
  return {
    ...schema,
    ...(typeof description === 'string' ? { description: reword(description, name) } : {}),
    ...(items === undefined ? {} : { items: reworded(items, name, reword) }),
    ...(Array.isArray(anyOf) ? { anyOf: anyOf.map((branch) => reworded(branch, name, reword)) } : {}),
  };
}

function withTypes(description: string, words: string): string {
  if (description.endsWith(inTwoWays))
    return `${description.slice(0, -inTwoWays.length)}${words}; base64 or a \`data:\` URL.`;
  if (!description.endsWith(markedOnly)) return description;
  return `${description.slice(0, -1)} of ${words}.`;
}

function isSchema(value: unknown): value is JsonSchema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function mapValues(object: JsonSchema, map: (value: unknown, name: string) => unknown): JsonSchema {
  return Object.fromEntries(Object.entries(object).map(([name, value]) => [name, map(value, name)]));
}
