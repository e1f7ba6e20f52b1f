import { child, entries, type Located } from '../load/located.js';
import { followMap } from './misplaced-references.js';
import type { Link } from './model.js';
import { followObject, textOf, type Reading } from './reading.js';

/** Reads the Link Objects of a Response Object. */
export function readLinks(response: Located, reading: Reading): readonly Link[] {
  return followMap(child(response, 'links'), reading).flatMap(([, written]) => {
    const link = followObject(written, 'A link', reading);
    if (link === undefined) return [];
    const [operationId, operationRef] = ['operationId', 'operationRef'].map((key) => textOf(link.value[key]));
    const fromBody = entries(child(link, 'parameters')).flatMap(([name, { value }]) =>
      // A runtime expression; other values are not of this response's body.
      typeof value === 'string' && value.startsWith('$response.body#/') ? [parameterName(name)] : [],
    );
    return fromBody.length === 0 ? [] : [{ operationId, operationRef, fromBody }];
  });
}

/** `path.id` is the parameter `id` in the path. */
function parameterName(key: string): string {
  return key.replace(/^(?:path|query|header|cookie)\./, '');
}
