import type { Located } from '../load/located.js';
import { readRequestBody, readResponses } from './content.js';
import { isBodyIgnored } from './method-body.js';
import type { OperationResponse, Parameter, RequestBody } from './model.js';
import { listParameters } from './parameter-list.js';
import { readOpenApiParameter, readParameters } from './parameters.js';
import type { PathItem } from './path-item.js';
import type { PathTemplate } from './path-template.js';
import type { Reading } from './reading.js';

/** What an operation takes and gives. */
export interface Message {
  readonly parameters: readonly Parameter[];
  readonly requestBody: RequestBody | undefined;
  readonly responses: readonly OperationResponse[];
  /** Why no right request can be made, where that is so. */
  readonly unusable: string | undefined;
}

/** Where an operation stands. */
export interface OperationPlace {
  readonly method: string;
  readonly item: PathItem;
  readonly template: PathTemplate;
}

/** Reads what an operation of OpenAPI 3 takes and gives. */
export function readOpenApiMessage(operation: Located, place: OperationPlace, reading: Reading): Message {
  const list = listParameters(operation, place, reading);
  const taken = readParameters(list, place.template, operation, readOpenApiParameter, reading);
  const body = isBodyIgnored(operation, place.method, reading)
    ? { requestBody: undefined, unusable: undefined }
    : readRequestBody(operation, reading);
  return {
    parameters: taken.parameters,
    requestBody: body.requestBody,
    responses: readResponses(operation, reading),
    unusable: taken.unusable ?? body.unusable,
  };
}
