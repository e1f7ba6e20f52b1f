import { isDeepStrictEqual } from 'node:util';
import type { Problems } from './documents.js';
import type { FaultResult } from './fault-clients.js';

/** What must hold of a result. */
export type Rule = (result: FaultResult) => Problems;

/** Told where an API did what it was asked, and the answer is not what its document says. */
const mustNotRepeat = 'The call to the API succeeded and must not be repeated';

/** The call failed with this code, in words like these. */
export function fails(code: string, words: RegExp): Rule {
  return (result) => [
    ...(result.isError ? [] : [`did not fail: ${shown(result)}`]),
    ...(result.structured === undefined ? [] : ['an error has structured content']),
    ...(result.text.includes(`[${code}]`) ? [] : [`is not ${code}: ${shown(result)}`]),
    ...lacking(result, [words]),
  ];
}

/** The API answered with an error of this status, and more of what it says is told. */
export function failsWith(status: number, ...words: readonly RegExp[]): Rule {
  return (result) => [
    ...fails('upstream-status', new RegExp(`^${status}\\b`))(result),
    ...lacking(result, words),
  ];
}

/** The call succeeded: the structured content has these members, and the text these words. */
export function gives(members: Readonly<Record<string, unknown>>, ...words: readonly RegExp[]): Rule {
  return (result) => [
    ...(result.isError ? [`failed: ${shown(result)}`] : []),
    ...membersLacking(result, members),
    ...lacking(result, words),
  ];
}

function membersLacking({ structured }: FaultResult, members: Readonly<Record<string, unknown>>): Problems {
  if (typeof structured !== 'object' || structured === null) return ['has no structured content'];
  const given = new Map(Object.entries(structured));
  return Object.entries(members)
    .filter(([name, value]) => !isDeepStrictEqual(given.get(name), value))
    .map(([name]) => `its member '${name}' is ${JSON.stringify(given.get(name))?.slice(0, 100)}`);
}

/** The call succeeded, and what came is told as text alone, whole and with what is wrong with it. */
export function tells(...words: readonly RegExp[]): Rule {
  return (result) => [
    ...(result.isError ? [`failed: ${shown(result)}`] : []),
    ...(result.structured === undefined ? [] : ['has structured content']),
    ...lacking(result, words),
  ];
}

/** The API did what it was asked, but its answer is no structure of the tool: both are told, and the answer is there. */
export function differs(...words: readonly RegExp[]): Rule {
  return (result) => [
    ...(result.isError ? [] : ['an answer without the promised structure is called a success']),
    ...(result.text.startsWith(mustNotRepeat) ? [] : [`is not told to have succeeded: ${shown(result)}`]),
    ...(result.structured === undefined ? [] : ['has structured content']),
    ...lacking(result, words),
  ];
}

/** One of several rules holds. */
export function either(...rules: readonly Rule[]): Rule {
  return (result) => {
    const found = rules.map((rule) => rule(result));
    return found.some((problems) => problems.length === 0) ? [] : found.flat();
  };
}

/** All of several rules hold. */
export function all(...rules: readonly Rule[]): Rule {
  return (result) => rules.flatMap((rule) => rule(result));
}

/** The text has these words. */
export function says(...words: readonly RegExp[]): Rule {
  return (result) => lacking(result, words);
}

/** Nothing like this is in the result. */
export function hides(words: RegExp): Rule {
  return ({ json }) => (words.test(json) ? [`holds ${words.source}`] : []);
}

/** The call took so long, in milliseconds. */
export function takes(least: number, most: number): Rule {
  return ({ milliseconds }) =>
    milliseconds >= least && milliseconds <= most
      ? []
      : [`took ${milliseconds.toFixed(0)} ms, and not ${least} to ${most} ms`];
}

function lacking(result: FaultResult, words: readonly RegExp[]): Problems {
  return words
    .filter((wanted) => !wanted.test(result.text))
    .map((wanted) => `does not say ${wanted.source}: ${shown(result)}`);
}

function shown({ text }: FaultResult): string {
  return JSON.stringify(text.slice(0, 250));
}

// What nobody sees: tags and variation selectors beyond the first plane, zero widths, marks of direction, controls.
const hidden = /[\u{e0000}-\u{e01ef}\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]|\\u00[01][0-8b-f]/u;
const stack = /\bat \S+ \(?(?:file|node):|\.[jt]s:\d+:\d+/;

/** What holds of the result of every call, whatever the API does. */
export function isClean(secrets: readonly string[]): Rule {
  return all(
    ({ json }) => (secrets.some((secret) => json.includes(secret)) ? ['holds a credential'] : []),
    hides(hidden),
    hides(/\\udb4[0-3]/i),
    hides(stack),
    // Sent beside or after the answer that counts.
    hides(/PWNED/),
    ({ text }) => (text.includes('[internal-error]') ? ['is a fault of the server'] : []),
  );
}
