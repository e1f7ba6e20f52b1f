import type { FixedType, RequestBinding } from '../binding.js';
import { readSetting } from '../request/fixed-types.js';
import type { DocumentedOperation } from './self-test.js';

/** A text for each type, the types that ask for more further down. */
const samples: Readonly<Record<FixedType | 'text', string>> = {
  text: 'sample',
  json: '1',
  number: '1',
  integer: '1',
  boolean: 'true',
  array: '["sample"]',
  object: '{"sample":"value"}',
};

const ranks = Object.keys(samples);

/** Made-up texts for the variables whose values are sent in place of arguments. */
export function madeUpSettings(operations: readonly DocumentedOperation[]): Readonly<Record<string, string>> {
  const types = new Map<string, FixedType | 'text'>();
  for (const fixed of operations.flatMap(({ request }) => request.fixed ?? [])) {
    if (!('env' in fixed)) continue;
    // One variable can be text for one tool and a number for another.
    const known = types.get(fixed.env) ?? 'text';
    const own = fixed.type ?? 'text';
    types.set(fixed.env, ranks.indexOf(own) > ranks.indexOf(known) ? own : known);
  }
  return Object.fromEntries([...types].map(([name, type]) => [name, samples[type]]));
}

/** Why a call on stdio cannot be made: part of it comes with the HTTP requests of clients; `undefined` where it can. */
export function missingOnStdio({ fixed = [] }: RequestBinding): string | undefined {
  for (const each of fixed) {
    if ('claim' in each) return `the claim '${each.claim}' of a client's token`;
    if ('header' in each && each.required === true)
      return `the header '${each.header}' of a client's request`;
  }
  return undefined;
}

/** What a call on stdio sends beside its arguments, under those settings. */
export function fixedValues(
  { fixed = [] }: RequestBinding,
  settings: Readonly<Record<string, string>>,
): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    fixed.flatMap((each): readonly (readonly [string, unknown])[] => {
      if ('value' in each) return [[each.property, each.value]];
      return 'env' in each ? [[each.property, readSetting(settings[each.env] ?? '', each.type)]] : [];
    }),
  );
}
