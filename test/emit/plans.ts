import type { PlannedTool, ServerPlan } from '../../src/plan/plan.js';
import type { JsonSchema, ObjectSchema } from '../../src/runtime/json-schema.js';

/** What a test says of a tool; the rest is made up. */
export interface ToolSketch {
  readonly identifier?: string;
  readonly name?: string;
  readonly path?: string;
  readonly description?: string;
  readonly input?: ObjectSchema;
  readonly output?: JsonSchema | boolean;
}

/** A tool as the planner would hand it over. */
export function plannedTool(sketch: ToolSketch): PlannedTool {
  const { identifier = 'listPets', name = identifier, path = '/pets', description } = sketch;
  const input = sketch.input ?? { type: 'object', properties: {}, additionalProperties: false };
  return {
    origin: { file: 'openapi.yaml', pointer: '/paths' },
    definition: {
      name,
      ...(description === undefined ? {} : { description }),
      inputSchema: input,
      request: { method: 'GET', path, parameters: [], accept: ['application/json'], security: [] },
    },
    identifier,
    types: { input, output: sketch.output },
  };
}

/** A plan of one module with these tools; `changes` replace what a test is about. */
export function serverPlan(tools: readonly PlannedTool[], changes: Partial<ServerPlan> = {}): ServerPlan {
  return {
    packageName: 'pets-mcp',
    serverKey: 'pets',
    mirroredHeaders: [],
    profiles: [],
    title: 'Pets',
    description: undefined,
    manifest: {
      manifestVersion: 1,
      server: { name: 'pets-mcp', version: '1.0.0' },
      upstream: { url: 'https://api.example.com', variables: {}, env: 'PETS_BASE_URL' },
      allowedOriginsEnv: 'PETS_ALLOWED_ORIGINS',
      securitySchemes: {},
      tools: tools.map(({ definition }) => definition),
    },
    modules: [{ fileName: 'pets.ts', title: 'pets', description: undefined, tools }],
    schemas: new Map(),
    features: [],
    securitySchemes: [],
    variables: [],
    variableNames: {},
    clients: { auth: 'none', identity: undefined, hasIssuer: false, variables: [] },
    limits: [],
    ...changes,
  };
}
