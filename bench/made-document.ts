/** An OpenAPI document with this many operations, the same on every run. */
export function makeDocument(operations: number): Readonly<Record<string, unknown>> {
  const paths = Array.from({ length: operations }, (_, index) => [
    `/r${index}/{id}`,
    { post: makeOperation(index) },
  ]);
  return {
    openapi: '3.1.0',
    info: { title: `Made of ${operations} operations`, version: '1.0.0' },
    servers: [{ url: 'http://127.0.0.1:9' }],
    paths: Object.fromEntries(paths) as unknown,
    components: { schemas: { Result: resultSchema } },
  };
}

/** The tool that every made document has, and arguments that it takes. */
export const madeCall = {
  name: 'op0',
  arguments: {
    id: 'a b',
    q: 'some text',
    limit: 5,
    'X-Trace': 'trace-1',
    body: Object.fromEntries(Array.from({ length: 10 }, (_, index) => [`p${index}`, `value ${index}`])),
  },
};

/** What the API of a made document answers, 1 KiB as JSON: a result as its schema describes it. */
export const madeAnswer = {
  ok: true,
  count: 1,
  item: Object.fromEntries(
    Array.from({ length: 10 }, (_, index) => [`f${index}`, `value ${index} `.padEnd(92, '.')]),
  ),
};

const operationsPerTag = 25;

const resultSchema = {
  type: 'object',
  properties: {
    ok: { type: 'boolean' },
    count: { type: 'integer' },
    item: { type: 'object', properties: textProperties('f', 'field') },
  },
};

function makeOperation(index: number): object {
  return {
    operationId: `op${index}`,
    summary: `Operation ${index}`,
    description: `Does what operation ${index} of the made document does. It takes a body and answers with a result.`,
    tags: [`group ${Math.floor(index / operationsPerTag)}`],
    parameters: [
      {
        name: 'id',
        in: 'path',
        required: true,
        schema: { type: 'string' },
        description: 'Identifier of the record.',
      },
      { name: 'q', in: 'query', schema: { type: 'string' }, description: 'Text to search for.' },
      { name: 'limit', in: 'query', schema: { type: 'integer', minimum: 1, maximum: 100 } },
      { name: 'X-Trace', in: 'header', schema: { type: 'string' }, description: 'Identifier of the trace.' },
    ],
    requestBody: {
      required: true,
      content: {
        'application/json': {
          schema: { type: 'object', properties: textProperties('p', `property of operation ${index},`) },
        },
      },
    },
    responses: {
      200: {
        description: 'The result.',
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Result' } } },
      },
    },
  };
}

function textProperties(prefix: string, description: string): object {
  return Object.fromEntries(
    Array.from({ length: 10 }, (_, index) => [
      `${prefix}${index}`,
      { type: 'string', description: `The ${description} number ${index}.` },
    ]),
  );
}
