import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { codesOf, messagesOf } from '../load/documents.js';
import { brief, buildOperation, onlyOne, type OperationPlace } from './models.js';

suite('style and explode (OpenAPI 3.1.1, Parameter Object)', () => {
  const cases: readonly [of: string, fields: object, encoding: object, codes?: readonly string[]][] = [
    ['default in query', { in: 'query' }, { style: 'form', explode: true }],
    ['default in cookie', { in: 'cookie' }, { style: 'form', explode: true }],
    ['default in header', { in: 'header' }, { style: 'simple', explode: false }],
    ['default in path', { in: 'path' }, { style: 'simple', explode: false }],
    ['explode of its own', { in: 'query', explode: false }, { style: 'form', explode: false }],
    [
      'a style that does not explode by default',
      { in: 'query', style: 'pipeDelimited' },
      { style: 'pipeDelimited', explode: false },
    ],
    [
      'deepObject',
      { in: 'query', style: 'deepObject', explode: true },
      { style: 'deepObject', explode: true },
    ],
    ['label', { in: 'path', style: 'label' }, { style: 'label', explode: false }],
    [
      'allowReserved',
      { in: 'query', allowReserved: true },
      { style: 'form', explode: true, allowReserved: true },
    ],
    [
      'allowReserved is for queries',
      { in: 'path', allowReserved: true },
      { style: 'simple', explode: false },
    ],
    [
      'a style of another location',
      { in: 'header', style: 'deepObject' },
      { style: 'simple', explode: false },
      ['unsupported-parameter-style'],
    ],
    [
      'no style at all',
      { in: 'query', style: 'toString' },
      { style: 'form', explode: true },
      ['unsupported-parameter-style'],
    ],
    [
      'the style of Swagger 2.0',
      { in: 'query', style: 'tabDelimited' },
      { style: 'form', explode: true },
      ['unsupported-parameter-style'],
    ],
    [
      'content',
      { in: 'query', content: { 'application/json': { schema: { type: 'object' } } } },
      { mediaType: 'application/json' },
    ],
  ];
  for (const [of, fields, encoding, codes = []] of cases) {
    test(of, async () => {
      const parameters = [{ name: 'p', ...fields }];
      const { operation, diagnostics } = await buildOperation({ parameters }, { path: '/a/{p}' });
      const parameter = operation.parameters.find(
        ({ in: location }) => 'in' in fields && location === fields.in,
      );
      assert.deepEqual(parameter?.encoding, encoding);
      assert.deepEqual(
        codesOf(diagnostics).filter((code) => code !== 'undeclared-path-parameter'),
        codes,
      );
    });
  }
});

suite('allowReserved (OpenAPI 3.0.4 and 3.1.1: in query; 3.2: wherever values are percent-encoded)', () => {
  const cases: readonly [version: string, fields: object, isKept: boolean][] = [
    ['3.0', { in: 'query' }, true],
    ['3.0', { in: 'path' }, false],
    ['3.1', { in: 'path' }, false],
    ['3.1', { in: 'cookie' }, false],
    ['3.2', { in: 'query' }, true],
    ['3.2', { in: 'query', style: 'deepObject' }, true],
    ['3.2', { in: 'path' }, true],
    ['3.2', { in: 'path', style: 'matrix' }, true],
    ['3.2', { in: 'cookie' }, true],
    ['3.2', { in: 'cookie', style: 'cookie' }, false],
    ['3.2', { in: 'header' }, false],
  ];
  for (const [version, fields, isKept] of cases) {
    test(`${version} ${JSON.stringify(fields)}`, async () => {
      const parameters = [{ name: 'p', required: true, allowReserved: true, ...fields }];
      const { operation } = await buildOperation({ parameters }, { path: '/a/{p}', version });
      const parameter = operation.parameters.find((one) => 'in' in fields && one.in === fields.in);
      assert.equal(parameter && 'allowReserved' in parameter.encoding, isKept);
    });
  }
});

