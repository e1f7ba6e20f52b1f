import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import SwaggerParser from '@apidevtools/swagger-parser';
import { Validator } from '@seriousme/openapi-schema-validator';
import { Diagnostics } from '../../src/diagnostics/diagnostics.js';
import { checkDocument } from '../../src/load/findings/check-document.js';
import type { OpenApiVersion } from '../../src/load/version.js';
import { documentOf, loadText } from './documents.js';

type Json = Readonly<Record<string, unknown>>;

/** One fault: what is put where in a document (`undefined` takes a field away), and what is said of which place. */
type Fault = readonly [at: string, value: unknown, pointer: string, problem: string];

const info = { title: 'Piers', version: '1' };
const schema = { type: 'string' };

const openApi = (version: string): Json => ({
  openapi: version,
  info,
  servers: [{ url: 'https://{place}.example', variables: { place: { default: 'here' } } }],
  paths: {
    '/piers/{id}': {
      get: {
        parameters: [{ name: 'id', in: 'path', required: true, schema }],
        responses: { 200: { description: 'A pier.', content: { 'application/json': { schema } } } },
      },
    },
  },
  components: {
    schemas: { Pier: { type: 'object', properties: { name: { type: 'string' } } } },
    securitySchemes: { key: { type: 'apiKey', name: 'key', in: 'header' } },
  },
});

const documents: { readonly [Version in OpenApiVersion]: Json } = {
  '2.0': {
    swagger: '2.0',
    info,
    host: 'piers.example',
    paths: {
      '/piers/{id}': {
        get: {
          parameters: [{ name: 'id', in: 'path', required: true, type: 'string' }],
          responses: { 200: { description: 'A pier.', schema } },
        },
      },
    },
    definitions: { Pier: { type: 'object', properties: { name: { type: 'string' } } } },
    securityDefinitions: { key: { type: 'apiKey', name: 'key', in: 'header' } },
  },
  '3.0': openApi('3.0.3'),
  '3.1': openApi('3.1.0'),
  '3.2': openApi('3.2.0'),
};

const operation = '/paths/~1piers~1{id}/get';
const parameter = `${operation}/parameters/0`;
const response = `${operation}/responses/200`;

/** Faults that every version knows. */
const shared = (version: OpenApiVersion): readonly Fault[] => [
  [
    '/info/title',
    undefined,
    '/info',
    'The Info Object has no `title`, which OpenAPI requires; it is read without.',
  ],
  ['/info/title', null, '/info/title', '`title` of the Info Object has to be text, and is null.'],
  ['/info', [], '/info', 'The Info Object has to be an object, and is a list.'],
  [
    `${operation}/paramters`,
    [],
    `${operation}/paramters`,
    `\`paramters\` is no field of the Operation Object in OpenAPI ${version} (did you mean \`parameters\`?); it is ignored.`,
  ],
  [
    `${operation}/deprecated`,
    'yes',
    `${operation}/deprecated`,
    "`deprecated` of the Operation Object has to be true or false, and is 'yes'.",
  ],
  [
    `${operation}/tags`,
    'piers',
    `${operation}/tags`,
    "`tags` of the Operation Object has to be a list, and is 'piers'.",
  ],
  [
    `${operation}/tags`,
    [1],
    `${operation}/tags/0`,
    '`tags[0]` of the Operation Object has to be text, and is 1.',
  ],
  [
    `${operation}/constructor`,
    1,
    `${operation}/constructor`,
    `\`constructor\` is no field of the Operation Object in OpenAPI ${version}; it is ignored.`,
  ],
  ['/paths/piers', {}, '/paths/piers', 'A path has to start with `/`.'],
  [parameter, 'id', parameter, "The Parameter Object has to be an object, and is 'id'."],
  [
    `${parameter}/name`,
    undefined,
    parameter,
    'The Parameter Object has no `name`, which OpenAPI requires; it is read without.',
  ],
  [
    `${parameter}/required`,
    undefined,
    parameter,
    'A parameter in the path has to say `required: true`; it is taken as required.',
  ],
  [
    `${parameter}/required`,
    false,
    `${parameter}/required`,
    '`required` of the Parameter Object has to be true, and is false.',
  ],
  [
    '/security',
    [{ key: 'all' }],
    '/security/0/key',
    "`security[0].key` of the OpenAPI Object has to be a list, and is 'all'.",
  ],
];

