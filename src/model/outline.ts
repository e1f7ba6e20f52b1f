import type { Diagnostics } from '../diagnostics/diagnostics.js';
import type { OpenApiDocument } from '../load/document.js';
import { child, items, type Located } from '../load/located.js';
import { followList, followMap, reportReferredFields } from './misplaced-references.js';
import type { OperationPlace } from './message.js';
import type { ApiOutline, OperationHead, Tag } from './model.js';
import { reportUnreadExtensions } from './not-called.js';
import { operationsOf, readPathItem, type PathItem, type PathItemOperation } from './path-item.js';
import { readPathTemplate, type PathTemplate } from './path-template.js';
import { extensionsOf, followObject, textOf, type Followed, type OutlineReading } from './reading.js';
import { reportUnusedSchemes } from './security.js';
import { readTags } from './tags.js';
import { versionRules } from './versions.js';

/** The head of an operation, with what the rest of it is read from. */
export interface OutlinedOperation extends OperationHead, OperationPlace {
  readonly object: Followed;
}

/**
 * Reads as much of a document as operations are chosen by. Nothing that they take and give is followed, so what is
 * found here concerns the whole document, or a path or an operation of which nothing tells whether it is wanted.
 */
export function outlineDocument(
  document: OpenApiDocument,
  diagnostics: Diagnostics,
): ApiOutline<OutlinedOperation> {
  const reading = { document, rules: versionRules[document.version], diagnostics };
  const { root } = document;
  const info = child(root, 'info');
  const tags = readTags(root, reading);
  const operations = outlineOperations(tags, reading);
  reportUnusedSchemes(operations, reading);
  reportReferredFields(reading);
  reportUnreadExtensions(reading);
  return {
    origin: root.origin,
    version: document.version,
    title: readField(info, 'title', 'API', diagnostics),
    apiVersion: readField(info, 'version', '0.0.0', diagnostics),
    description: textOf(child(info, 'description').value),
    tags,
    operations,
    extensions: extensionsOf(root.value),
  };
}

/** A required text of the Info Object; unquoted, YAML reads a version as a number. */
function readField(
  info: Located,
  key: 'title' | 'version',
  fallback: string,
  diagnostics: Diagnostics,
): string {
  const { value, origin } = child(info, key);
  const text = textOf(typeof value === 'number' ? String(value) : value);
  if (text === undefined) {
    const problem = `The document needs \`info.${key}\`; '${fallback}' is taken.`;
    diagnostics.report('invalid-document', { problem }, origin);
  }
  return text ?? fallback;
}

function outlineOperations(tags: readonly Tag[], reading: OutlineReading): readonly OutlinedOperation[] {
  const badges = new Set(tags.filter(({ isGroup }) => !isGroup).map(({ name }) => name));
  return followMap(child(reading.document.root, 'paths'), reading).flatMap(([key, written]) => {
    const item = key.startsWith('x-') ? undefined : readPathItem(written, reading);
    if (item === undefined) return [];
    if (!key.startsWith('/')) {
      const problem = `The path '${key}' does not begin with a slash; it is read as if it did.`;
      reading.diagnostics.report('invalid-document', { problem }, written.origin);
    }
    const path = { key, template: readPathTemplate(key), item };
    return operationsOf(item, reading).flatMap(
      (operation) => outlineOperation(operation, path, badges, reading) ?? [],
    );
  });
}

interface Path {
  /** As it stands in the Paths Object. */
  readonly key: string;
  readonly template: PathTemplate;
  readonly item: PathItem;
}

function outlineOperation(
  { method, operation }: PathItemOperation,
  { key, template, item }: Path,
  badges: ReadonlySet<string>,
  reading: OutlineReading,
): OutlinedOperation | undefined {
  const object = followObject(operation, 'An operation', reading);
  if (object === undefined) return undefined;
  const { value, origin, description } = object;
  const tags = items(followList(child(object, 'tags'), reading)).flatMap(
    ({ value: tag }) => textOf(tag) ?? [],
  );
  return {
    origin,
    method,
    path: template.path,
    ...(key === template.path ? {} : { key: `${method} ${key}` }),
    operationId: typeof value.operationId === 'string' ? value.operationId : undefined,
    summary: textOf(value.summary),
    description,
    tags,
    group: tags.find((tag) => !badges.has(tag)),
    deprecated: value.deprecated === true,
    extensions: extensionsOf(value),
    pathExtensions: item.extensions,
    object,
    template,
    item,
  };
}
