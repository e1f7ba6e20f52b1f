import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { Diagnostics } from '../../src/diagnostics/diagnostics.js';
import { buildModel } from '../../src/model/build-model.js';
import { outlineDocument } from '../../src/model/outline.js';
import { documentOf, inFolder, load } from '../load/documents.js';

const other = {
  openapi: '3.2.0',
  info: { title: 'Other', version: '1' },
  components: { securitySchemes: { ext: { type: 'apiKey', in: 'header', name: 'X-Ext' } } },
};

interface Api {
  readonly version?: string;
  /** The key of the requirement of an operation. */
  readonly key: string;
  readonly isRoot?: boolean;
  readonly schemes?: object;
  readonly self?: string;
}

function documentWith({ version = '3.2.0', key, isRoot = false, schemes = {}, self }: Api): string {
  const security = [{ [key]: [] }];
  const get = { responses: { 200: { description: 'Done.' } }, ...(isRoot ? {} : { security }) };
  return JSON.stringify({
    openapi: version,
    ...(self === undefined ? {} : { $self: self }),
    info: { title: 'Pets', version: '1' },
    ...(isRoot ? { security } : {}),
    paths: { '/a': { get }, '/b': { get } },
    components: { securitySchemes: schemes },
  });
}

/** The schemes that an operation asks for, the files that were read, and what was found. */
async function read(api: Api, files: Readonly<Record<string, string>> = {}) {
  const all = { 'api/openapi.json': documentWith(api), 'api/other.json': JSON.stringify(other), ...files };
  return await inFolder(all, async (folder) => {
    const loaded = await load('api/openapi.json', folder);
    const document = documentOf(loaded);
    const diagnostics = new Diagnostics();
    const outline = outlineDocument(document, diagnostics);
    const { operations } = buildModel(document, outline, diagnostics);
    return {
      security: operations[0]?.security,
      files: [...document.files.keys()].map((file) => file.slice(folder.length + 1)).sort(),
      found: [...loaded.diagnostics.all, ...diagnostics.all].map(
        ({ code, message }) => `${code}: ${message}`,
      ),
    };
  });
}

