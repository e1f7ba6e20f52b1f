import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { Schema } from '../../src/model/model.js';
import { model, operation, parameter, plan, requestBody, schemaPool } from './documents.js';

/** The annotations of the listed properties, and what was refused. */
function headersOf(
  schemas: Readonly<Record<string, Schema['json']>>,
  own: Partial<Parameters<typeof model>[1]> = {},
): { readonly kept: Readonly<Record<string, unknown>>; readonly refused: readonly string[] } {
  const parameters = Object.entries(schemas).map(([name, json]) => parameter(name, json));
  const { plan: planned, found } = plan(model([operation({ parameters })], own));
  const properties = planned?.manifest.tools[0]?.inputSchema.properties ?? {};
  const kept = Object.entries(properties).filter(([, listed]) => 'x-mcp-header' in listed);
  return {
    kept: Object.fromEntries(kept.map(([name, listed]) => [name, listed['x-mcp-header']])),
    refused: found.filter(([code]) => code === 'header-annotation-refused').map(([, message]) => message),
  };
}

// MCP revision 2026-07-28, Streamable HTTP, Schema Extension; Tools, x-mcp-header.
suite('x-mcp-header', () => {
  const cases: readonly [of: string, name: string, json: Schema['json'], refusedFor: RegExp | undefined][] = [
    ['stays on a string', 'region', { type: 'string', 'x-mcp-header': 'Region' }, undefined],
    ['stays on a boolean', 'dry', { type: 'boolean', 'x-mcp-header': 'Dry' }, undefined],
    [
      'stays on a bounded integer',
      'n',
      { type: 'integer', minimum: 0, maximum: 9, 'x-mcp-header': 'N' },
      undefined,
    ],
    ['stays on an int32', 'n', { type: 'integer', format: 'int32', 'x-mcp-header': 'N' }, undefined],
    [
      'stays on a nullable string, whose null is not listed',
      'r',
      { type: ['string', 'null'], 'x-mcp-header': 'R' },
      undefined,
    ],
    [
      'stays on words that look like secrets',
      'author',
      { type: 'string', 'x-mcp-header': 'ClassName' },
      undefined,
    ],
    ['may be called Method', 'm', { type: 'string', 'x-mcp-header': 'Method' }, undefined],
    ['is no empty text', 'a', { type: 'string', 'x-mcp-header': '' }, /token characters/],
    ['is no text with a line end', 'a', { type: 'string', 'x-mcp-header': 'A\r\nX: 1' }, /token characters/],
    ['is text', 'a', { type: 'string', 'x-mcp-header': 5 }, /token characters/],
    ['is not on a number', 'a', { type: 'number', 'x-mcp-header': 'A' }, /string, integer or boolean/],
    ['is not on an array', 'a', { type: 'array', 'x-mcp-header': 'A' }, /string, integer or boolean/],
    [
      'is not on a union',
      'a',
      { type: ['string', 'integer'], 'x-mcp-header': 'A' },
      /string, integer or boolean/,
    ],
    ['is not on an integer without bounds', 'a', { type: 'integer', 'x-mcp-header': 'A' }, /2\^53/],
    [
      'is not on an integer with one bound',
      'a',
      { type: 'integer', minimum: 0, 'x-mcp-header': 'A' },
      /2\^53/,
    ],
    [
      'is not on an integer with wide bounds',
      'a',
      { type: 'integer', minimum: -1e16, maximum: 0, 'x-mcp-header': 'A' },
      /2\^53/,
    ],
    [
      'is not on a password',
      'a',
      { type: 'string', format: 'password', 'x-mcp-header': 'A' },
      /passwords, keys/,
    ],
    ['is not on what is named a key', 'apiKey', { type: 'string', 'x-mcp-header': 'A' }, /passwords, keys/],
    [
      'does not name a credential',
      'a',
      { type: 'string', 'x-mcp-header': 'Authorization' },
      /passwords, keys/,
    ],
    [
      'is not below items',
      'a',
      { type: 'array', items: { type: 'string', 'x-mcp-header': 'A' } },
      /`properties` alone/,
    ],
  ];
  for (const [of, name, json, refusedFor] of cases) {
    test(of, () => {
      const { kept, refused } = headersOf({ [name]: json });
      assert.equal(Object.keys(kept).length, refusedFor === undefined ? 1 : 0);
      assert.equal(refused.length, refusedFor === undefined ? 0 : 1);
      if (refusedFor !== undefined) assert.match(refused[0] ?? '', refusedFor);
    });
  }

  test('is unique, ignoring case', () => {
    const { kept, refused } = headersOf({
      a: { type: 'string', 'x-mcp-header': 'Dup' },
      b: { type: 'string', 'x-mcp-header': 'dUP' },
    });
    assert.deepEqual(kept, { a: 'Dup' });
    assert.match(refused[0] ?? '', /of 'b' .* unique/);
  });

  test('comes with the schema that a parameter refers to', () => {
    const schemas = schemaPool({ R: { type: 'string', 'x-mcp-header': 'ViaRef' } });
    assert.deepEqual(headersOf({ ref: { $ref: '#/$defs/R' } }, { schemas }).kept, { ref: 'ViaRef' });
  });

  test('is read from the Parameter Object too, before its schema', () => {
    const own = parameter(
      'a',
      { type: 'string', 'x-mcp-header': 'Inner' },
      { extensions: new Map([['x-mcp-header', 'Outer']]) },
    );
    const tool = plan(model([operation({ parameters: [own] })])).plan?.modules[0]?.tools[0];
    assert.equal(tool?.definition.inputSchema.properties['a']?.['x-mcp-header'], 'Outer');
    assert.equal(tool.types.input.properties['a']?.['x-mcp-header'], 'Outer');
  });

  test('is not on a parameter that carries the credential of a security scheme', () => {
    const scheme = { type: 'apiKey', in: 'query', name: 'Pass-Through' } as const;
    const securitySchemes = new Map([['key', { scheme, description: undefined }]]);
    const { refused } = headersOf(
      { 'pass-through': { type: 'string', 'x-mcp-header': 'P' } },
      { securitySchemes },
    );
    assert.equal(refused.length, 1);
  });

  test('in a body costs a warning, and the tool stays', () => {
    const body = requestBody({
      'application/json': { properties: { a: { type: 'string', 'x-mcp-header': 'A' } } },
    });
    const { plan: planned, found } = plan(model([operation({ method: 'POST', requestBody: body })]));
    assert.equal(found[0]?.[0], 'header-annotation-refused');
    assert.doesNotMatch(JSON.stringify(planned?.manifest.tools), /x-mcp-header/);
  });
});