const described: Fault = [
  `${response}/description`,
  undefined,
  response,
  'The Response Object has no `description`, which OpenAPI requires; it is read without.',
];

/** Faults of versions that have components. */
const sinceOpenApi3 = (version: OpenApiVersion): readonly Fault[] => [
  [
    '/servers/0/url',
    undefined,
    '/servers/0',
    'The Server Object has no `url`, which OpenAPI requires; it is read without.',
  ],
  [
    '/servers/0/variables/place',
    { enum: ['here'] },
    '/servers/0/variables/place',
    'A server variable needs a `default`; the first value of its `enum` is taken.',
  ],
  [
    `${parameter}/schema`,
    undefined,
    parameter,
    'The Parameter Object needs `schema` or `content`, and has none of them.',
  ],
  [
    `${parameter}/style`,
    'form',
    `${parameter}/style`,
    "`style` of the Parameter Object has to be matrix, label or simple, and is 'form'.",
  ],
  [
    '/components/securitySchemes/key/type',
    'basic',
    '/components/securitySchemes/key/type',
    `\`type\` of the Security Scheme Object has to be ${version === '3.0' ? 'apiKey, http, oauth2' : 'apiKey, http, mutualTLS, oauth2'} or openIdConnect, and is 'basic'.`,
  ],
  [
    '/components/securitySchemes/key/in',
    undefined,
    '/components/securitySchemes/key',
    'The Security Scheme Object has no `in`, which OpenAPI requires; it is read without.',
  ],
  [
    '/components/securitySchemes/key',
    { type: 'http' },
    '/components/securitySchemes/key',
    'The Security Scheme Object has no `scheme`, which OpenAPI requires; it is read without.',
  ],
  [
    '/components/securitySchemes/key',
    { type: 'oauth2', flows: { password: { scopes: {} } } },
    '/components/securitySchemes/key/flows/password',
    'The OAuth Flow Object has no `tokenUrl`, which OpenAPI requires; it is read without.',
  ],
];

/** What the official schemas say of Schema Objects themselves. */
const ofSchemas = (place: string, types: string): readonly Fault[] => [
  [
    `${place}/Pier/properties/name`,
    'text',
    `${place}/Pier/properties/name`,
    "The Schema Object has to be an object, and is 'text'.",
  ],
  [
    `${place}/Pier/required`,
    'name',
    `${place}/Pier/required`,
    "`required` of the Schema Object has to be a list, and is 'name'.",
  ],
  [
    `${place}/Pier/properties/name/maxLength`,
    -1,
    `${place}/Pier/properties/name/maxLength`,
    '`maxLength` of the Schema Object has to be at least 0, and is -1.',
  ],
  [
    `${place}/Pier/properties/name/type`,
    'strng',
    `${place}/Pier/properties/name/type`,
    `\`type\` of the Schema Object has to be ${types}, and is 'strng' (did you mean \`string\`?).`,
  ],
];

