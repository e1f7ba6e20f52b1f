import { child, type Located } from '../load/located.js';
import type { ParameterLocation } from '../runtime/parameters.js';
import { readCollectionFormat } from './collection-format.js';
import { entriesByStatus, isMediaRange } from './content.js';
import type { Message, OperationPlace } from './message.js';
import type { MediaType, OperationResponse, Parameter } from './model.js';
import { listParameters, type DeclaredParameter } from './parameter-list.js';
import { defaultStyles, readParameters } from './parameters.js';
import { extensionsOf, followObject, listOf, type Reading } from './reading.js';
import { readSwagger2Body } from './swagger2-body.js';
import { schemaOfParameter } from './swagger2-schema.js';

/** Reads what an operation of Swagger 2.0 takes and gives: there a body is a parameter too. */
export function readSwagger2Message(operation: Located, place: OperationPlace, reading: Reading): Message {
  const list = listParameters(operation, place, reading);
  const ofBody = list.parameters.filter(({ location }) => location === 'body' || location === 'formData');
  const others = list.parameters.filter((parameter) => !ofBody.includes(parameter));
  const rest = { ...list, parameters: others };
  const taken = readParameters(rest, place.template, operation, readSwagger2Parameter, reading);
  return {
    parameters: taken.parameters,
    requestBody: readSwagger2Body(ofBody, mediaTypes('consumes', operation, reading), reading),
    responses: readResponses(operation, mediaTypes('produces', operation, reading), reading),
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

/** Reads the Responses Object of an operation; what it answers with is told by `produces`. */
function readResponses(
  operation: Located,
  produces: readonly string[],
  reading: Reading,
): readonly OperationResponse[] {
  return entriesByStatus(operation, reading).flatMap(([status, response]) => {
    const object = followObject(response, 'A response', reading);
    // One that cannot be read is still the one that comes: no other response stands for it.
    if (object === undefined) return [{ origin: response.origin, status, description: '', content: [] }];
    const { origin, description = '' } = object;
    return [{ origin, status, description, content: readAnswer(child(object, 'schema'), produces, reading) }];
  });
}

function readAnswer(schema: Located, produces: readonly string[], reading: Reading): readonly MediaType[] {
  if (schema.value === undefined) return [];
  const isFile = child(schema, 'type').value === 'file';
  const ranges = produces.length > 0 ? produces : [isFile ? 'application/octet-stream' : 'application/json'];
  const media = { origin: schema.origin, schema: reading.schemas.read(schema), encoding: {} };
  return ranges.map((range) => ({ ...media, range }));
}
