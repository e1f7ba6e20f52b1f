import { didYouMean } from '../diagnostics/did-you-mean.js';
import type { Diagnostics } from '../diagnostics/diagnostics.js';
import { items, type Located } from '../load/located.js';
import type { NamedScheme } from './model.js';

/** A member of a Security Requirement Object, with the scheme that it means. */
interface AskedScopes {
  readonly name: string;
  readonly list: Located;
  readonly named: NamedScheme | undefined;
}

/** Reports scopes that are asked of a scheme of OAuth 2.0 and that no flow of it names: a slip, or a flow that is behind. */
export function reportUndeclaredScopes({ name, list, named }: AskedScopes, diagnostics: Diagnostics): void {
  const declared = named?.declaredScopes;
  if (declared === undefined) return;
  for (const { value, origin } of items(list)) {
    for (const scope of typeof value === 'string' ? value.split(' ') : []) {
      if (scope === '' || declared.includes(scope)) continue;
      const details = { scope, name, meant: didYouMean(scope, declared) };
      diagnostics.repeat('undeclared-scope', JSON.stringify([name, scope]), details, origin);
    }
  }
}
