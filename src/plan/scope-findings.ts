import { didYouMean } from '../diagnostics/did-you-mean.js';
import type { Diagnostics } from '../diagnostics/diagnostics.js';
import { pointerTo } from '../diagnostics/pointer.js';
import type { Sourced } from './curation/curation.js';
import type { PlanOptions } from './plan.js';
import { originOfSetting, type ToolSettings } from './settings.js';

/** The scopes of all tools. */
interface AskedScopes {
  /** In the document's words. */
  readonly document: readonly string[];
  /** As tokens of this server call them. */
  readonly tools: readonly string[];
}

type Implications = Readonly<Record<string, readonly string[]>>;

/** Reports what is said of scopes that no tool asks for, and scopes that imply one another. */
export function reportScopeSettings(
  asked: AskedScopes,
  settings: ToolSettings,
  diagnostics: Diagnostics,
): void {
  const { rename = {}, implies = {} } = settings.server?.scopes ?? {};
  const ofDocument = new Set(asked.document);
  // Implications can be told in steps, over scopes that are nothing but such a step.
  const ofTools = new Set([...asked.tools, ...Object.keys(implies)]);
  for (const scope of Object.keys(rename)) reportUnasked(['rename'], [scope], scope, ofDocument);
  for (const [broader, narrower] of Object.entries(implies)) {
    for (const [at, scope] of narrower.entries()) {
      reportUnasked(['implies', broader], [String(at)], scope, ofTools);
    }
  }
  for (const scopes of equalScopes(implies)) {
    const origin = originOfSetting(settings, ['server', 'scopes', 'implies', scopes[0] ?? '']);
    diagnostics.report('equal-scopes', { scopes }, origin);
  }

  function reportUnasked(
    keys: readonly string[],
    last: readonly string[],
    scope: string,
    known: ReadonlySet<string>,
  ): void {
    if (known.has(scope)) return;
    const path = ['server', 'scopes', ...keys];
    const meant = didYouMean(scope, [...known]);
    const origin = originOfSetting(settings, [...path, ...last]);
    diagnostics.report('scope-not-asked', { setting: path.join('.'), scope, meant }, origin);
  }
}

/** Reports what the configuration says of scopes where nothing checks them: whoever wrote it takes tools for guarded. */
export function reportScopesWithoutOAuth(
  said: readonly Sourced<readonly string[]>[],
  auth: PlanOptions['auth'],
  settings: ToolSettings,
  diagnostics: Diagnostics,
): void {
  if (auth === 'oauth') return;
  const ofTools = said
    .filter(({ field, value }) => field === 'config' && value.length > 0)
    .map(({ path, origin }) => ({
      setting: `${path}.scopes`,
      origin: origin && { ...origin, pointer: pointerTo(origin.pointer, 'scopes') },
    }));
  const ofServer = Object.entries<object>({ ...settings.server?.scopes })
    .filter(([, entries]) => Object.keys(entries).length > 0)
    .map(([key]) => ['server', 'scopes', key])
    .map((keys) => ({ setting: keys.join('.'), origin: originOfSetting(settings, keys) }));
  for (const { setting, origin } of [...ofTools, ...ofServer]) {
    const details = { setting, mode: auth ?? 'unchosen' } as const;
    if (origin === undefined) diagnostics.report('scopes-without-oauth', details);
    else diagnostics.repeat('scopes-without-oauth', '', details, origin);
  }
}

/** Scopes that imply one another, each group once. */
function equalScopes(implies: Implications): readonly (readonly string[])[] {
  const implied = new Map(Object.keys(implies).map((scope) => [scope, impliedBy(scope, implies)]));
  const told = new Set<string>();
  return [...implied].flatMap(([scope, narrower]) => {
    if (told.has(scope)) return [];
    const others = [...narrower].filter(
      (other) => other !== scope && implied.get(other)?.has(scope) === true,
    );
    for (const equal of [scope, ...others]) told.add(equal);
    return others.length === 0 ? [] : [[scope, ...others]];
  });
}

/** All that a scope implies, step by step. */
function impliedBy(scope: string, implies: Implications): ReadonlySet<string> {
  const reached = new Set<string>();
  const waiting = [scope];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    for (const narrower of Object.hasOwn(implies, next) ? (implies[next] ?? []) : []) {
      if (reached.has(narrower)) continue;
      reached.add(narrower);
      waiting.push(narrower);
    }
  }
  return reached;
}
