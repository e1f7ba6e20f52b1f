import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { codesOf } from '../load/documents.js';
import { brief, buildOperation, onlyOne, type OperationPlace } from './models.js';

const place: OperationPlace = { version: '2.0', path: '/a/{id}' };
const id = { name: 'id', in: 'path', required: true, type: 'string' };

suite('collectionFormat (OpenAPI 2.0, Parameter Object)', () => {
  const cases: readonly [
    location: string,
    format: string | undefined,
    encoding: object,
    codes?: readonly string[],
  ][] = [
    ['query', undefined, { style: 'form', explode: false }],
    ['query', 'csv', { style: 'form', explode: false }],
    ['query', 'ssv', { style: 'spaceDelimited', explode: false }],
    ['query', 'tsv', { style: 'tabDelimited', explode: false }],
    ['query', 'pipes', { style: 'pipeDelimited', explode: false }],
    ['query', 'multi', { style: 'form', explode: true }],
    ['header', undefined, { style: 'simple', explode: false }],
    ['header', 'pipes', { style: 'pipeDelimited', explode: false }],
    ['header', 'multi', { style: 'simple', explode: false }, ['unsupported-parameter-style']],
    ['query', 'constructor', { style: 'form', explode: false }, ['unsupported-parameter-style']],
  ];
  for (const [location, format, encoding, codes = []] of cases) {
    test(`${format ?? 'none'} in ${location}`, async () => {
      const list = {
        name: 'p',
        in: location,
        type: 'array',
        items: { type: 'string' },
        collectionFormat: format,
      };
      const { operation, diagnostics } = await buildOperation({ parameters: [id, list] }, place);
      assert.deepEqual(operation.parameters[1]?.encoding, encoding);
      assert.deepEqual(codesOf(diagnostics), codes);
    });
  }
});

suite('arrays in arrays (OpenAPI 2.0, Items Object)', () => {
  const nested = (collectionFormat: string | undefined, items: object): object => ({
    type: 'array',
    collectionFormat,
    items,
  });
  const number = { type: 'integer' };
  const cases: readonly [
    of: string,
    items: object,
    separators: readonly string[] | undefined,
    codes: readonly string[],
  ][] = [
    ['none', number, undefined, []],
    ['one, by default with commas', nested(undefined, number), [','], []],
    ['two', nested('pipes', nested('ssv', number)), ['|', ' '], []],
    ['one that cannot be repeated', nested('multi', number), [','], ['unsupported-parameter-style']],
  ];
  for (const [of, items, separators, codes] of cases) {
    test(of, async () => {
      const list = { name: 'p', in: 'query', type: 'array', collectionFormat: 'multi', items };
      const { operation, diagnostics } = await buildOperation({ parameters: [list] }, { version: '2.0' });
      assert.deepEqual(onlyOne(operation.parameters).encoding, {
        style: 'form',
        explode: true,
        ...(separators === undefined ? {} : { itemSeparators: separators }),
      });
      assert.deepEqual(codesOf(diagnostics), codes);
    });
  }
});

suite('allowEmptyValue (OpenAPI 2.0, Parameter Object)', () => {
  const empty = { type: 'string', enum: [''] };
  const cases: readonly [fields: object, json: unknown][] = [
    [{ type: 'string' }, { type: 'string' }],
    [{ type: 'boolean' }, { anyOf: [{ type: 'boolean' }, empty] }],
    [{ type: 'string', minLength: 1 }, { anyOf: [{ type: 'string', minLength: 1 }, empty] }],
  ];
  for (const [fields, json] of cases) {
    test(JSON.stringify(fields), async () => {
      const parameter = { name: 'p', in: 'query', allowEmptyValue: true, ...fields };
      const { operation } = await buildOperation({ parameters: [parameter] }, { version: '2.0' });
      assert.deepEqual(onlyOne(operation.parameters).schema.json, json);
    });
  }
});

test('allowEmptyValue is for what can be empty: a query and a form (OpenAPI 2.0, Parameter Object)', async () => {
  const parameter = { name: 'p', in: 'header', type: 'integer', allowEmptyValue: true };
  const { operation } = await buildOperation({ parameters: [parameter] }, { version: '2.0' });
  assert.deepEqual(onlyOne(operation.parameters).schema.json, { type: 'integer' });
});

test('x-example is the example of a parameter, which has no other', async () => {
  const parameter = { name: 'p', in: 'query', type: 'string', 'x-example': 'e' };
  const { operation } = await buildOperation({ parameters: [parameter] }, { version: '2.0' });
  assert.deepEqual(onlyOne(operation.parameters).schema.json, { example: 'e', type: 'string' });
});

