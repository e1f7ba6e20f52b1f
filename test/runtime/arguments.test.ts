import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { JsonSchema } from '../../src/runtime/json-schema.js';
import { readArguments, type ToolArguments } from '../../src/runtime/request/arguments.js';
import { createValidators } from '../../src/runtime/validation.js';

async function problemOf(
  properties: Readonly<Record<string, JsonSchema>>,
  required: readonly string[],
  values: ToolArguments,
): Promise<string | undefined> {
  const inputSchema = { type: 'object', properties, required, additionalProperties: false } as const;
  const read = await readArguments({ name: 'send', inputSchema }, values, createValidators());
  return 'problem' in read ? read.problem.replace("Invalid arguments for 'send': ", '') : undefined;
}

suite('what is wrong with arguments is told at once', () => {
  const flag = { type: 'boolean' };
  const word = { type: 'string' };
  const flags = Object.fromEntries(['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((name) => [name, flag]));
  const cases: readonly (readonly [
    of: string,
    properties: Readonly<Record<string, JsonSchema>>,
    required: readonly string[],
    values: ToolArguments,
    problem: string | undefined,
  ])[] = [
    ['nothing', { a: flag }, ['a'], { a: true }, undefined],
    ['two values', { a: flag, b: word }, [], { a: 'x', b: {} }, "'a' must be boolean; 'b' must be string."],
    [
      'names and values',
      { a: flag, 'b/c': word },
      ['b/c'],
      { a: 'x', z: 1 },
      "'b/c' is required; 'z' is not a known argument; the arguments are 'a', 'b/c'; 'a' must be boolean.",
    ],
    [
      'an unknown one where there are none',
      {},
      [],
      { z: 1 },
      "'z' is not a known argument; there are no arguments.",
    ],
    [
      'five of many',
      flags,
      [],
      Object.fromEntries(Object.keys(flags).map((name) => [name, 'x'])),
      "'a' must be boolean; 'b' must be boolean; 'c' must be boolean; 'd' must be boolean; 'e' must be boolean; and 2 more.",
    ],
  ];
  for (const [of, properties, required, values, problem] of cases) {
    test(of, async () => assert.equal(await problemOf(properties, required, values), problem));
  }
});