suite('allowEmptyValue (OpenAPI 3.1.1, Parameter Object)', () => {
  const empty = { type: 'string', enum: [''] };
  const cases: readonly [fields: object, json: unknown][] = [
    [{ in: 'query', schema: { type: 'string' } }, { type: 'string' }],
    [{ in: 'query', schema: { type: 'integer' } }, { anyOf: [{ type: 'integer' }, empty] }],
    [{ in: 'query', schema: { enum: ['a'] } }, { anyOf: [{ enum: ['a'] }, empty] }],
    [{ in: 'query', schema: {} }, {}],
    [{ in: 'query', style: 'deepObject', schema: { type: 'object' } }, { type: 'object' }],
    [{ in: 'header', schema: { type: 'integer' } }, { type: 'integer' }],
    [{ in: 'cookie', schema: { type: 'integer' } }, { type: 'integer' }],
  ];
  for (const [fields, json] of cases) {
    test(JSON.stringify(fields), async () => {
      const parameters = [{ name: 'p', allowEmptyValue: true, ...fields }];
      const { operation } = await buildOperation({ parameters });
      assert.deepEqual(onlyOne(operation.parameters).schema.json, json);
    });
  }
});

suite('content (OpenAPI 3.1.1, Parameter Object)', () => {
  const object = { type: 'object', description: 'O' };
  const form = 'application/x-www-form-urlencoded';
  const cases: readonly [mediaType: string, schema: unknown, json: unknown, codes: readonly string[]][] = [
    ['application/json', object, object, []],
    ['application/vnd.a+json', object, object, []],
    ['text/plain', { type: 'integer' }, { type: 'integer' }, []],
    ['application/x-ndjson', { type: 'array' }, { type: 'array' }, []],
    [form, object, object, []],
    ['application/xml', object, { type: 'string', description: 'O' }, ['unsupported-media-type']],
    ['application/xml', { type: 'string', maxLength: 9 }, { type: 'string', maxLength: 9 }, []],
    ['application/cbor', { type: 'array' }, { type: 'string' }, ['unsupported-media-type']],
  ];
  for (const [mediaType, schema, json, codes] of cases) {
    test(`${mediaType}: ${JSON.stringify(schema)}`, async () => {
      const parameters = [{ name: 'p', in: 'query', content: { [mediaType]: { schema } } }];
      const { operation, diagnostics } = await buildOperation({ parameters });
      const { schema: read, encoding } = onlyOne(operation.parameters);
      assert.deepEqual([read.json, encoding], [json, { mediaType }]);
      assert.deepEqual(codesOf(diagnostics), codes);
    });
  }
  test('has Encoding Objects where it is a form', async () => {
    const encoding = { a: { style: 'pipeDelimited', explode: false } };
    const parameters = [{ name: 'p', in: 'query', content: { [form]: { schema: object, encoding } } }];
    const { operation } = await buildOperation({ parameters });
    assert.deepEqual(onlyOne(operation.parameters).encoding, { mediaType: form, encoding });
  });
});

suite('the parameters of a Path Item Object', () => {
  const item = {
    summary: 'S',
    description: 'D',
    'x-team': 'T',
    parameters: [
      { name: 'id', in: 'path', required: true, schema: { maxLength: 8 } },
      { name: 'lang', in: 'query', schema: { maxLength: 2 } },
      { name: 'X-A', in: 'header', schema: { maxLength: 2 } },
    ],
  };

  test('are those of each operation, which can replace them by name and place', async () => {
    const parameters = [
      { name: 'lang', in: 'query', required: true, schema: { maxLength: 5 } },
      { name: 'lang', in: 'header' },
      { name: 'x-a', in: 'header', schema: { maxLength: 9 } },
    ];
    const { operation } = await buildOperation({ parameters }, { path: '/a/{id}', item });
    assert.deepEqual(operation.parameters.map(brief), [
      'path id!',
      'query lang!',
      'header x-a',
      'header lang',
    ]);
    assert.deepEqual(operation.parameters[1]?.schema.json, { maxLength: 5 });
  });

  test('do not become operations, nor do its other fields', async () => {
    const { model } = await buildOperation({}, { path: '/a/{id}', item });
    assert.deepEqual(
      model.operations.map(({ method }) => method),
      ['POST'],
    );
  });
});

