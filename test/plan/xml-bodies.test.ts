import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { planServer } from '../../src/plan/plan-server.js';
import { Diagnostics } from '../../src/diagnostics/diagnostics.js';
import { writeBody } from '../../src/runtime/request/body.js';
import { documentOf, loadText } from '../load/documents.js';
import { buildWhole } from '../model/models.js';
import { noOptions } from './documents.js';

const declaration = '<?xml version="1.0" encoding="UTF-8"?>';

/** The XML that the one operation of a document sends for a value. */
async function send(document: object, value: unknown): Promise<string> {
  const diagnostics = new Diagnostics();
  const loaded = documentOf(await loadText({ info: { title: 'T', version: '1' }, ...document }));
  const plan = planServer(buildWhole(loaded, diagnostics).model, new Map(), noOptions, diagnostics);
  const [tool] = plan?.manifest.tools ?? [];
  assert.deepEqual(plan?.features, ['xml']);
  assert.ok(tool?.request.body !== undefined);
  const { bytes } = await writeBody(tool.request.body, value, tool.inputSchema.properties['body']);
  assert.ok(bytes.toString().startsWith(declaration));
  return bytes.toString().slice(declaration.length);
}

/** A document of OpenAPI 3 whose operation takes `schema`. */
function openApi(version: string, schema: object, schemas: object = {}): object {
  const requestBody = { required: true, content: { 'application/xml': { schema } } };
  return {
    openapi: version,
    paths: { '/a': { put: { requestBody, responses: {} } } },
    components: { schemas },
  };
}

/** A document of Swagger 2.0 whose operation takes `schema`. */
function swagger(schema: object, definitions: object): object {
  const parameters = [{ name: 'body', in: 'body', required: true, schema }];
  return {
    swagger: '2.0',
    consumes: ['application/xml'],
    paths: { '/a': { put: { parameters, responses: {} } } },
    definitions,
  };
}

const text = { type: 'string' };
const flag = { type: 'boolean' };

