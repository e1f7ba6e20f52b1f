import { tokensOf } from '../diagnostics/pointer.js';
import { child, entries, isLocatedObject, type Located } from '../load/located.js';
import { valueAt } from '../load/json.js';
import type { Operation } from './model.js';
import type { OutlineReading, Reading } from './reading.js';

/** Reports what a document describes that is called by the API and not by its clients. */
export function reportNotCalled(
  operations: readonly Operation[],
  { document, rules, diagnostics }: Reading,
): void {
  const { root, files } = document;
  const webhooks = rules.hasWebhooks ? child(root, 'webhooks') : undefined;
  const count = webhooks === undefined ? 0 : entries(webhooks).filter(isNoExtension).length;
  if (webhooks !== undefined && count > 0) {
    const what = count === 1 ? 'The webhook' : `The ${count} webhooks`;
    diagnostics.report('not-called', { what }, webhooks.origin);
  }
  const callbacks = operations
    .map(({ origin }) => ({ value: valueAt(files.get(origin.file)?.value, origin.pointer), origin }))
    .map((operation) => child(operation, 'callbacks'))
    .filter((written) => entries(written).some(isNoExtension));
  const [first] = callbacks;
  if (!rules.hasCallbacks || first === undefined) return;
  const what =
    callbacks.length === 1
      ? 'The callbacks of an operation'
      : `The callbacks of ${callbacks.length} operations`;
  diagnostics.report('not-called', { what }, first.origin);
}

/** Reports vendors' fields that hold operations: `x-ms-paths`, and Amazon's for any method of a path. */
export function reportUnreadExtensions({ document: { root }, diagnostics }: OutlineReading): void {
  const items = entries(child(root, 'paths')).map(([, item]) =>
    child(item, 'x-amazon-apigateway-any-method'),
  );
  for (const written of [child(root, 'x-ms-paths'), ...items]) {
    if (!isLocatedObject(written)) continue;
    const extension = tokensOf(written.origin.pointer).at(-1) ?? '';
    diagnostics.report('extension-not-read', { extension }, written.origin);
  }
}

function isNoExtension([key]: readonly [key: string, member: Located]): boolean {
  return !key.startsWith('x-');
}