test('a parameter is its own schema', async () => {
  const parameter = {
    ...{ name: 'p', in: 'query', description: 'D', required: true, 'x-y': 1, allowEmptyValue: true },
    ...{ type: 'integer', minimum: 0, exclusiveMinimum: true, 'x-nullable': true, example: 3 },
  };
  const { operation } = await buildOperation({ parameters: [parameter] }, { version: '2.0' });
  const read = onlyOne(operation.parameters);
  assert.deepEqual(
    [brief(read), read.description, [...read.extensions]],
    [
      'query p!',
      'D',
      [
        ['x-nullable', true],
        ['x-y', 1],
      ].reverse(),
    ],
  );
  const json = { type: ['integer', 'null'], exclusiveMinimum: 0, example: 3 };
  assert.deepEqual(read.schema.json, { anyOf: [json, { type: 'string', enum: [''] }] });
});

suite('a body', () => {
  const body = { name: 'b', in: 'body', required: true, description: 'B', schema: { type: 'object' } };
  const cases: readonly [of: string, operation: object, root: object, ranges: readonly string[]][] = [
    ['consumes of the operation', { consumes: ['text/plain'] }, { consumes: ['a/b'] }, ['text/plain']],
    [
      'consumes of the document',
      {},
      { consumes: ['application/json', 'application/xml'] },
      ['application/json', 'application/xml'],
    ],
    ['no consumes', {}, {}, ['application/json']],
    ['consumes that are no media types', { consumes: ['json', 7] }, {}, ['application/json']],
  ];
  for (const [of, operation, root, ranges] of cases) {
    test(of, async () => {
      const built = await buildOperation({ parameters: [body], ...operation }, { version: '2.0', ...root });
      const { requestBody, parameters } = built.operation;
      assert.deepEqual([requestBody?.required, requestBody?.description, parameters], [true, 'B', []]);
      assert.deepEqual(
        requestBody?.content.map(({ range, schema }) => [range, schema?.json]),
        ranges.map((range) => [range, { type: 'object' }]),
      );
    });
  }
});

suite('consumes and produces that are no list', () => {
  const body = { name: 'b', in: 'body', schema: {} };
  const responses = { '200': { description: 'D', schema: {} } };
  const cases: readonly [value: unknown, ranges: readonly string[]][] = [
    ['application/xml', ['application/xml', 'application/xml']],
    [{ a: 1 }, ['text/a', 'text/b']],
  ];
  for (const [value, ranges] of cases) {
    test(JSON.stringify(value), async () => {
      const { operation, diagnostics } = await buildOperation(
        { parameters: [body], responses, consumes: value, produces: value },
        { version: '2.0', consumes: ['text/a'], produces: ['text/b'] },
      );
      const [response] = operation.responses;
      const content = [...(operation.requestBody?.content ?? []), ...(response?.content ?? [])];
      assert.deepEqual(
        content.map(({ range }) => range),
        ranges,
      );
      assert.deepEqual(codesOf(diagnostics), ['invalid-document', 'invalid-document']);
    });
  }
});

suite('a body beside another (OpenAPI 2.0, Parameter Object)', () => {
  const body = { name: 'b', in: 'body', schema: { title: 'B' } };
  const cases: readonly [of: string, other: object][] = [
    ['a form', { name: 'f', in: 'formData', type: 'string' }],
    ['a body', { name: 'c', in: 'body', schema: { title: 'C' } }],
  ];
  for (const [of, other] of cases) {
    test(`${of} is left out, and told`, async () => {
      const { operation, diagnostics } = await buildOperation(
        { parameters: [body, other] },
        { version: '2.0' },
      );
      assert.deepEqual(operation.requestBody?.content[0]?.schema?.json, { title: 'B' });
      assert.deepEqual(
        diagnostics.all.map(({ code, origin }) => `${code} ${origin?.pointer}`),
        ['invalid-document /paths/~1a/post/parameters/1'],
      );
    });
  }
});