const faults: { readonly [Version in OpenApiVersion]: readonly Fault[] } = {
  '2.0': [
    ...shared('2.0'),
    described,
    ...ofSchemas('/definitions', 'array, boolean, integer, null, number, object or string'),
    [
      `${parameter}/in`,
      'url',
      `${parameter}/in`,
      "`in` of the Parameter Object has to be body, header, formData, query or path, and is 'url'.",
    ],
    [
      `${parameter}/in`,
      undefined,
      parameter,
      'The Parameter Object has no `in`, which OpenAPI requires; it is read without.',
    ],
    [
      `${parameter}/type`,
      'file',
      `${parameter}/type`,
      "`type` of the Parameter Object has to be string, number, boolean, integer or array, and is 'file'.",
    ],
    [
      parameter,
      { name: 'id', in: 'body' },
      parameter,
      'The Parameter Object has no `schema`, which OpenAPI requires; it is read without.',
    ],
    [
      '/host',
      'https://piers.example',
      '/host',
      "`host` of the OpenAPI Object is 'https://piers.example', which does not have the form that OpenAPI asks for (^[^{}/ :\\\\]+(?::\\d+)?$).",
    ],
    ['/schemes', ['https', 'https'], '/schemes', '`schemes` of the OpenAPI Object lists something twice.'],
    [`${operation}/responses`, {}, `${operation}/responses`, 'The Responses Object holds no response.'],
    [
      `${response}/schema`,
      { type: 'file', items: {} },
      `${response}/schema/items`,
      '`items` is no field of the Schema Object in OpenAPI 2.0.',
    ],
    [
      '/securityDefinitions/key/type',
      'http',
      '/securityDefinitions/key/type',
      "`type` of the Security Scheme Object has to be basic, apiKey or oauth2, and is 'http'.",
    ],
    [
      '/securityDefinitions/key',
      { type: 'oauth2', flow: 'code' },
      '/securityDefinitions/key/flow',
      "`flow` of the Security Scheme Object has to be implicit, password, application or accessCode, and is 'code'.",
    ],
    [
      '/securityDefinitions/key',
      { type: 'oauth2', flow: 'implicit' },
      '/securityDefinitions/key',
      'The Security Scheme Object has no `authorizationUrl`, which OpenAPI requires; it is read without.',
    ],
  ],
  '3.0': [
    ...shared('3.0'),
    ...sinceOpenApi3('3.0'),
    described,
    ...ofSchemas('/components/schemas', 'array, boolean, integer, number, object or string'),
    [
      '/openapi',
      '3.0',
      '/openapi',
      '`openapi` has to be a whole version number such as 3.0.3; it is read as the version that it starts with.',
    ],
    [
      `${parameter}/in`,
      'url',
      `${parameter}/in`,
      "`in` of the Parameter Object has to be path, query, header or cookie, and is 'url'.",
    ],
    [
      `${response}/content/application~1json`,
      { example: 1, examples: {} },
      `${response}/content/application~1json`,
      'The Media Type Object has `example` and `examples`, of which OpenAPI allows one.',
    ],
    [
      '/components/schemas/Pier/properties/name/type',
      'file',
      '/components/schemas/Pier/properties/name/type',
      '`type: file` is known to Swagger 2.0 alone; write `type: string` with `format: binary`.',
    ],
    [
      '/components/schemas/Pier/additionalProperties',
      'no',
      '/components/schemas/Pier/additionalProperties',
      "The Schema Object has to be an object or true or false, and is 'no'.",
    ],
  ],
  '3.1': [
    ...shared('3.1'),
    ...sinceOpenApi3('3.1'),
    described,
    [
      '/openapi',
      '3.1',
      '/openapi',
      '`openapi` has to be a whole version number such as 3.0.3; it is read as the version that it starts with.',
    ],
    [
      `${parameter}/in`,
      'url',
      `${parameter}/in`,
      "`in` of the Parameter Object has to be query, header, path or cookie, and is 'url'.",
    ],
    [
      '/components/schemas/a b',
      {},
      '/components/schemas/a b',
      "The name 'a b' in `schemas` of the Components Object holds characters that OpenAPI does not allow in a name (^[a-zA-Z0-9._-]+$).",
    ],
  ],
  '3.2': [
    ...shared('3.2'),
    ...sinceOpenApi3('3.2'),
    [
      `${parameter}/in`,
      'url',
      `${parameter}/in`,
      "`in` of the Parameter Object has to be query, querystring, header, path or cookie, and is 'url'.",
    ],
    [
      '/$self',
      'a#b',
      '/$self',
      "`$self` of the OpenAPI Object is 'a#b', which does not have the form that OpenAPI asks for (^[^#]*$).",
    ],
    [
      '/paths/~1piers~1{id}/additionalOperations',
      { GET: { responses: { 200: {} } } },
      '/paths/~1piers~1{id}/additionalOperations/GET',
      "The name 'GET' in `additionalOperations` of the Path Item Object has a field of its own in OpenAPI.",
    ],
  ],
};