suite('names in the path', () => {
  test('that nothing declares are required text', async () => {
    const { operation, diagnostics } = await buildOperation({}, { path: '/a/{b}/{c}' });
    assert.deepEqual(operation.parameters.map(brief), ['path b!', 'path c!']);
    assert.deepEqual(operation.parameters[0]?.schema.json, { type: 'string' });
    assert.deepEqual(codesOf(diagnostics), ['undeclared-path-parameter', 'undeclared-path-parameter']);
  });

  test('are not reported of an operation that is left out', async () => {
    const parameters = [{ $ref: '#/components/parameters/P' }];
    const { diagnostics } = await buildOperation({ parameters }, { path: '/a/{b}' });
    assert.deepEqual(codesOf(diagnostics), ['unresolved-reference']);
  });

  test('by another name than the one parameter that is left over are told as one', async () => {
    const parameters = [
      { name: 'a', in: 'path', required: true },
      { name: 'id', in: 'path', required: true },
    ];
    const { operation, diagnostics } = await buildOperation({ parameters }, { path: '/{a}/{b_id}' });
    assert.deepEqual(operation.parameters.map(brief), ['path b_id!', 'path a!']);
    assert.deepEqual(messagesOf(diagnostics), [
      "undeclared-path-parameter: The path '/{a}/{b_id}' says '{b_id}', but the parameter is 'id'; 'b_id' is taken as required text.",
    ]);
    assert.match(diagnostics.all[0]?.origin?.pointer ?? '', /parameters\/1\/name$/);
  });

  test('by other names than the parameters that are left over are told one by one', async () => {
    const parameters = [{ name: 'c', in: 'path', required: true }];
    const { diagnostics } = await buildOperation({ parameters }, { path: '/{a}/{b}' });
    const codes = ['parameter-skipped', 'undeclared-path-parameter', 'undeclared-path-parameter'];
    assert.deepEqual(codesOf(diagnostics), codes);
  });

  test('are required, whatever the document says', async () => {
    const parameters = [{ name: 'b', in: 'path' }];
    const { operation } = await buildOperation({ parameters }, { path: '/a/{b}' });
    assert.deepEqual(operation.parameters.map(brief), ['path b!']);
  });

  test('that are declared and do not stand in it are left out', async () => {
    const parameters = [{ name: 'b', in: 'path', required: true }];
    const { operation, diagnostics } = await buildOperation({ parameters });
    assert.deepEqual([operation.parameters, operation.unusable], [[], undefined]);
    assert.deepEqual(messagesOf(diagnostics), [
      "parameter-skipped: The path parameter 'b' is left out: the path does not name it.",
    ]);
  });

  const broken: readonly [path: string, says: RegExp][] = [
    ['/a/{}', /without a name/],
    ['/a/{b', /without a partner/],
    ['/a/b}', /without a partner/],
    ['/a?b={c}', /query in its path/],
    ['/a/../b', /dot segment/],
    ['/a/.', /dot segment/],
    ['../b', /dot segment/],
    ['/a/%2E./b', /dot segment/],
    ['/a\ud800', /half a surrogate pair/],
    ['/a?b=\udc00', /half a surrogate pair/],
  ];
  for (const [path, says] of broken) {
    test(`cannot be read in ${path}`, async () => {
      const { operation } = await buildOperation({}, { path });
      assert.match(operation.unusable ?? '', says);
    });
  }
});

suite('paths with dots and rare characters that can be sent', () => {
  for (const path of ['/a.b/..c', '/a/...', '/a/\u{1f41f}', '/a?b=../c']) {
    test(path, async () => assert.equal((await buildOperation({}, { path })).operation.unusable, undefined));
  }
});

suite('`parameters` that are no list cost the operation', () => {
  const parameters = { id: { name: 'id', in: 'query' } };
  const cases: readonly [of: string, operation: object, place: OperationPlace][] = [
    ['of an operation', { parameters }, {}],
    ['of a Path Item Object', {}, { item: { parameters } }],
    ['of Swagger 2.0', { parameters }, { version: '2.0' }],
    ['a text', { parameters: 'id' }, {}],
  ];
  for (const [of, fields, place] of cases) {
    test(of, async () => {
      const { operation, diagnostics } = await buildOperation(fields, place);
      assert.equal(operation.unusable, 'its `parameters` are no list.');
      assert.deepEqual(messagesOf(diagnostics), ['invalid-document: `parameters` has to be a list.']);
    });
  }

  test('an empty key is none', async () => {
    const { operation, diagnostics } = await buildOperation({ parameters: null });
    assert.deepEqual([operation.unusable, diagnostics.all], [undefined, []]);
  });
});

