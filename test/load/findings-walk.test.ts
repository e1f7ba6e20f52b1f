import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { Diagnostics } from '../../src/diagnostics/diagnostics.js';
import { checkDocument } from '../../src/load/findings/check-document.js';
import { documentOf, inFolder, load, loadText, type Load } from './documents.js';

const info = { title: 'Piers', version: '1' };

async function findingsOf(loaded: Load, diagnostics = new Diagnostics()): Promise<readonly string[]> {
  const before = diagnostics.all.length;
  await checkDocument(documentOf(loaded), diagnostics);
  const found = diagnostics.all.slice(before);
  return found.map(
    ({ message, origin }) => `${origin?.file.replace(/.*\//, '')}#${origin?.pointer}: ${message}`,
  );
}

suite('what the Specification allows is not found, though an official schema overlooks it', () => {
  const cases: readonly (readonly [of: string, document: object])[] = [
    [
      'a description of a Server Variable Object in 3.1',
      {
        openapi: '3.1.0',
        info,
        servers: [{ url: 'https://{a}.example', variables: { a: { default: 'b', description: 'A.' } } }],
        paths: {},
      },
    ],
    [
      'a server of a Link Object in 3.1',
      {
        openapi: '3.1.0',
        info,
        components: { links: { next: { operationId: 'a', server: { url: 'https://piers.example' } } } },
      },
    ],
    [
      'a License Object with a name alone in 3.1',
      { openapi: '3.1.0', info: { ...info, license: { name: 'MIT' } }, paths: {} },
    ],
    [
      'a Path Item Object with a $ref in 3.1',
      { openapi: '3.1.0', info, paths: { '/a': { $ref: '#/components/pathItems/a', summary: 'A.' } } },
    ],
    ['webhooks alone in 3.1', { openapi: '3.1.0', info, webhooks: {} }],
    [
      'Bearer in capitals in 3.1',
      {
        openapi: '3.1.0',
        info,
        components: { securitySchemes: { a: { type: 'http', scheme: 'Bearer', bearerFormat: 'JWT' } } },
      },
    ],
    [
      'Bearer in capitals in 3.0',
      {
        openapi: '3.0.0',
        info,
        paths: {},
        components: { securitySchemes: { a: { type: 'http', scheme: 'Bearer', bearerFormat: 'JWT' } } },
      },
    ],
    [
      'a schema with an id, a title and a default, in 2.0',
      { swagger: '2.0', info, paths: {}, definitions: { id: { title: 'Id', default: 1, type: 'integer' } } },
    ],
    [
      'boolean schemas and lists of types in 3.1',
      {
        openapi: '3.1.0',
        info,
        components: { schemas: { a: true, b: { type: ['string', 'null'], not: false, $defs: { c: {} } } } },
      },
    ],
    [
      'schemas of another dialect (3.1, 4.8.24.6)',
      {
        openapi: '3.1.0',
        info,
        jsonSchemaDialect: 'http://json-schema.org/draft-07/schema#',
        components: { schemas: { a: { items: [{}] } } },
      },
    ],
    [
      'a schema of another dialect',
      {
        openapi: '3.1.0',
        info,
        components: { schemas: { a: { $schema: 'http://json-schema.org/draft-07/schema#', items: [{}] } } },
      },
    ],
    [
      'what examples hold',
      {
        openapi: '3.0.0',
        info,
        paths: {},
        components: {
          schemas: { a: { example: { properties: 1, $ref: 2 }, enum: [{ type: 3 }], default: { items: 4 } } },
        },
      },
    ],
  ];
  for (const [of, document] of cases) {
    test(of, async () => assert.deepEqual(await findingsOf(await loadText(document)), []));
  }
});

