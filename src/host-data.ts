import { readFileSync } from 'node:fs';
import type { HostRule } from './plan/hosts/rules.js';

/** What is known of hosts: the rows of `plan/hosts/hosts.json`. */
export function readHostRules(): readonly HostRule[] {
  // Beside `dist` lies `src` too: the same path leads there from both.
  const text = readFileSync(new URL('../src/plan/hosts/hosts.json', import.meta.url), 'utf8');
  // A file of ours, in the form that is described there; a test holds it against the rules in code.
  return JSON.parse(text) as readonly HostRule[];
}

/** The names of all hosts that something is known of, in the order of the data. */
export function readHostNames(): readonly string[] {
  return [...new Set(readHostRules().map(({ host }) => host))];
}

/** The rules of these hosts. */
export function rulesOf(hosts: readonly string[]): readonly HostRule[] {
  return readHostRules().filter(({ host }) => hosts.includes(host));
}