suite('a query or a fragment in a path', () => {
  test('a query is what every request has', async () => {
    const { operation } = await buildOperation({}, { path: '/a?b=c+d%26&e#f' });
    assert.equal(operation.path, '/a');
    assert.equal(operation.key, 'POST /a?b=c+d%26&e#f');
    assert.deepEqual(
      operation.parameters.map((parameter) => [brief(parameter), parameter.schema.json]),
      [
        ['query b!', { type: 'string', enum: ['c d&'] }],
        ['query e!', { type: 'string', enum: [''] }],
      ],
    );
  });

  test('a parameter of the same name says it better', async () => {
    const parameters = [{ name: 'b', in: 'query', schema: { const: 'c' } }];
    const { operation } = await buildOperation({ parameters }, { path: '/a?b=c' });
    assert.deepEqual(operation.parameters.map(brief), ['query b']);
  });

  test('a fragment only tells operations apart', async () => {
    const { operation } = await buildOperation({}, { path: '/a/{b}#c/{d}' });
    assert.equal(operation.path, '/a/{b}');
    assert.deepEqual(operation.parameters.map(brief), ['path b!']);
  });

  test('other paths need no key', async () => {
    assert.ok(!('key' in (await buildOperation({})).operation));
  });
});

suite('parameters that cannot be sent', () => {
  const components = { securitySchemes: { key: { type: 'http', scheme: 'bearer' } } };
  const ignored: readonly [of: string, name: string, root: object, code: string][] = [
    ['', 'Accept', {}, 'parameter-ignored'],
    ['', 'content-type', {}, 'parameter-ignored'],
    [' beside a security scheme', 'AUTHORIZATION', { components, security: [] }, 'parameter-ignored'],
    [' without any security scheme', 'Authorization', {}, 'parameter-skipped'],
  ];
  for (const [of, name, root, code] of ignored) {
    test(`${name}${of} is ignored, as the Specification says (Parameter Object, name)`, async () => {
      const parameters = [{ name, in: 'header', required: true }];
      const { operation, diagnostics } = await buildOperation({ parameters }, { ...root });
      assert.deepEqual(
        [operation.parameters, operation.unusable, codesOf(diagnostics)],
        [[], undefined, [code]],
      );
    });
  }

  test('no other header that begins so is ignored (Parameter Object, name)', async () => {
    const names = ['Accept-Encoding', 'accept-language', 'Content-Language'];
    const parameters = names.map((name) => ({ name, in: 'header', required: true }));
    const { operation, diagnostics } = await buildOperation({ parameters });
    assert.deepEqual(
      operation.parameters.map(brief),
      names.map((name) => `header ${name}!`),
    );
    assert.deepEqual(codesOf(diagnostics), []);
  });

  test('a name that YAML reads as a number is text', async () => {
    const parameters = [
      { name: 1, in: 'query' },
      { name: true, in: 'query' },
    ];
    const { operation, diagnostics } = await buildOperation({ parameters });
    assert.deepEqual(operation.parameters.map(brief), ['query 1', 'query true']);
    assert.match(onlyOne(messagesOf(diagnostics).slice(1)), /has to be text; 'true' is taken/);
  });

  const refused = [
    'Host',
    'cookie',
    'Proxy-Authorization',
    'Connection',
    'X-Forwarded-For',
    'Mcp-Method',
    'traceparent',
  ];
  for (const name of refused) {
    test(`${name} is not the caller's to set`, async () => {
      const { operation, diagnostics } = await buildOperation({
        parameters: [{ name, in: 'header', required: true }],
      });
      assert.deepEqual([operation.parameters, operation.unusable], [[], undefined]);
      assert.deepEqual(codesOf(diagnostics), ['parameter-skipped']);
    });
  }

  test('Idempotency-Key is an argument', async () => {
    const { operation } = await buildOperation({ parameters: [{ name: 'Idempotency-Key', in: 'header' }] });
    assert.deepEqual(operation.parameters.map(brief), ['header Idempotency-Key']);
  });

  const broken: readonly [of: string, fields: object][] = [
    ['a place that is not known', { name: 'p', in: 'matrix' }],
    ['a place of OpenAPI 3.2', { name: 'p', in: 'querystring', content: { 'a/b': {} } }],
    ['the body of Swagger 2.0', { name: 'p', in: 'body' }],
    ['a header name with a space', { name: 'a b', in: 'header' }],
    ['a header name without letters', { name: '', in: 'header' }],
    ['a cookie name with a separator', { name: 'a;b', in: 'cookie' }],
  ];
  test('an unknown place is told at its field, with the one that was most likely meant', async () => {
    const { diagnostics } = await buildOperation({ parameters: [{ name: 'p', in: 'qurey' }] });
    const [{ message, origin } = { message: '', origin: undefined }] = diagnostics.all;
    assert.match(message, /nothing can be sent in 'qurey'; did you mean 'query'\?$/);
    assert.match(origin?.pointer ?? '', /parameters\/0\/in$/);
  });

  for (const [of, fields] of broken) {
    test(`${of} costs an optional parameter`, async () => {
      const { operation, diagnostics } = await buildOperation({ parameters: [fields] });
      assert.deepEqual([operation.parameters, operation.unusable], [[], undefined]);
      assert.deepEqual(codesOf(diagnostics), ['parameter-skipped']);
    });

    test(`${of} costs the operation of a required one`, async () => {
      const { operation } = await buildOperation({ parameters: [{ ...fields, required: true }] });
      assert.match(operation.unusable ?? '', /required, but/);
    });
  }

  const unreadable: readonly [of: string, parameter: unknown, code: string][] = [
    ['no name, required,', { in: 'query', required: true }, 'invalid-document'],
    ['no place, required,', { name: 'p', required: true }, 'invalid-document'],
    ['no name in the path', { in: 'path' }, 'invalid-document'],
    ['a broken reference', { $ref: '#/components/parameters/P' }, 'unresolved-reference'],
    ['no object', 'p', 'invalid-document'],
  ];
  for (const [of, parameter, code] of unreadable) {
    test(`${of} costs the operation`, async () => {
      const { operation, diagnostics } = await buildOperation({ parameters: [parameter] });
      const shown = code === 'unresolved-reference' ? "'#/components/parameters/P'" : 'at index 0';
      assert.equal(operation.unusable, `its parameter ${shown} cannot be read.`);
      assert.deepEqual(codesOf(diagnostics), [code]);
    });
  }

  const dangling = { $ref: '#/components/parameters/P' };
  const id = { name: 'id', in: 'path', required: true };
  const lost: readonly [
    of: string,
    method: string,
    path: string,
    parameters: readonly object[],
    isKept: boolean,
  ][] = [
    ['a broken reference', 'get', '/a', [dangling], true],
    ['a broken reference', 'head', '/a', [dangling], true],
    ['a broken reference', 'get', '/a/{id}', [dangling, id], true],
    ['a broken reference where it can be of the path', 'get', '/a/{id}', [dangling], false],
    ['a broken reference', 'delete', '/a', [dangling], false],
    ['a parameter without a name', 'delete', '/a', [{ in: 'query' }], true],
    ['a parameter without a name where it can be of the path', 'get', '/a/{id}', [{ in: 'query' }], false],
    ['a parameter without a place', 'post', '/a', [{ name: 'p' }], true],
  ];
  for (const [of, method, path, parameters, isKept] of lost) {
    test(`${of} costs ${isKept ? 'itself' : 'the operation'} in ${method} ${path}`, async () => {
      const { operation } = await buildOperation({ parameters }, { method, path });
      const shown = parameters[0] === dangling ? `'${dangling.$ref}'` : 'at index 0';
      assert.equal(operation.unusable, isKept ? undefined : `its parameter ${shown} cannot be read.`);
    });
  }

  test('of two with one name and place the first counts', async () => {
    const parameters = [
      { name: 'p', in: 'query', schema: { type: 'string' } },
      { name: 'p', in: 'query', schema: { type: 'integer' } },
    ];
    const { operation, diagnostics } = await buildOperation({ parameters });
    assert.deepEqual(onlyOne(operation.parameters).schema.json, { type: 'string' });
    assert.deepEqual(codesOf(diagnostics), ['invalid-document']);
  });
});

