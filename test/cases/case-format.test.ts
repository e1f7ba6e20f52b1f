import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { readCase, readCases } from './case-format.js';
import { madeCase } from './made-case.js';

/** The made-up case with one value put in or replaced, as text. */
function changed(path: readonly (string | number)[], value: unknown): string {
  const copy = JSON.parse(JSON.stringify(madeCase)) as Record<string | number, unknown>;
  const parent = path.slice(0, -1).reduce((at, step) => at[step] as Record<string | number, unknown>, copy);
  parent[path.at(-1) ?? ''] = value;
  return JSON.stringify(copy);
}

test('every case of this folder can be read', () => {
  const cases = readCases(fileURLToPath(new URL('.', import.meta.url)));
  assert.equal(cases.length, 56);
});

test('a member called __proto__ stays one', () => {
  const text = JSON.stringify(madeCase).replace('{"name":"Egg"', '{"__proto__":"p","name":"Egg"');
  assert.match(JSON.stringify(readCase(text)), /"__proto__":"p"/);
});

suite('a key that FORMAT.md does not describe is an error', () => {
  const places: readonly (readonly (string | number)[])[] = [
    ['extra'],
    ['expect', 'extra'],
    ['expect', 'tools', 0, 'extra'],
    ['expect', 'tools', 0, 'inputAccepts', 0, 'form'],
    ['expect', 'call', 0, 'extra'],
    ['expect', 'call', 0, 'arguments', 'formData'],
    ['expect', 'call', 0, 'upstream', 'delay'],
    ['expect', 'call', 0, 'request', 'url'],
    ['expect', 'call', 0, 'result', 'text'],
    ['expect', 'call', 1, 'anyOf', 1, 'tool'],
    ['expect', 'call', 1, 'anyOf', 1, 'request', 'parts', 0, 'filename'],
    ['expect', 'call', 1, 'anyOf', 1, 'result', 'bytes', 'length'],
    ['expect', 'call', 2, 'error', 'message'],
    ['expect', 'process', 'extra'],
    ['expect', 'cli', 'arguments'],
  ];
  for (const place of places) {
    test(place.join('.'), () => assert.throws(() => readCase(changed(place, 'x')), /additional properties/));
  }
});

suite('a value that cannot be meant is an error', () => {
  const wrong: readonly (readonly [path: readonly (string | number)[], value: unknown])[] = [
    [['kind'], 'other'],
    [['expect', 'generate'], 'maybe'],
    [['expect', 'toolCount'], '2'],
    [['expect', 'filesNotNamed'], '('],
    [['expect', 'call', 0, 'request', 'path'], { match: '(' }],
    [['expect', 'call', 0, 'request', 'path'], { anyOf: 'x' }],
    [['expect', 'call', 0, 'request', 'headers'], { 'X-Key': 'k' }],
    [['expect', 'call', 0, 'request', 'absent'], false],
    [['expect', 'call', 0, 'result', 'structuredContent'], { absent: false }],
    [['expect', 'call', 0, 'error'], { code: -32602 }],
    [['expect', 'call', 0, 'upstream', 'bodyBytes'], 'AA=='],
    [['expect', 'call', 1, 'upstream', 'bodyBytes'], 'not base64'],
    [['expect', 'call', 1, 'anyOf', 1, 'request', 'parts', 0, 'text'], 'x'],
    [['expect', 'env'], { boardKey: 'x' }],
    [['expect', 'process', 'stdinChunkBytes'], 0],
  ];
  for (const [path, value] of wrong) {
    test(`${path.join('.')}: ${JSON.stringify(value)}`, () =>
      assert.throws(() => readCase(changed(path, value))));
  }
});
