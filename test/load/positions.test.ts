import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { positionsOf } from '../../src/load/positions.js';

function placeIn(text: string, pointer: string, file = 'openapi.yaml'): string {
  const files = new Map([[file, { name: file, text, value: undefined }]]);
  const position = positionsOf([{ file, pointer }], files)({ file, pointer });
  return position === undefined ? 'nowhere' : `${position.line}:${position.column}`;
}

suite('places in YAML', () => {
  const text = [
    'openapi: 3.1.0',
    'paths:',
    '  /a/{b}:',
    '    get:',
    '      tags: [x,  y]',
    '      parameters:',
    '        - name: b',
    '          in: path',
    "  '/c': &c {post: {200: 1}}",
    '  /d: *c',
    'x-e: {<<: *c, put: 2}',
    '',
  ].join('\n');
  const cases: readonly [of: string, pointer: string, place: string][] = [
    ['the document', '', '1:1'],
    ['a key', '/paths', '2:1'],
    ['a key with a slash', '/paths/~1a~1{b}', '3:3'],
    ['an item', '/paths/~1a~1{b}/get/parameters/0', '7:11'],
    ['a member of an item', '/paths/~1a~1{b}/get/parameters/0/in', '8:11'],
    ['an item of a flow sequence', '/paths/~1a~1{b}/get/tags/1', '5:18'],
    ['a quoted key', '/paths/~1c', '9:3'],
    ['a number as key', '/paths/~1c/post/200', '9:20'],
    ['behind an alias', '/paths/~1d/post', '9:13'],
    ['behind a merge key', '/x-e/post', '9:13'],
    ['beside a merge key', '/x-e/put', '11:15'],
    ['the nearest value around what is not there', '/paths/~1a~1{b}/get/responses/200', '4:5'],
    ['an item that is not there', '/paths/~1a~1{b}/get/tags/7', '5:7'],
    ['an inherited name', '/paths/constructor', '2:1'],
  ];
  for (const [of, pointer, place] of cases) {
    test(of, () => assert.equal(placeIn(text, pointer), place));
  }

  test('in a text with duplicate keys the last one is found', () => {
    assert.equal(placeIn('a: 1\nb: 2\na: 3\n', '/a'), '3:1');
  });

  const styles: readonly [of: string, text: string, pointer: string, place: string][] = [
    ['items on the level of their key', 'a:\n- b\n- c: d', '/a/1/c', '3:3'],
    ['items of items', '- - a\n  - b: c\n- d', '/0/1/b', '2:5'],
    ['an item on the next line', 'a:\n  - # b: c\n    d: e', '/a/0/d', '3:5'],
    ['a pair in a list', 'a: [b, c: {d: e}]', '/a/1/c/d', '1:12'],
    ['a member behind one without a value', 'a:\nb: {c: d}', '/b/c', '2:5'],
    ['JSON in YAML', 'a: {"b":{"c":[1,{"d":2}]}}', '/a/b/c/1/d', '1:18'],
    ['a key behind a question mark', '? a\n: b: c', '/a/b', '2:3'],
    ['behind an anchor and a tag', 'a: &x !!map\n  b: c', '/a/b', '2:3'],
    ['a text that looks like a mapping', 'a: |\n  b: c\nb: d', '/b', '3:1'],
    ['an alias in what an alias stands for', 'a: &a {x: 1}\nb: &b {y: *a}\nc: *b', '/c/y/x', '1:8'],
    ['merge keys with several aliases', 'a: &a {x: 1}\nb: &b {y: 1}\nc: {<<: [*a, *b]}', '/c/y', '2:8'],
    ['a merged mapping that stands there', 'c: {x: 2, <<: {x: 1, y: 1}}', '/c/x', '1:5'],
    ['an item of an alias', 'a: &a [x, y]\nb: *a', '/b/1', '1:11'],
    ['lines that end by returns', 'a: 1\r\nb: 2\rc: 3', '/c', '3:1'],
    ['what was met before a text breaks off', 'a: 1\nb: [', '/a', '1:1'],
  ];
  for (const [of, source, pointer, place] of styles) {
    test(of, () => assert.equal(placeIn(source, pointer), place));
  }
});

suite('places in JSON', () => {
  const text =
    '{\n  "openapi": "3.1.0",\n  "paths": {\n    "/a": { "get": [ 1, {"x~y": null}, [2] ] }\n  }\n}';
  const cases: readonly [of: string, pointer: string, place: string][] = [
    ['the document', '', '1:1'],
    ['a key', '/paths', '3:3'],
    ['a key with a slash', '/paths/~1a', '4:5'],
    ['the first item', '/paths/~1a/get/0', '4:22'],
    ['an item that is an object', '/paths/~1a/get/1', '4:25'],
    ['a member of an item', '/paths/~1a/get/1/x~0y', '4:26'],
    ['an item after an object', '/paths/~1a/get/2', '4:40'],
    ['an item of an item', '/paths/~1a/get/2/0', '4:41'],
    ['the nearest value around what is not there', '/paths/~1a/put/0', '4:5'],
    ['an inherited name', '/toString', '1:1'],
  ];
  for (const [of, pointer, place] of cases) {
    test(of, () => assert.equal(placeIn(text, pointer, 'openapi.json'), place));
  }

  test('in a text that is nested too deeply', () => {
    const deep = `{"a": ${'['.repeat(100_000)}`;
    assert.equal(placeIn(deep, '/a/0/0', 'openapi.json'), '1:9');
  });
});

test('there is no place in a file that was not read, or is empty', () => {
  assert.equal(positionsOf([{ file: 'a', pointer: '' }], new Map())({ file: 'a', pointer: '' }), undefined);
  assert.equal(placeIn('', ''), 'nowhere');
});

test('a YAML text that is nested too deeply has no places', () => {
  assert.match(placeIn(`a: ${'['.repeat(100_000)}`, '/a'), /^(?:nowhere|1:1)$/);
});