suite('a form', () => {
  const names = {
    name: 'names[]',
    in: 'formData',
    required: true,
    type: 'array',
    items: { type: 'string' },
    collectionFormat: 'multi',
    description: 'N',
  };
  const months = { name: 'months', in: 'formData', type: 'array', items: { type: 'integer' } };
  const scan = { name: 'scan', in: 'formData', type: 'file' };

  test('is one body, its fields the properties', async () => {
    const { operation } = await buildOperation({ parameters: [id, names, months] }, place);
    const media = onlyOne(operation.requestBody?.content ?? []);
    assert.deepEqual(
      [operation.requestBody?.required, media.range],
      [true, 'application/x-www-form-urlencoded'],
    );
    assert.deepEqual(media.schema?.json, {
      type: 'object',
      properties: {
        'names[]': { type: 'array', items: { type: 'string' }, description: 'N' },
        months: { type: 'array', items: { type: 'integer' } },
      },
      required: ['names[]'],
    });
    assert.deepEqual(media.encoding, {
      'names[]': { style: 'form', explode: true },
      months: { style: 'form', explode: false },
    });
  });

  const ranges: readonly [
    of: string,
    parameters: readonly object[],
    consumes: readonly string[] | undefined,
    ranges: string,
  ][] = [
    ['consumes decides', [months], ['multipart/form-data'], 'multipart/form-data'],
    [
      'both stay',
      [months],
      ['multipart/form-data', 'application/x-www-form-urlencoded'],
      'multipart/form-data application/x-www-form-urlencoded',
    ],
    ['no form among them', [months], ['application/json'], 'application/x-www-form-urlencoded'],
    ['a file needs parts', [months, scan], ['application/x-www-form-urlencoded'], 'multipart/form-data'],
  ];
  for (const [of, parameters, consumes, expected] of ranges) {
    test(of, async () => {
      const { operation } = await buildOperation({ parameters, consumes }, { version: '2.0' });
      assert.equal(operation.requestBody?.content.map(({ range }) => range).join(' '), expected);
      assert.equal(operation.requestBody?.required, false);
    });
  }

  test('a file is bytes', async () => {
    const { operation } = await buildOperation({ parameters: [scan] }, { version: '2.0' });
    const json = operation.requestBody?.content[0]?.schema?.json;
    assert.deepEqual(json, {
      type: 'object',
      properties: { scan: { type: 'string', format: 'binary', contentEncoding: 'base64' } },
    });
  });
});

suite('an answer', () => {
  const cases: readonly [
    of: string,
    schema: unknown,
    produces: readonly string[] | undefined,
    content: unknown,
  ][] = [
    [
      'by produces',
      { type: 'object' },
      ['application/xml', 'application/json'],
      [
        ['application/xml', { type: 'object' }],
        ['application/json', { type: 'object' }],
      ],
    ],
    ['without produces', { type: 'object' }, undefined, [['application/json', { type: 'object' }]]],
    [
      'that is a file',
      { type: 'file' },
      undefined,
      [['application/octet-stream', { type: 'string', format: 'binary', contentEncoding: 'base64' }]],
    ],
    ['without a schema', undefined, ['application/json'], []],
  ];
  for (const [of, schema, produces, content] of cases) {
    test(of, async () => {
      const responses = { '200': { description: 'D', schema } };
      const { operation } = await buildOperation({ responses, produces }, { version: '2.0' });
      const response = onlyOne(operation.responses);
      assert.deepEqual(
        response.content.map(({ range, schema: read }) => [range, read?.json]),
        content,
      );
    });
  }
});

test('a broken response says nothing, but no other stands for it', async () => {
  const responses = { '200': { $ref: '#/nope' }, default: { description: 'D', schema: {} } };
  const { operation } = await buildOperation({ responses }, { version: '2.0' });
  assert.deepEqual(
    operation.responses.map(({ status, content }) => [status, content.length]),
    [
      ['200', 0],
      ['default', 1],
    ],
  );
});

test('parameters, responses and definitions can be references', async () => {
  const { operation, model } = await buildOperation(
    {
      parameters: [
        { $ref: '#/parameters/P' },
        { name: 'b', in: 'body', schema: { $ref: '#/definitions/D' } },
      ],
      responses: { '200': { $ref: '#/responses/R' } },
    },
    {
      version: '2.0',
      parameters: { P: { name: 'p', in: 'query', type: 'string' } },
      responses: { R: { description: 'R', schema: { $ref: '#/definitions/D' } } },
      definitions: { D: { type: 'object' } },
    },
  );
  assert.deepEqual(operation.parameters.map(brief), ['query p']);
  assert.deepEqual(operation.responses[0]?.content[0]?.schema?.json, { $ref: '#/$defs/D' });
  assert.deepEqual([...model.schemas.keys()], ['D']);
});

test('securityDefinitions have the type basic', async () => {
  const { operation, model } = await buildOperation(
    { security: [{ b: [] }] },
    { version: '2.0', securityDefinitions: { b: { type: 'basic' } } },
  );
  assert.deepEqual(operation.security, [{ b: [] }]);
  assert.deepEqual(model.securitySchemes.get('b')?.scheme, { type: 'http', scheme: 'basic' });
});