suite('what follows from another fault is not told', () => {
  const paths = (response: object): object => ({
    openapi: '3.0.0',
    info,
    paths: { '/a': { get: { responses: { 200: response } } } },
  });

  test('what was reported of a value, or of one around it', async () => {
    const loaded = await loadText(paths({ headers: { a: { schema: { type: 'strng' } } } }));
    const pointer = '/paths/~1a/get/responses/200/headers/a';
    const { file } = documentOf(loaded).root.origin;
    const diagnostics = new Diagnostics();
    diagnostics.report('invalid-document', { problem: 'A header.' }, { file, pointer });
    assert.deepEqual(await findingsOf(loaded, diagnostics), [
      '<stdin>#/paths/~1a/get/responses/200: The Response Object has no `description`, which OpenAPI requires; it is read without.',
    ]);
  });

  test('a missing field that was reported by its own name', async () => {
    const loaded = await loadText(paths({}));
    const { file } = documentOf(loaded).root.origin;
    const diagnostics = new Diagnostics();
    const pointer = '/paths/~1a/get/responses/200/description';
    diagnostics.report('invalid-document', { problem: 'No description.' }, { file, pointer });
    assert.deepEqual(await findingsOf(loaded, diagnostics), []);
  });

  test('fields that only a failing part of the schema knows (unevaluatedProperties)', async () => {
    const document = {
      openapi: '3.1.0',
      info,
      components: { securitySchemes: { a: { type: 'apiKey', in: 'header' } } },
    };
    assert.deepEqual(await findingsOf(await loadText(document)), [
      '<stdin>#/components/securitySchemes/a: The Security Scheme Object has no `name`, which OpenAPI requires; it is read without.',
    ]);
  });

  test('none of paths, components and webhooks (3.1, 4.8.1) is one finding', async () => {
    assert.deepEqual(await findingsOf(await loadText({ openapi: '3.1.0', info })), [
      '<stdin>#: The OpenAPI Object needs `paths`, `components` or `webhooks`, and has none of them.',
    ]);
  });

  test('the names of Object.prototype are names like any other', async () => {
    const text = `{"openapi":"3.0.0","info":{"title":"a","version":"1"},"paths":{},
      "components":{"schemas":{"constructor":{"type":"object"},"toString":{"required":["valueOf"]},
      "__proto__":{"type":"strng"}}}}`;
    assert.deepEqual(await findingsOf(await loadText(text)), [
      "<stdin>#/components/schemas/__proto__/type: `type` of the Schema Object has to be array, boolean, integer, number, object or string, and is 'strng'.",
    ]);
  });
});

suite('what documents repeat is told once', () => {
  test('a format that nobody registered, with its uses', async () => {
    const a = { type: 'string', format: 'tide' };
    const document = {
      openapi: '3.1.0',
      info,
      components: { schemas: { a, b: { items: a }, c: { format: 'uuid' } } },
    };
    assert.deepEqual(await findingsOf(await loadText(document)), [
      "<stdin>#/components/schemas/a/format: The format 'tide' (used 2 times) is not registered; it is listed and not checked.",
    ]);
  });

  test('a $ref where OpenAPI has no Reference Object', async () => {
    const get = { $ref: '#/x-get' };
    const document = { openapi: '3.0.0', info, paths: { '/a': { get }, '/b': { get } }, 'x-get': {} };
    assert.deepEqual(await findingsOf(await loadText(document)), [
      '<stdin>#/paths/~1a/get/$ref: `$ref` stands for the Operation Object (2 times), which OpenAPI 3.0 does not allow; it is followed.',
    ]);
  });
});

suite('other files', () => {
  test('are checked where references lead into them', async () => {
    const files = {
      'openapi.yaml': `openapi: 3.0.3
info: {title: Piers, version: '1'}
paths:
  /piers: {get: {responses: {'200': {$ref: 'parts.yaml#/responses/piers'}, '404': {$ref: 'parts.yaml#/responses/piers'}}}}
`,
      'parts.yaml': `responses:
  piers: {content: {application/json: {schema: {$ref: '#/schemas/pier'}}}}
schemas:
  pier: {type: objct}
  boat: {type: objct}
`,
    };
    await inFolder(files, async (folder) => {
      assert.deepEqual(await findingsOf(await load('openapi.yaml', folder)), [
        'parts.yaml#/responses/piers: The Response Object has no `description`, which OpenAPI requires; it is read without.',
        "parts.yaml#/schemas/pier/type: `type` of the Schema Object has to be array, boolean, integer, number, object or string, and is 'objct'.",
      ]);
    });
  });
});

suite('a hostile document', () => {
  const many = (count: number, value: unknown): object =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [`a${index}`, value]));
  const base = { openapi: '3.0.0', info, paths: {} };

  test('has at most 1,000 findings and a count', async () => {
    const document = { ...base, components: { schemas: many(1_500, { type: 'strng' }) } };
    const found = await findingsOf(await loadText(document));
    assert.equal(found.length, 1_001);
    assert.equal(found.at(-1), '<stdin>#: 500 more places are not as OpenAPI says; they are not listed.');
  });

  test('does not become slow or large by what is in it', async () => {
    const list = Array.from({ length: 50_000 }, (_, index) => ({ index }));
    const documents = [
      { ...base, ...many(100_000, 1) },
      { ...base, tags: list },
      { ...base, components: { schemas: { a: { enum: list, required: list } } } },
      { ...base, components: { schemas: many(50_000, { type: 'strng' }) } },
      { swagger: '2.0', info, paths: {}, definitions: { a: { enum: list } } },
      { openapi: '3.1.0', info, components: { schemas: { a: { required: list, type: list } } } },
    ];
    for (const document of documents) {
      const loaded = await loadText(document);
      const { user } = process.cpuUsage();
      const found = await findingsOf(loaded);
      assert.ok(found.length <= 1_001);
      assert.ok(process.cpuUsage().user - user < 5_000_000, JSON.stringify(found).slice(0, 200));
    }
  });
});
