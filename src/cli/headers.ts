import type { Diagnostics } from '../diagnostics/diagnostics.js';
import { headerProblem } from '../load/web/headers.js';

type Header = readonly [name: string, value: string];
type Environment = Readonly<Record<string, string | undefined>>;

/** Reads `Name: value`; `$VARIABLE` and `${VARIABLE}` in the value are replaced. No report holds a value. */
export function readHeaders(
  texts: readonly string[],
  environment: Environment,
  diagnostics: Diagnostics,
): readonly Header[] {
  return texts.flatMap((text) => {
    const header = readHeader(text, environment);
    if (typeof header !== 'string') return [header];
    diagnostics.report('invalid-option', { option: '--header', problem: header });
    return [];
  });
}

function readHeader(text: string, environment: Environment): Header | string {
  const [, name, written = ''] = /^([^:\s]+)\s*:(.*)$/s.exec(text) ?? [];
  // All of a text without a colon can be a secret.
  if (name === undefined) return "a header is written 'Name: value', in quotes.";
  const unset = new Set<string>();
  const value = written.trim().replace(variables, (_, plain?: string, braced?: string) => {
    const variable = plain ?? braced ?? '';
    const found = Object.hasOwn(environment, variable) ? environment[variable] : undefined;
    if (found === undefined) unset.add(variable);
    return found ?? '';
  });
  if (unset.size > 0)
    return `'${name}' needs the environment variable ${[...unset].join(', ')}, which is not set.`;
  if (value === '') return `'${name}' has no value.`;
  return headerProblem([[name, value]]) ?? [name, value];
}

const variables = /\$(?:([A-Za-z_][A-Za-z0-9_]*)|\{([A-Za-z_][A-Za-z0-9_]*)\})/g;