suite('a reference to a parameter', () => {
  const components = {
    parameters: { P: { name: 'p', in: 'query', description: 'target', 'x-y': 1, deprecated: true } },
  };
  const cases: readonly [version: string, description: string][] = [
    ['3.0', 'target'],
    ['3.1', 'here'],
    ['3.2', 'here'],
  ];
  for (const [version, description] of cases) {
    test(`of OpenAPI ${version}: its description is that of the ${description}`, async () => {
      const parameters = [{ $ref: '#/components/parameters/P', description: 'here' }];
      const { operation } = await buildOperation({ parameters }, { version, components });
      const parameter = onlyOne(operation.parameters);
      assert.equal(parameter.description, description);
      assert.equal(parameter.deprecated, true);
      assert.deepEqual([...parameter.extensions], [['x-y', 1]]);
      assert.equal(parameter.origin.pointer, '/components/parameters/P');
    });
  }
});

test('a parameter without a schema takes anything', async () => {
  const { operation, diagnostics } = await buildOperation({ parameters: [{ name: 'p', in: 'query' }] });
  assert.equal(onlyOne(operation.parameters).schema.json, true);
  assert.deepEqual(diagnostics.all, []);
});

test('names of the prototype are names', async () => {
  const parameters = ['__proto__', 'constructor', 'toString'].map((name) => ({ name, in: 'query' }));
  const { operation } = await buildOperation({ parameters });
  assert.deepEqual(operation.parameters.map(brief), [
    'query __proto__',
    'query constructor',
    'query toString',
  ]);
});

