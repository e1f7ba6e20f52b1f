import type { Operation } from '../../model/model.js';
import { routeOf } from '../tool-names.js';

/** The names under which a configuration can speak of an operation: its id, and `METHOD /path`. */
export function namesOf(operation: Operation): readonly string[] {
  const names = [operation.operationId, routeOf(operation), operation.key];
  return [...new Set(names.filter((name) => name !== undefined))];
}
