import type { ServerPlan } from '../plan/plan.js';
import type { FixedArgument } from '../runtime/binding.js';
import { codeList } from './code-list.js';
import { commentText, markdownCode } from './text.js';

/** What tools take from whoever calls over HTTP, beside their arguments. */
export interface CallerValueData {
  /** Headers of the request. */
  readonly headers: readonly CallerValueRow[];
  /** Claims of the token. */
  readonly claims: readonly CallerValueRow[];
  /** Lines for behind `# ` in `.env.example`; none where nothing is taken. */
  readonly comment: readonly string[];
}

/** A header or claim, and the tools that take a value from it. */
export interface CallerValueRow {
  /** For Markdown. */
  readonly name: string;
  /** For Markdown. */
  readonly tools: string;
  /** Whether any of them is not called without it. */
  readonly isRequired: boolean;
}

/** Tools that a row names. */
const mostTools = 8;

/** Reads which values of a plan's tools come from their callers. */
export function callerValueData({ manifest }: Pick<ServerPlan, 'manifest'>): CallerValueData {
  const headers = valuesBy(manifest.tools, (each) => ('header' in each ? each.header : undefined));
  const claims = valuesBy(manifest.tools, (each) => ('claim' in each ? each.claim : undefined));
  return {
    headers: [...headers].map(rowOf),
    claims: [...claims].map(rowOf),
    comment: [
      ...commentLines('Clients have to send these headers, from which tools take values', headers, true),
      ...commentLines('Clients can send these headers, from which tools take values', headers, false),
      ...commentLines('Tokens have to have these claims, from which tools take values', claims, true),
    ],
  };
}

interface CallerValue {
  readonly tools: string[];
  isRequired: boolean;
}

type ValuesByName = ReadonlyMap<string, CallerValue>;

function valuesBy(
  tools: ServerPlan['manifest']['tools'],
  nameOf: (fixed: FixedArgument) => string | undefined,
): ValuesByName {
  const found = new Map<string, CallerValue>();
  for (const { name: tool, request } of tools) {
    for (const fixed of request.fixed ?? []) {
      const name = nameOf(fixed);
      if (name === undefined) continue;
      const value = found.get(name) ?? { tools: [], isRequired: false };
      found.set(name, value);
      if (value.tools.at(-1) !== tool) value.tools.push(tool);
      // A claim tells whose data are meant: without it nothing is called.
      if ('claim' in fixed || ('header' in fixed && fixed.required === true)) value.isRequired = true;
    }
  }
  return found;
}

function rowOf([name, { tools, isRequired }]: readonly [string, CallerValue]): CallerValueRow {
  return { name: markdownCode(name), tools: codeList(tools, mostTools), isRequired };
}

function commentLines(title: string, values: ValuesByName, isRequired: boolean): readonly string[] {
  const names = [...values].filter(([, value]) => value.isRequired === isRequired).map(([name]) => name);
  return names.length === 0 ? [] : commentText(`${title}: ${names.join(', ')}`).split('\n');
}
