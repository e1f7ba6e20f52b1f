/**
 * The JSON Schema of `expect.json`: every key of FORMAT.md and no other. A value to compare with is any JSON; where
 * it has the shape of a matcher it must be a whole one.
 */
const text = { type: 'string' } as const;
const regex = { type: 'string', format: 'regex' } as const;
const base64 = { type: 'string', pattern: '^[A-Za-z0-9+/]*={0,2}$' } as const;
const yes = { const: true } as const;
const count = { type: 'integer', minimum: 0 } as const;
const texts = { type: 'array', items: text } as const;
const textByName = { type: 'object', additionalProperties: text } as const;

/** A closed object: a key that is not named here is a mistake in the case. */
function closed(properties: object, required: readonly string[] = []): object {
  return { type: 'object', properties, required, additionalProperties: false };
}

const anyValue = { $ref: '#/definitions/expected' };
const byName = { type: 'object' } as const;
const request = { $ref: '#/definitions/request' };
const tool = { anyOf: [{ type: 'string', minLength: 1 }, closed({ literal: text }, ['literal'])] };
const placed = closed({ path: byName, query: byName, header: byName, cookie: byName, body: {} });

const result = closed({
  isError: { type: 'boolean' },
  structuredContent: anyValue,
  textMatches: regex,
  mustNotContain: texts,
  bytes: closed({ base64, mimeType: text }, ['base64']),
});

const requestShape = closed({
  absent: yes,
  method: text,
  path: anyValue,
  headers: { type: 'object', propertyNames: { pattern: '^[^A-Z]+$' }, additionalProperties: anyValue },
  cookies: { type: 'object', additionalProperties: anyValue },
  body: anyValue,
  bodyMatches: regex,
  bodyBytes: base64,
  form: { type: 'array', items: { type: 'array', items: [text, text], minItems: 2, additionalItems: false } },
  parts: {
    type: 'array',
    items: apart(
      [
        ['text', 'json'],
        ['text', 'bytes'],
        ['json', 'bytes'],
      ],
      closed({ name: text, contentType: anyValue, text, json: anyValue, bytes: base64 }, ['name']),
    ),
  },
});

const upstream = apart(
  [
    ['body', 'bodyBytes'],
    ['hangUp', 'stall'],
  ],
  closed({
    status: { type: 'integer', minimum: 200, maximum: 599 },
    headers: textByName,
    body: {},
    bodyBytes: base64,
    hangUp: yes,
    stall: yes,
  }),
);

const call = apart(
  [['result', 'error']],
  closed(
    {
      tool,
      arguments: placed,
      upstream,
      request,
      otherRequest: request,
      result,
      error: closed({ code: { type: 'integer' } }, ['code']),
      anyOf: {
        type: 'array',
        minItems: 1,
        items: closed({ request, otherRequest: request, result, serverRefusedToStart: yes }),
      },
      thenCloseStdin: yes,
    },
    ['tool', 'arguments'],
  ),
);

const toolCheck = closed(
  {
    name: tool,
    inputAccepts: { type: 'array', items: placed },
    inputRejects: { type: 'array', items: placed },
    outputAccepts: { type: 'array' },
    argumentCount: count,
    arraysHaveItems: yes,
    inputSchemaHas: { type: 'object', additionalProperties: anyValue },
    inputSchemaLacks: texts,
    descriptionMatches: regex,
  },
  ['name'],
);

const outcome = { enum: ['ok', 'error'] } as const;

const expectations = closed(
  {
    generate: {
      anyOf: [outcome, closed({ anyOf: { type: 'array', items: outcome, minItems: 1 } }, ['anyOf'])],
    },
    withinMs: count,
    errorMatches: regex,
    errorLacks: regex,
    toolCount: count,
    tools: { type: 'array', items: toolCheck },
    call: { type: 'array', items: call },
    env: {
      type: 'object',
      propertyNames: { pattern: '^auth:.' },
      additionalProperties: {
        anyOf: [text, closed({ username: text, password: text }, ['username', 'password'])],
      },
    },
    cli: closed({
      input: closed({ url: { type: 'string', pattern: '^/.*/?case\\.yaml$|^/[^/]' } }, ['url']),
      out: text,
      before: textByName,
      after: textByName,
    }),
    process: closed({
      stdoutOnlyMessages: yes,
      outputMustNotContain: texts,
      exitsAfterStdinCloseMs: count,
      stdinChunkBytes: { type: 'integer', minimum: 1 },
    }),
    generatedMustNotContain: texts,
    filesNotNamed: regex,
  },
  ['generate'],
);

/** A closed object in which two keys do not stand together. */
function apart(pairs: readonly (readonly [string, string])[], object: object): object {
  return { allOf: [object, ...pairs.map((pair) => ({ not: { required: pair } }))] };
}

/** An object with just this key is a matcher. */
function matcher(key: string, value: object): object {
  return {
    if: { type: 'object', minProperties: 1, propertyNames: { const: key } },
    then: { type: 'object', properties: { [key]: value } },
  };
}

/** The whole file. */
export const caseSchema = {
  definitions: {
    expected: {
      allOf: [
        matcher('anyOf', { type: 'array', items: anyValue, minItems: 1 }),
        matcher('match', regex),
        matcher('absent', yes),
      ],
    },
    request: {
      if: { type: 'object', required: ['anyOf'], properties: { anyOf: true } },
      then: closed({ anyOf: { type: 'array', items: request, minItems: 1 } }, ['anyOf']),
      else: requestShape,
    },
  },
  ...closed(
    {
      id: { type: 'string', pattern: '^[a-z0-9-]+$' },
      kind: {
        enum: [
          'refs',
          'naming',
          'schema',
          'parameters',
          'bodies',
          'responses',
          'servers',
          'security',
          'output',
          'transport',
          'cli',
        ],
      },
      source: text,
      fault: text,
      clause: text,
      note: text,
      documentValid: { type: 'boolean' },
      expect: expectations,
    },
    ['id', 'kind', 'source', 'fault', 'clause', 'expect'],
  ),
};
