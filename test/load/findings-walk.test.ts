import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { Diagnostics } from '../../src/diagnostics/diagnostics.js';
import { checkDocument } from '../../src/load/findings/check-document.js';
import { documentOf, inFolder, load, loadText, type Load } from './documents.js';

const info = { title: 'Piers', version: '1' };
const base = { openapi: '3.0.0', info, paths: {} };

async function findingsOf(loaded: Load, diagnostics = new Diagnostics()): Promise<readonly string[]> {
  const before = diagnostics.all.length;
  await checkDocument(documentOf(loaded), [], diagnostics);
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

  test('what was reported of a value itself, while what else is wrong in it is', async () => {
    const header = { description: 7, schema: { type: 'strng' } };
    const loaded = await loadText(paths({ description: 'A.', headers: { a: header } }));
    const pointer = '/paths/~1a/get/responses/200/headers/a';
    const { file } = documentOf(loaded).root.origin;
    const diagnostics = new Diagnostics();
    diagnostics.report('invalid-document', { problem: 'A.' }, { file, pointer: `${pointer}/description` });
    assert.deepEqual(await findingsOf(loaded, diagnostics), [
      `<stdin>#${pointer}/schema/type: \`type\` of the Schema Object has to be array, boolean, integer, number, object or string, and is 'strng' (did you mean \`string\`?).`,
    ]);
  });

  test('what is inside a keyword that was left out as a whole', async () => {
    const loaded = await loadText({ ...base, components: { schemas: { a: { required: [1, 2] } } } });
    const { file } = documentOf(loaded).root.origin;
    const diagnostics = new Diagnostics();
    const details = { keyword: 'required', problem: 'A.' };
    const pointer = '/components/schemas/a/required';
    diagnostics.report('unsupported-schema-keyword', details, { file, pointer });
    assert.deepEqual(await findingsOf(loaded, diagnostics), []);
  });

  test('what a reported object lacks', async () => {
    const loaded = await loadText({ ...base, info: { title: 'Piers' } });
    const { file } = documentOf(loaded).root.origin;
    const diagnostics = new Diagnostics();
    diagnostics.report('invalid-document', { problem: 'A.' }, { file, pointer: '/info' });
    assert.deepEqual(await findingsOf(loaded, diagnostics), []);
  });

  test('what is below an operation that is left out', async () => {
    const loaded = await loadText({
      ...base,
      paths: { '/a': { get: { responses: { 200: {} } }, put: { responses: 1 }, summary: 2 } },
    });
    const { file } = documentOf(loaded).root.origin;
    const leftOut = ['get', 'put'].map((method) => ({ file, pointer: `/paths/~1a/${method}` }));
    const diagnostics = new Diagnostics();
    await checkDocument(documentOf(loaded), leftOut, diagnostics);
    assert.deepEqual(
      diagnostics.all.map(({ origin }) => origin?.pointer),
      ['/paths/~1a/summary'],
    );
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
      "<stdin>#/components/schemas/__proto__/type: `type` of the Schema Object has to be array, boolean, integer, number, object or string, and is 'strng' (did you mean `string`?).",
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

  test('a dialect whose schemas are read and not checked (3.1, 4.8.24.6)', async () => {
    const jsonSchemaDialect = 'http://json-schema.org/draft-07/schema#';
    const $schema = 'https://json-schema.org/draft/2020-12/schema';
    const schemas = { a: { items: [{}] }, b: { type: 'strng' }, c: { $schema, items: [] } };
    assert.deepEqual(
      await findingsOf(
        await loadText({ openapi: '3.1.0', info, jsonSchemaDialect, components: { schemas } }),
      ),
      [
        "<stdin>#/components/schemas/a: Schemas in the dialect 'http://json-schema.org/draft-07/schema#' (2) are read, but not checked for mistakes.",
        '<stdin>#/components/schemas/c/items: The Schema Object has to be an object or true or false, and is a list.',
      ],
    );
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
        "parts.yaml#/schemas/pier/type: `type` of the Schema Object has to be array, boolean, integer, number, object or string, and is 'objct' (did you mean `object`?).",
      ]);
    });
  });
});

suite('a hostile document', () => {
  const many = (count: number, value: unknown): object =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [`a${index}`, value]));

  test('has at most 1,000 findings and a count', async () => {
    const document = { ...base, components: { schemas: many(1_500, { type: 'strng' }) } };
    const found = await findingsOf(await loadText(document));
    assert.equal(found.length, 1_001);
    assert.equal(found.at(-1), '<stdin>#: 500 more places are not as OpenAPI says; they are not listed.');
  });

  test('has all formats that are listed, and the rest is counted', async () => {
    const formats = Array.from({ length: 1_200 }, (_, index) => ({ format: `f${index}` }));
    const found = await findingsOf(await loadText({ ...base, components: { schemas: { ...formats } } }));
    assert.equal(found.length, 1_001);
    assert.equal(found.at(-1), '<stdin>#: 200 more places are not as OpenAPI says; they are not listed.');
  });

  test('is checked for all faults however wide an object is, or says that it is not', async () => {
    const wide = await findingsOf(await loadText({ ...base, ...many(30_000, 1), tags: [{}] }));
    assert.equal(wide.length, 1_001);
    assert.equal(wide.at(-1), '<stdin>#: 29001 more places are not as OpenAPI says; they are not listed.');
    const wider = await findingsOf(await loadText({ ...base, ...many(200_000, 1), tags: [{}] }));
    assert.deepEqual(wider, [
      '<stdin>#: The OpenAPI Object has more than 200000 members; it is checked in part.',
    ]);
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
