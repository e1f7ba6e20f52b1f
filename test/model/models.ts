import { Diagnostics } from '../../src/diagnostics/diagnostics.js';
import type { OpenApiDocument } from '../../src/load/document.js';
import { buildModel } from '../../src/model/build-model.js';
import type { ApiModel, Operation, Parameter } from '../../src/model/model.js';
import { outlineDocument } from '../../src/model/outline.js';
import { documentOf, loadText } from '../load/documents.js';

/** A model, with what was found while it was built. */
export interface Built {
  readonly model: ApiModel;
  readonly diagnostics: Diagnostics;
}

/** Builds the model of a document; `info` is added. */
export async function build(fields: object): Promise<Built> {
  return buildWhole(documentOf(await loadText({ info: { title: 'T', version: '1' }, ...fields })));
}

/** Builds the model of a document with all of its operations. */
export function buildWhole(document: OpenApiDocument, diagnostics = new Diagnostics()): Built {
  const outline = outlineDocument(document, diagnostics);
  return { model: buildModel(document, outline, diagnostics), diagnostics };
}

/** The version field of a document. */
export function versionField(version: string): object {
  return version === '2.0' ? { swagger: '2.0' } : { openapi: `${version}.0` };
}

/** Builds a document with one operation and gives that. */
export async function buildOperation(
  operation: object,
  { version = '3.1', method = 'post', path = '/a', item = {}, ...root }: OperationPlace = {},
): Promise<Built & { readonly operation: Operation }> {
  const built = await build({
    ...versionField(version),
    ...root,
    paths: { [path]: { ...item, [method]: operation } },
  });
  return { ...built, operation: onlyOne(built.model.operations) };
}

/** Where an operation stands, and what else is in its document. */
export interface OperationPlace {
  readonly version?: string;
  readonly method?: string;
  readonly path?: string;
  readonly item?: object;
  readonly [field: string]: unknown;
}

/** The one item that a list has. */
export function onlyOne<T>(list: readonly T[]): T {
  const [first, second] = list;
  if (first === undefined || second !== undefined) throw new Error(`${list.length} items, not one`);
  return first;
}

/** A parameter in brief: `in name`, `!` where it is required. */
export function brief({ in: location, name, required }: Parameter): string {
  return `${location} ${name}${required ? '!' : ''}`;
}
