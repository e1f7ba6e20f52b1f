import fc from 'fast-check';

/** A value of a JSON document. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

const odd = [
  '',
  ' ',
  '__proto__',
  'constructor',
  'toString',
  '*/ alert(1) /*',
  '`${process.exit(1)}`',
  "'; throw 1; '",
  '</script>',
  '\u2028',
  '\u202e',
  '\ud800',
  '\0',
  'é̂',
  '名前',
  '😀',
  '../../etc',
  'con',
  '$ref',
  'a'.repeat(300),
  '{{x}}',
  '| a | b |',
  '# h\n- x\n  1. y\n```',
];

const word = fc.constantFrom('id', 'name', 'pet', 'pets', 'order', 'limit', 'state', 'createdAt', 'X-Trace');

/** A text as documents have it: mostly plain, sometimes as hostile as can be. */
const text = fc.oneof(
  { weight: 6, arbitrary: word },
  { weight: 2, arbitrary: fc.string({ maxLength: 40 }) },
  { weight: 2, arbitrary: fc.constantFrom(...odd) },
);

const componentNames = ['Pet', 'Order', 'Error', 'Page_of_Pets', 'a.b-c', '__proto__'];
const component = fc.constantFrom(...componentNames);

const scalar = fc.oneof(
  fc.record(
    {
      type: fc.constantFrom('string', 'integer', 'number', 'boolean'),
      format: fc.constantFrom('int32', 'int64', 'date-time', 'binary', 'byte', 'uuid', 'made-up'),
      description: text,
      minimum: fc.integer(),
      maxLength: fc.nat(50),
      pattern: fc.constantFrom('^a+$', '(a+)+$', '(?<=x)y', '[', '\\d{3}'),
      default: fc.oneof(text, fc.integer(), fc.boolean()),
      nullable: fc.boolean(),
      deprecated: fc.boolean(),
    },
    { requiredKeys: ['type'] },
  ),
  fc.record({
    enum: fc.array(fc.oneof(text, fc.integer(), fc.constant(null)), { minLength: 1, maxLength: 5 }),
  }),
  fc.record({ type: fc.constant(['string', 'null']) }),
  fc.constant(true),
  fc.constant({}),
);

const reference = component.map((name) => ({ $ref: `#/components/schemas/${name}` }));

const { schema } = fc.letrec<{ schema: unknown }>((tie) => ({
  schema: fc.oneof(
    { maxDepth: 3, depthSize: 'small' },
    scalar,
    reference,
    fc.record(
      {
        type: fc.constant('object'),
        properties: fc.dictionary(text, tie('schema'), { maxKeys: 4 }),
        required: fc.array(word, { maxLength: 2 }),
        additionalProperties: fc.oneof(fc.boolean(), tie('schema')),
        description: text,
        readOnly: fc.boolean(),
      },
      { requiredKeys: ['type'] },
    ),
    fc.record({ type: fc.constant('array'), items: tie('schema') }),
    fc.record({ allOf: fc.array(tie('schema'), { minLength: 1, maxLength: 3 }) }),
    fc.record({ oneOf: fc.array(tie('schema'), { minLength: 1, maxLength: 3 }) }),
    fc.record({ anyOf: fc.array(tie('schema'), { minLength: 1, maxLength: 3 }) }),
  ),
}));

const parameter = fc.record(
  {
    name: text,
    in: fc.constantFrom('query', 'query', 'header', 'cookie'),
    required: fc.boolean(),
    description: text,
    style: fc.constantFrom('form', 'simple', 'deepObject', 'pipeDelimited'),
    explode: fc.boolean(),
    schema,
  },
  { requiredKeys: ['name', 'in', 'schema'] },
);

const mediaType = fc.constantFrom(
  'application/json',
  'application/json',
  'application/x-www-form-urlencoded',
  'multipart/form-data',
  'text/plain',
  'application/octet-stream',
  'application/vnd.a+json; v=1',
);

const content = fc.dictionary(mediaType, fc.record({ schema }), { minKeys: 1, maxKeys: 2 });

const operation = fc.record(
  {
    operationId: text,
    summary: text,
    description: text,
    tags: fc.array(text, { maxLength: 2 }),
    deprecated: fc.boolean(),
    parameters: fc.array(parameter, { maxLength: 4 }),
    requestBody: fc.record({ content, required: fc.boolean() }, { requiredKeys: ['content'] }),
    responses: fc.dictionary(
      fc.constantFrom('200', '201', '204', '2XX', 'default', '404'),
      fc.record({ description: text, content }, { requiredKeys: ['description'] }),
      { minKeys: 1, maxKeys: 3 },
    ),
    security: fc.constantFrom([], [{ key: [] }], [{ key: [] }, {}], [{ oauth: ['read'] }]),
  },
  { requiredKeys: ['responses'] },
);

const path = fc
  .array(fc.oneof(word, fc.constantFrom('{id}', '{petId}', 'é', 'a b', 'x.json')), { maxLength: 3 })
  .map((segments) => `/${segments.join('/')}`);

/** An OpenAPI 3 document that says odd things in a right form; its first operation can always be called. */
export const randomDocument = fc
  .record({
    openapi: fc.constantFrom('3.0.3', '3.1.0', '3.2.0'),
    info: fc.record(
      { title: text, version: text, description: text },
      { requiredKeys: ['title', 'version'] },
    ),
    servers: fc.constantFrom(
      [{ url: 'https://api.example.com/v1/' }],
      [{ url: '/relative' }],
      [],
      [{ url: 'https://{region}.example.com', variables: { region: { default: 'eu', enum: ['eu', 'us'] } } }],
    ),
    tags: fc.array(fc.record({ name: text, description: text }), { maxLength: 2 }),
    paths: fc.dictionary(
      path,
      fc.dictionary(fc.constantFrom('get', 'put', 'post', 'delete', 'patch'), operation, { maxKeys: 2 }),
      { maxKeys: 4 },
    ),
    schemas: fc.tuple(...componentNames.map(() => schema)),
  })
  // JSON has no members whose value is undefined and one way to write `__proto__`.
  .map(({ schemas, paths, ...rest }) => ({
    ...rest,
    paths: { '/status': { get: { responses: { 200: { description: 'ok' } } } }, ...paths },
    components: {
      schemas: Object.fromEntries(schemas.map((one, index) => [componentNames[index] ?? '', one])),
      securitySchemes: {
        key: { type: 'apiKey', name: 'X-Key', in: 'header' },
        oauth: {
          type: 'oauth2',
          flows: { clientCredentials: { tokenUrl: 'https://a.example/t', scopes: {} } },
        },
      },
    },
  }));