suite('the examples of the Specification (3.2.0, XML Object Examples)', () => {
  const animals = ['dog', 'cat', 'hamster'];
  const inDocument = (schema: object) => ({
    xml: { name: 'document' },
    type: 'object',
    properties: { animals: schema },
  });
  const list = (xml: object | undefined, items: object) => ({ type: 'array', ...(xml && { xml }), items });
  const named = { ...text, xml: { name: 'animal' } };
  const element = { nodeType: 'element' };
  const items = (name: string) => animals.map((animal) => `<${name}>${animal}</${name}>`).join('');

  const cases: readonly [of: string, schema: object, value: unknown, xml: string][] = [
    [
      'no XML Object',
      inDocument(text),
      { animals: 'dog, cat' },
      '<document><animals>dog, cat</animals></document>',
    ],
    ['an array', inDocument(list(undefined, text)), { animals }, `<document>${items('animals')}</document>`],
    [
      'named items',
      inDocument(list(undefined, named)),
      { animals },
      `<document>${items('animal')}</document>`,
    ],
    [
      'a name that has no effect',
      inDocument(list({ name: 'aliens' }, named)),
      { animals },
      `<document>${items('animal')}</document>`,
    ],
    [
      'a wrapper',
      inDocument(list(element, text)),
      { animals },
      `<document><animals>${items('animals')}</animals></document>`,
    ],
    [
      'a wrapper of named items',
      inDocument(list(element, named)),
      { animals },
      `<document><animals>${items('animal')}</animals></document>`,
    ],
    [
      'a named wrapper of named items',
      inDocument(list({ ...element, name: 'aliens' }, named)),
      { animals },
      `<document><aliens>${items('animal')}</aliens></document>`,
    ],
    [
      'a named wrapper',
      inDocument(list({ ...element, name: 'aliens' }, text)),
      { animals },
      `<document><aliens>${items('aliens')}</aliens></document>`,
    ],
    [
      'attributes and text',
      list(
        { ...element, name: 'animals' },
        {
          xml: { name: 'animal' },
          properties: {
            kind: { ...text, xml: { nodeType: 'attribute' } },
            name: { ...text, xml: { nodeType: 'text' } },
          },
        },
      ),
      [
        { kind: 'Cat', name: 'Fluffy' },
        { kind: 'Dog', name: 'Fido' },
      ],
      '<animals><animal kind="Cat">Fluffy</animal><animal kind="Dog">Fido</animal></animals>',
    ],
    [
      'ordered elements, one of them null',
      {
        xml: { nodeType: 'element', name: 'OneTwoThree' },
        type: 'array',
        prefixItems: [
          { xml: { name: 'One' }, type: 'string' },
          {
            xml: { name: 'Two' },
            type: 'object',
            properties: {
              unit: { ...text, xml: { nodeType: 'attribute' } },
              value: { type: 'number', xml: { nodeType: 'text' } },
            },
          },
          { xml: { name: 'Three' }, type: ['boolean', 'null'] },
        ],
      },
      ['Some text', { unit: 'cubits', value: 42 }, null],
      '<OneTwoThree><One>Some text</One><Two unit="cubits">42</Two>' +
        '<Three xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:nil="true"/></OneTwoThree>',
    ],
    [
      'text between elements',
      {
        xml: { nodeType: 'element', name: 'Report' },
        type: 'array',
        prefixItems: [
          { xml: { nodeType: 'text' }, type: 'string' },
          { xml: { name: 'data' }, type: 'number' },
          { xml: { nodeType: 'text' }, type: 'string' },
        ],
      },
      ['Some preamble text.', 42, 'Some postamble text.'],
      '<Report>Some preamble text.<data>42</data>Some postamble text.</Report>',
    ],
    [
      'null as an attribute and as an element',
      {
        xml: { name: 'product' },
        type: 'object',
        properties: {
          count: { type: ['number', 'null'], xml: { nodeType: 'attribute' } },
          description: text,
          related: { type: ['object', 'null'] },
        },
      },
      { count: null, description: 'Thing', related: null },
      '<product><description>Thing</description>' +
        '<related xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:nil="true"/></product>',
    ],
  ];
  for (const [of, schema, value, xml] of cases) {
    test(of, async () => assert.equal(await send(openApi('3.2.0', schema), value), xml));
  }

  const content = { type: 'string', contentMediaType: 'text/html', xml: { nodeType: 'cdata' } };
  const html = '<html><head><title>Awesome Docs</title></head><body></body><html>';
  const ref = { $ref: '#/components/schemas/Documentation' };
  test('a referenced element with CDATA', async () => {
    const Documentation = { type: 'object', properties: { content } };
    const xml = `<Documentation><![CDATA[${html}]]></Documentation>`;
    assert.equal(await send(openApi('3.2.0', ref, { Documentation }), { content: html }), xml);
  });
  test('an element at the point of use', async () => {
    const Documentation = { xml: { nodeType: 'none' }, type: 'object', properties: { content } };
    const schema = { xml: { nodeType: 'element', name: 'UpdatedDocument' }, ...ref };
    const xml = `<UpdatedDocument><![CDATA[${html}]]></UpdatedDocument>`;
    assert.equal(await send(openApi('3.2.0', schema, { Documentation }), { content: html }), xml);
  });
  for (const version of ['3.0.4', '3.1.1', '3.2.0']) {
    test(`attribute, prefix and namespace (${version})`, async () => {
      const Person = {
        type: 'object',
        properties: {
          id: { type: 'integer', xml: { attribute: true } },
          name: { ...text, xml: { namespace: 'https://example.com/schema/sample', prefix: 'sample' } },
        },
      };
      const xml =
        '<Person id="123"><sample:name xmlns:sample="https://example.com/schema/sample">example</sample:name></Person>';
      const schema = { $ref: '#/components/schemas/Person' };
      assert.equal(await send(openApi(version, schema, { Person }), { name: 'example', id: 123 }), xml);
    });
  }
});

