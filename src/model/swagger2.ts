import { child, type Located } from '../load/located.js';
import type { ParameterLocation } from '../runtime/request/parameters.js';
import { readCollectionFormat } from './collection-format.js';
import { readResponses } from './content.js';
import { isMediaRange } from './media-range.js';
import type { Message, OperationPlace } from './message.js';
import type { MediaType, Parameter } from './model.js';
import { listParameters, type DeclaredParameter } from './parameter-list.js';
import { defaultStyles, readParameters } from './parameters.js';
import { extensionsOf, listOf, type Reading } from './reading.js';
import { readSwagger2Body } from './swagger2-body.js';
import { schemaOfParameter } from './swagger2-schema.js';

/** Reads what an operation of Swagger 2.0 takes and gives: there a body is a parameter too. */
export function readSwagger2Message(operation: Located, place: OperationPlace, reading: Reading): Message {
  const list = listParameters(operation, place, reading);
  const ofBody = list.parameters.filter(({ location }) => location === 'body' || location === 'formData');
  const others = list.parameters.filter((parameter) => !ofBody.includes(parameter));
  const rest = { ...list, parameters: others };
  const taken = readParameters(rest, place.template, operation, readSwagger2Parameter, reading);
  const produces = mediaTypes('produces', operation, reading);
  return {
    parameters: taken.parameters,
    requestBody: readSwagger2Body(ofBody, mediaTypes('consumes', operation, reading), reading),
    responses: readResponses(operation, reading, (response) =>
      readAnswer(child(response, 'schema'), produces, reading),
    ),
    unusable: taken.unusable,
  };
}

/** `consumes` or `produces` of the operation, or else of the document. */
function mediaTypes(key: 'consumes' | 'produces', operation: Located, reading: Reading): readonly string[] {
  const listed =
    listOf(child(operation, key), reading) ?? listOf(child(reading.document.root, key), reading) ?? [];
  return listed.filter(isMediaRange);
}

/** Reads a Parameter Object of Swagger 2.0 that is not part of the body. */
function readSwagger2Parameter(
  declared: DeclaredParameter,
  location: ParameterLocation,
  reading: Reading,
): Parameter {
  const { name, object } = declared;
  const { value, origin, description } = object;
  // Swagger 2.0 knows no other location.
  const style = defaultStyles[location === 'querystring' ? 'query' : location];
  return {
    origin,
    name,
    in: location,
    required: location === 'path' || value.required === true,
    deprecated: false,
    description,
    schema: schemaOfParameter(object, reading),
    encoding: readCollectionFormat(declared, style, location === 'query', reading),
    extensions: extensionsOf(value),
  };
}

/** What a Response Object holds is told by its `schema` and by `produces`. */
function readAnswer(schema: Located, produces: readonly string[], reading: Reading): readonly MediaType[] {
  if (schema.value === undefined) return [];
  const isFile = child(schema, 'type').value === 'file';
  const ranges = produces.length > 0 ? produces : [isFile ? 'application/octet-stream' : 'application/json'];
  const media = { origin: schema.origin, schema: reading.schemas.read(schema), encoding: {} };
  return ranges.map((range) => ({ ...media, range }));
}
