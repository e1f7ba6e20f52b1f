import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { isNestedDeeper } from '../../src/runtime/answer/json-depth.js';

suite('the depth of a JSON text (RFC 8259)', () => {
  const cases: readonly [json: string, depth: number][] = [
    ['', 0],
    ['1', 0],
    ['[]', 1],
    ['{"a":[1,{"b":2}],"c":[]}', 3],
    ['["[[[[","{{{{"]', 1],
    [String.raw`["\"[[[",["\\"],"\\\"[["]`, 2],
    ['["open [[[[', 1],
    [`${'['.repeat(300)}${']'.repeat(300)}`, 300],
    [`[${'{"a":1},'.repeat(300)}0]`, 2],
  ];
  for (const [json, depth] of cases) {
    test(`of ${json.slice(0, 30)} is ${depth}`, () => {
      assert.equal(isNestedDeeper(json, depth), false);
      if (depth > 0) assert.equal(isNestedDeeper(json, depth - 1), true);
    });
  }
});