suite('a parameter that is the whole query (OpenAPI 3.2, Parameter Locations)', () => {
  const place: OperationPlace = { version: '3.2', method: 'get' };
  const whole = {
    name: 'q',
    in: 'querystring',
    content: { 'application/json': { schema: { type: 'object' } } },
  };

  test('has the schema and the media type of its content', async () => {
    const { operation, diagnostics } = await buildOperation({ parameters: [whole] }, place);
    const { schema, encoding, ...parameter } = onlyOne(operation.parameters);
    assert.deepEqual(
      [brief({ schema, encoding, ...parameter }), schema.json],
      ['querystring q', { type: 'object' }],
    );
    assert.deepEqual(encoding, { mediaType: 'application/json' });
    assert.deepEqual(diagnostics.all, []);
  });

  test('can be a form, with Encoding Objects, by reference', async () => {
    const form = { schema: true, encoding: { a: { style: 'pipeDelimited' } } };
    const content = { 'application/x-www-form-urlencoded': { $ref: '#/components/mediaTypes/F' } };
    const components = { mediaTypes: { F: form } };
    const { operation } = await buildOperation(
      { parameters: [{ ...whole, content }] },
      { ...place, components },
    );
    assert.deepEqual(onlyOne(operation.parameters).encoding, {
      mediaType: 'application/x-www-form-urlencoded',
      encoding: { a: { style: 'pipeDelimited' } },
    });
  });

  const query = { name: 'p', in: 'query' };
  const broken: readonly [of: string, parameters: readonly object[], kept: readonly string[]][] = [
    ['beside one in the query', [whole, query], ['query p']],
    ['after another', [whole, { ...whole, name: 'r' }], ['querystring q']],
    ['without content', [{ ...whole, content: undefined, schema: true }], []],
  ];
  for (const [of, parameters, kept] of broken) {
    test(`cannot stand ${of}`, async () => {
      const { operation, diagnostics } = await buildOperation({ parameters }, place);
      assert.deepEqual(operation.parameters.map(brief), kept);
      assert.deepEqual([operation.unusable, codesOf(diagnostics)], [undefined, ['parameter-skipped']]);
    });

    test(`costs the operation ${of}, where it is required`, async () => {
      const required = parameters.map((parameter) => ({ ...parameter, required: true }));
      const { operation } = await buildOperation({ parameters: required }, place);
      assert.match(operation.unusable ?? '', /^its querystring parameter '[qr]' is required, but/);
    });
  }

  test('can hold a key that a security scheme adds', async () => {
    const securitySchemes = { k: { type: 'apiKey', in: 'query', name: 'q' } };
    const { operation } = await buildOperation(
      { parameters: [whole], security: [{ k: [] }] },
      { ...place, components: { securitySchemes } },
    );
    assert.deepEqual(operation.parameters.map(brief), ['querystring q']);
  });
});

suite('the style `cookie` (OpenAPI 3.2, Style Values)', () => {
  const cases: readonly [fields: object, encoding: object, codes: readonly string[]][] = [
    [{ in: 'cookie', style: 'cookie' }, { style: 'cookie', explode: true }, []],
    [{ in: 'cookie', style: 'cookie', explode: false }, { style: 'cookie', explode: false }, []],
    [{ in: 'query', style: 'cookie' }, { style: 'form', explode: true }, ['unsupported-parameter-style']],
  ];
  for (const [fields, encoding, codes] of cases) {
    test(JSON.stringify(fields), async () => {
      const built = await buildOperation({ parameters: [{ name: 'c', ...fields }] }, { version: '3.2' });
      assert.deepEqual(onlyOne(built.operation.parameters).encoding, encoding);
      assert.deepEqual(codesOf(built.diagnostics), codes);
    });
  }
});