suite('a Security Requirement Object that names a scheme by URI (OpenAPI 3.2)', () => {
  const scheme = '#/components/securitySchemes/ext';
  const cases: readonly (readonly [
    of: string,
    api: Api,
    name: string,
    files?: Readonly<Record<string, string>>,
  ])[] = [
    ['a relative one', { key: `./other.json${scheme}` }, 'other.json#ext'],
    ['one without a dot', { key: `other.json${scheme}` }, 'other.json#ext'],
    ['one of the document as a whole', { key: `./other.json${scheme}`, isRoot: true }, 'other.json#ext'],
    [
      'one of a file without an extension',
      { key: 'part#/ext' },
      'part#/ext',
      { 'api/part': JSON.stringify({ ext: other.components.securitySchemes.ext }) },
    ],
    [
      'a file that is the scheme',
      { key: 'ext.yaml' },
      'ext.yaml#',
      { 'api/ext.yaml': 'type: apiKey\nin: header\nname: X-Ext\n' },
    ],
    [
      'one in a folder',
      { key: 'sub/all.json#/ext' },
      'sub/all.json#/ext',
      { 'api/sub/all.json': JSON.stringify({ ext: { $ref: '../other.json' + scheme } }) },
    ],
    [
      'one of the `$self` of a file',
      { key: `urn:x:api${scheme}`, self: 'urn:x:api', schemes: other.components.securitySchemes },
      'ext',
    ],
  ];
  for (const [of, api, name, files] of cases) {
    test(`reads ${of}, which nothing else refers to`, async () => {
      const { security, found } = await read(api, files);
      assert.deepEqual(found, []);
      assert.equal(security?.length, 1);
      assert.deepEqual(Object.keys(security[0] ?? {}), [name]);
    });
  }

  test('in a file that a path refers to is relative to that file', async () => {
    const item = {
      get: { security: [{ 'more.json#/ext': [] }], responses: { 200: { description: 'Done.' } } },
    };
    const { security, found } = await inFolder(
      {
        'api/openapi.json': JSON.stringify({
          openapi: '3.2.0',
          info: { title: 'Pets', version: '1' },
          paths: { '/a': { $ref: 'paths/a.json' } },
        }),
        'api/paths/a.json': JSON.stringify(item),
        'api/paths/more.json': JSON.stringify({ ext: other.components.securitySchemes.ext }),
      },
      async (folder) => {
        const document = documentOf(await load('api/openapi.json', folder));
        const diagnostics = new Diagnostics();
        const { operations } = buildModel(document, outlineDocument(document, diagnostics), diagnostics);
        return { security: operations[0]?.security, found: diagnostics.all };
      },
    );
    assert.deepEqual(found, []);
    assert.deepEqual(security, [{ 'paths/more.json#/ext': [] }]);
  });

  const orders: readonly (readonly string[])[] = [['a', 'b'], ['b', 'a'], ['b'], ['b', 'c', 'a']];
  for (const order of orders) {
    test(`names it alike, whatever else is named: ${order.join(' ')}`, async () => {
      const file = (header: string): string =>
        JSON.stringify({
          components: { securitySchemes: { main: { type: 'apiKey', in: 'header', name: header } } },
        });
      const responses = { 200: { description: 'Done.' } };
      const paths = order.map((each) => {
        const security = [{ [`${each}.json#/components/securitySchemes/main`]: [] }];
        return [`/${each}`, { get: { security, responses } }] as const;
      });
      const api = {
        openapi: '3.2.0',
        info: { title: 'Pets', version: '1' },
        paths: Object.fromEntries(paths),
      };
      const files = Object.fromEntries(order.map((each) => [`${each}.json`, file(`X-${each}`)]));
      await inFolder({ 'openapi.json': JSON.stringify(api), ...files }, async (folder) => {
        const document = documentOf(await load('openapi.json', folder));
        const diagnostics = new Diagnostics();
        const model = buildModel(document, outlineDocument(document, diagnostics), diagnostics);
        assert.deepEqual(
          [...model.securitySchemes].map(([name, { scheme }]) => [name, scheme]),
          order.map((each) => [`${each}.json#main`, { type: 'apiKey', in: 'header', name: `X-${each}` }]),
        );
      });
    });
  }

  const refused: readonly (readonly [of: string, key: string, found: RegExp])[] = [
    ['outside the folder', '../secret.json#/ext', /^refused-reference: .*'\.\.\/secret\.json#\/ext'/],
    ['on the network', 'https://a.example/s.json#/ext', /^refused-reference: .*--allow-refs-from a\.example/],
    ['that is not there', './gone.json#/ext', /^unresolved-reference: .*'\.\/gone\.json#\/ext'/],
    ['where nothing stands', './other.json#/nope', /^unresolved-reference: .*Nothing stands there/],
    ['of nothing here', '#/components/securitySchemes/nope', /^unresolved-reference: /],
    ['of a kind that is not read', 'urn:x:y', /^refused-reference: .*'urn:'/],
  ];
  for (const [of, key, message] of refused) {
    test(`is told of as a reference where it is one ${of}`, async () => {
      const { security, found } = await read({ key }, { 'secret.json': '{"ext":{}}' });
      assert.deepEqual(security, []);
      assert.ok(found.length > 0);
      for (const each of found) assert.match(each, message);
    });
  }

  const names: readonly (readonly [
    of: string,
    api: Api,
    files: readonly string[],
    found: RegExp | undefined,
  ])[] = [
    [
      'a name with a dot that is defined',
      { key: 'other.json', schemes: { 'other.json': other.components.securitySchemes.ext } },
      ['api/openapi.json'],
      undefined,
    ],
    ['a word', { key: 'nope' }, ['api/openapi.json'], /^undefined-security-scheme/],
    ['a word with a dot', { key: 'no.pe' }, ['api/openapi.json'], /^undefined-security-scheme/],
    [
      'a URI in 3.1',
      { key: './other.json#/x', version: '3.1.1' },
      ['api/openapi.json'],
      /^undefined-security-scheme/,
    ],
  ];
  for (const [of, api, files, message] of names) {
    test(`is none where it is ${of}`, async () => {
      const { files: all, found } = await read(api);
      assert.deepEqual(all, files);
      if (message === undefined) assert.deepEqual(found, []);
      else assert.match(found[0] ?? '', message);
    });
  }

  test('is none where a schema or an example has a member of that name', async () => {
    const security = [{ './other.json': [] }];
    const text = JSON.stringify({
      openapi: '3.2.0',
      info: { title: 'Pets', version: '1' },
      components: {
        schemas: {
          A: { example: { security }, properties: { security: { type: 'string' } }, default: { security } },
        },
      },
    });
    await inFolder({ 'openapi.json': text, 'other.json': '{}' }, async (folder) => {
      assert.equal(documentOf(await load('openapi.json', folder)).files.size, 1);
    });
  });
});