suite('bodies of a storage service, as AutoRest writes them (Swagger 2.0)', () => {
  const definitions = {
    ServiceProperties: {
      properties: {
        Logging: { description: 'Logging', $ref: '#/definitions/Logging' },
        HourMetrics: { $ref: '#/definitions/Metrics' },
        Cors: { type: 'array', items: { $ref: '#/definitions/CorsRule' }, xml: { wrapped: true } },
        DefaultServiceVersion: text,
      },
    },
    Logging: {
      type: 'object',
      properties: { Version: text, Delete: flag, RetentionPolicy: { $ref: '#/definitions/RetentionPolicy' } },
    },
    Metrics: { properties: { Enabled: flag, RetentionPolicy: { $ref: '#/definitions/RetentionPolicy' } } },
    RetentionPolicy: { type: 'object', properties: { Enabled: flag, Days: { type: 'integer' } } },
    CorsRule: {
      type: 'object',
      properties: { AllowedOrigins: text, MaxAgeInSeconds: { type: 'integer' } },
      xml: { name: 'CorsRule' },
    },
    SignedIdentifiers: {
      type: 'array',
      items: { $ref: '#/definitions/SignedIdentifier' },
      xml: { wrapped: true, name: 'SignedIdentifiers' },
    },
    SignedIdentifier: {
      type: 'object',
      properties: { Id: text, AccessPolicy: { $ref: '#/definitions/AccessPolicy' } },
      xml: { name: 'SignedIdentifier' },
    },
    AccessPolicy: {
      type: 'object',
      properties: { Start: { ...text, format: 'date-time' }, Expiry: text, Permission: text },
    },
    Blob: {
      type: 'object',
      properties: { Name: text, Metadata: { type: 'object', additionalProperties: text } },
      xml: { name: 'Blob' },
    },
    Data: {
      type: 'object',
      properties: {
        language: { ...text, xml: { attribute: true } },
        content: { ...text, xml: { 'x-ms-text': true } },
      },
    },
    Bytes: { properties: { Bytes: { type: 'string', format: 'byte' } } },
  };
  const cases: readonly [definition: keyof typeof definitions, value: unknown, xml: string][] = [
    [
      'ServiceProperties',
      {
        DefaultServiceVersion: '2025-01-05',
        Cors: [{ MaxAgeInSeconds: 5, AllowedOrigins: 'https://a.example,https://b.example' }],
        HourMetrics: { RetentionPolicy: { Enabled: false }, Enabled: false },
        Logging: { Version: '1.0', RetentionPolicy: { Days: 7, Enabled: true }, Delete: true },
      },
      '<ServiceProperties>' +
        '<Logging><Version>1.0</Version><Delete>true</Delete>' +
        '<RetentionPolicy><Enabled>true</Enabled><Days>7</Days></RetentionPolicy></Logging>' +
        '<HourMetrics><Enabled>false</Enabled><RetentionPolicy><Enabled>false</Enabled></RetentionPolicy></HourMetrics>' +
        '<Cors><CorsRule><AllowedOrigins>https://a.example,https://b.example</AllowedOrigins>' +
        '<MaxAgeInSeconds>5</MaxAgeInSeconds></CorsRule></Cors>' +
        '<DefaultServiceVersion>2025-01-05</DefaultServiceVersion></ServiceProperties>',
    ],
    ['ServiceProperties', { Cors: [] }, '<ServiceProperties><Cors/></ServiceProperties>'],
    [
      'SignedIdentifiers',
      [{ Id: 'MTIz', AccessPolicy: { Permission: 'rwd', Start: '2026-01-01T00:00:00Z' } }],
      '<SignedIdentifiers><SignedIdentifier><Id>MTIz</Id><AccessPolicy><Start>2026-01-01T00:00:00Z</Start>' +
        '<Permission>rwd</Permission></AccessPolicy></SignedIdentifier></SignedIdentifiers>',
    ],
    ['SignedIdentifiers', [], '<SignedIdentifiers/>'],
    [
      'Blob',
      { Name: 'a&b', Metadata: { key: '<v>' } },
      '<Blob><Name>a&amp;b</Name><Metadata><key>&lt;v&gt;</key></Metadata></Blob>',
    ],
    ['Data', { content: 'I am text', language: 'english' }, '<Data language="english">I am text</Data>'],
    ['Bytes', { Bytes: 'aGVsbG8=' }, '<Bytes><Bytes>aGVsbG8=</Bytes></Bytes>'],
  ];
  for (const [definition, value, xml] of cases) {
    test(`${definition} of ${JSON.stringify(value)}`, async () => {
      const schema = { $ref: `#/definitions/${definition}` };
      assert.equal(await send(swagger(schema, definitions), value), xml);
    });
  }
  test('a list in the body parameter itself', async () => {
    const schema = {
      type: 'array',
      xml: { name: 'blobs', wrapped: true },
      items: { $ref: '#/definitions/Blob' },
    };
    const xml = '<blobs><Blob><Name>a</Name></Blob><Blob><Name>b</Name></Blob></blobs>';
    assert.equal(await send(swagger(schema, definitions), [{ Name: 'a' }, { Name: 'b' }]), xml);
  });
});
