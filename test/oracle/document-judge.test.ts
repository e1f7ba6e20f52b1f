import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import type { ToolDefinition } from '../../src/runtime/manifest.js';
import { scratchFolder } from '../tools/projects.js';
import { openDocumentJudge, type JudgedTool } from './document-judge.js';

function judge(document: object, request: Partial<ToolDefinition['request']>): JudgedTool {
  const file = join(scratchFolder(tmpdir()), 'openapi.json');
  writeFileSync(file, JSON.stringify(document));
  const tool: ToolDefinition = {
    name: 'tool',
    inputSchema: { type: 'object', properties: {} },
    request: { method: 'POST', path: '/pets', parameters: [], accept: [], security: [], ...request },
  };
  const judged = openDocumentJudge(file, [tool]).tools.get('tool');
  assert.ok(judged);
  return judged;
}

function bodyCase(openapi: string, schema: object): (value: unknown) => boolean {
  const requestBody = { content: { 'application/json': { schema } } };
  const document = { openapi, paths: { '/pets': { post: { requestBody } } } };
  const judged = judge(document, { body: { property: 'body', mediaType: 'application/json' } });
  const argument = judged.arguments.get('body');
  assert.ok(argument);
  return argument.allows;
}

suite('what a document allows', () => {
  const cases: readonly [of: string, openapi: string, schema: object, good: unknown, bad: unknown][] = [
    ['null as a flag (3.0)', '3.0.3', { type: 'string', nullable: true }, null, 1],
    ['no null by a flag (3.1)', '3.1.0', { type: 'string', nullable: true }, 'a', null],
    ['an exclusive bound as a flag', '3.0.3', { minimum: 1, exclusiveMinimum: true }, 2, 1],
    ['an exclusive bound as a number', '3.1.0', { exclusiveMinimum: 1 }, 2, 1],
    [
      'no read-only member, even if it is required',
      '3.0.3',
      { required: ['id'], properties: { id: { readOnly: true } } },
      {},
      { id: 1 },
    ],
    [
      'the bytes of a file, whatever they are',
      '3.0.3',
      { properties: { f: { format: 'binary' } } },
      { f: 1 },
      undefined,
    ],
    ['a format', '3.0.3', { type: 'string', format: 'date' }, '2026-11-30', '2026-11-31'],
    ['an enumeration of nothing', '3.0.3', { properties: { a: { enum: [] } } }, {}, { a: 1 }],
  ];
  for (const [of, openapi, schema, good, bad] of cases) {
    test(of, () => {
      const allows = bodyCase(openapi, schema);
      assert.equal(allows(good), true);
      if (bad !== undefined) assert.equal(allows(bad), false);
    });
  }

  test('what is referred to, itself included', () => {
    const Tree = {
      required: ['name'],
      properties: { name: { type: 'string' }, kid: { $ref: '#/components/schemas/Tree' } },
    };
    const requestBody = {
      content: { 'application/json': { schema: { $ref: '#/components/schemas/Tree' } } },
    };
    const document = {
      openapi: '3.0.3',
      paths: { '/pets': { post: { requestBody } } },
      components: { schemas: { Tree } },
    };
    const judged = judge(document, { body: { property: 'body', mediaType: 'application/json' } });
    const allows = judged.arguments.get('body')?.allows;
    assert.equal(allows?.({ name: 'a', kid: { name: 'b' } }), true);
    assert.equal(allows?.({ name: 'a', kid: {} }), false);
  });

  test('formData of 2.0 as one body', () => {
    const parameters = [
      { in: 'formData', name: 'a', type: 'integer', required: true },
      { in: 'formData', name: 'f', type: 'file' },
    ];
    const document = { swagger: '2.0', paths: { '/pets': { post: { parameters } } } };
    const judged = judge(document, { body: { property: 'body', mediaType: 'multipart/form-data' } });
    const argument = judged.arguments.get('body');
    assert.equal(argument?.required, true);
    assert.equal(argument.allows({ a: 1, f: 'x' }), true);
    assert.equal(argument.allows({ f: 'x' }), false);
  });
});

suite('what a tool and its document do not agree on', () => {
  const parameters = [{ in: 'query', name: 'q', required: true, schema: {} }];
  const document = { openapi: '3.0.3', paths: { '/pets': { post: { parameters } } } };

  test('a parameter of another name', () => {
    const binding = { property: 'x', name: 'x', in: 'query', style: 'form', explode: true } as const;
    const { problems } = judge(document, { parameters: [binding] });
    assert.deepEqual(problems, [
      "The document has no parameter 'x' in query.",
      "No argument is the parameter 'q' in query.",
    ]);
  });

  test('an operation that is not there', () => {
    assert.deepEqual(judge(document, { path: '/cats' }).problems, ['The document has no such operation.']);
  });
});