suite('a fault is found once, where it is', () => {
  for (const version of versionsOf(faults)) {
    for (const [at, value, pointer, problem] of faults[version]) {
      test(`${version}: ${JSON.stringify(value)} at ${at}`, async () => {
        const document = changed(documents[version], at, value);
        assert.deepEqual(await findingsOf(document), [`${pointer}: ${problem}`]);
      });
    }
  }
});

suite('the findings are those of the validators that ship the schemas', () => {
  for (const version of versionsOf(faults)) {
    test(`${version}: of a right document`, async () => {
      assert.deepEqual(await findingsOf(documents[version]), []);
      assert.deepEqual(await placesElsewhere(documents[version], version), []);
    });
    for (const [at, value, pointer] of faults[version].filter((fault) => !isOurs(fault, version))) {
      test(`${version}: ${JSON.stringify(value)} at ${at}`, async () => {
        const places = await placesElsewhere(changed(documents[version], at, value), version);
        assert.ok(places.includes(pointer), places.join(' '));
      });
    }
  }
});

/** Whether a fault is one that the other validators stop before, or that the schema which they ship overlooks. */
function isOurs([at, value]: Fault, version: OpenApiVersion): boolean {
  // ajv takes inherited names for evaluated ones.
  const isInherited = at.endsWith('/constructor') && (version === '3.1' || version === '3.2');
  return (
    at === '/openapi' ||
    isInherited ||
    (version === '3.1' && at === `${parameter}/name` && value === undefined)
  );
}

function versionsOf(table: typeof faults): readonly OpenApiVersion[] {
  // The keys of the table above.
  return Object.keys(table) as readonly OpenApiVersion[];
}

/** A document with another value at a pointer, or with none. */
function changed(document: Json, at: string, value: unknown): Json {
  const tokens = at
    .slice(1)
    .split('/')
    .map((token) => token.replaceAll('~1', '/'));
  const copy = structuredClone(document) as Record<string, unknown>;
  let parent = copy;
  for (const token of tokens.slice(0, -1)) parent = (parent[token] ??= {}) as Record<string, unknown>;
  const key = tokens.at(-1) ?? '';
  if (value === undefined) delete parent[key];
  else parent[key] = value;
  return copy;
}

async function findingsOf(value: unknown): Promise<readonly string[]> {
  const diagnostics = new Diagnostics();
  await checkDocument(documentOf(await loadText(value)), [], diagnostics);
  return diagnostics.all.map(({ message, origin }) => `${origin?.pointer}: ${message}`);
}

interface AjvError {
  readonly instancePath: string;
  readonly propertyName?: string;
  readonly params: Readonly<Record<string, unknown>>;
}

/** The places that SwaggerParser's validation or, for 3.2, that of @seriousme finds fault with. */
async function placesElsewhere(document: Json, version: OpenApiVersion): Promise<readonly string[]> {
  const errors =
    version === '3.2' ? await errorsOfValidator(document) : await errorsOfSwaggerParser(document);
  return errors.map(({ instancePath, params, propertyName }) => {
    const name = params.additionalProperty ?? params.unevaluatedProperty ?? propertyName;
    return typeof name === 'string' ? `${instancePath}/${name.replaceAll('/', '~1')}` : instancePath;
  });
}

async function errorsOfSwaggerParser(document: Json): Promise<readonly AjvError[]> {
  try {
    await SwaggerParser.validate(structuredClone(document) as never, { validate: { spec: false } });
    return [];
  } catch (error) {
    const { details = [] } = error as { readonly details?: readonly AjvError[] };
    return details;
  }
}

async function errorsOfValidator(document: Json): Promise<readonly AjvError[]> {
  const { errors = [] } = await new Validator({ allErrors: true }).validate(structuredClone(document));
  return Array.isArray(errors) ? (errors as readonly AjvError[]) : [];
}
