import type { Manifest, ToolDefinition } from '../../src/runtime/manifest.js';

/** A tool without arguments, with what a test is about put in. */
export function madeTool(parts: Partial<ToolDefinition> & Pick<ToolDefinition, 'name'>): ToolDefinition {
  return {
    description: `Does ${parts.name}.`,
    inputSchema: { type: 'object', properties: {}, additionalProperties: false },
    request: {
      method: 'GET',
      path: `/${parts.name}`,
      parameters: [],
      accept: ['application/json'],
      security: [],
    },
    ...parts,
  };
}

/** A manifest of these tools. */
export function madeManifest(tools: readonly ToolDefinition[], parts: Partial<Manifest> = {}): Manifest {
  return {
    manifestVersion: 1,
    server: { name: 'boats-mcp', version: '1.2.3', title: 'Boats' },
    upstream: { url: 'https://api.example.com', variables: {}, env: 'BOATS_BASE_URL' },
    allowedOriginsEnv: 'BOATS_ALLOWED_ORIGINS',
    securitySchemes: {},
    tools,
    ...parts,
  };
}

/** Tools of the size that documents have: four parameters, a body of ten properties, an answer of three. */
export function manyTools(count: number): readonly ToolDefinition[] {
  const member = (index: number) =>
    [`field${index}`, { type: 'string', description: `The field number ${index} of the thing.` }] as const;
  const fields = (size: number) =>
    Object.fromEntries(Array.from({ length: size }, (_, index) => member(index)));
  return Array.from({ length: count }, (_, index) =>
    madeTool({
      name: `createThing${index}`,
      title: `Create thing ${index}`,
      description: `Creates the thing number ${index}, and says what it is called from then on.`,
      group: `group ${index % 25}`,
      inputSchema: {
        type: 'object',
        properties: {
          id: { type: 'string', description: 'Which thing.' },
          limit: { type: 'integer', minimum: 1, maximum: 100, description: 'How many.' },
          tags: { type: 'array', items: { type: 'string' }, description: 'Tags of the thing.' },
          region: { type: 'string', enum: ['eu', 'us'], 'x-mcp-header': 'Region' },
          body: { type: 'object', properties: fields(10), required: ['field0'] },
        },
        required: ['id', 'body'],
        additionalProperties: false,
      },
      outputSchema: {
        type: 'object',
        properties: { ...fields(2), nested: { type: 'object', properties: fields(10) } },
      },
      annotations: { readOnlyHint: false, openWorldHint: true },
      request: {
        method: 'POST',
        path: `/things${index}/{id}`,
        parameters: [
          { property: 'id', name: 'id', in: 'path', style: 'simple', explode: false },
          { property: 'limit', name: 'limit', in: 'query', style: 'form', explode: true },
          { property: 'tags', name: 'tags', in: 'query', style: 'form', explode: true },
          { property: 'region', name: 'X-Region', in: 'header', style: 'simple', explode: false },
        ],
        body: { property: 'body', mediaType: 'application/json' },
        accept: ['application/json'],
        security: [],
      },
    }),
  );
}
