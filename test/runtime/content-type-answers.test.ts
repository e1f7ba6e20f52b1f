import assert from 'node:assert/strict';
import { test } from 'node:test';
import { contentTypeOf } from '../../src/runtime/answer/content-type.js';
import { madeTool } from './made-manifest.js';

test('each answer of a tool is read as its own content type, whatever the one before it was', () => {
  const tool = madeTool({ name: 'getPet' });
  const answers: readonly [type: string | undefined, body: string, expected: string][] = [
    ['application/json', '{"a":1}', 'application/json'],
    ['text/csv', 'a,b', 'text/csv'],
    ['text/plain', '{"a":1}', 'application/json'],
    ['application/json', '<html><p>', 'text/html'],
    ['application/json', '{"a":1}', 'application/json'],
    ['nonsense', '{"a":1}', 'application/json'],
    [undefined, '{"a":1}', 'application/json'],
    ['application/octet-stream', '{"a":1}', 'application/json'],
    ['application/octet-stream', 'a,b', 'application/octet-stream'],
  ];
  const types = answers.map(
    ([type, body]) =>
      contentTypeOf({ headers: { 'content-type': type }, body: Buffer.from(body) }, tool).mediaType,
  );
  assert.deepEqual(
    types,
    answers.map(([, , expected]) => expected),
  );
});
