import type { Diagnostics } from '../diagnostics/diagnostics.js';
import type { ApiModel, Operation } from '../model/model.js';
import type { Manifest } from '../runtime/manifest.js';
import { createVariableNames, planCredentials } from './environment.js';
import { identifiersOf } from './identifiers.js';
import { createInputPlanner } from './input-schema.js';
import { planModules } from './modules.js';
import { createOutputPlanner } from './output-schema.js';
import type { EnvironmentVariable, PlannedTool, PlanOptions, ServerPlan } from './plan.js';
import { planTool, type Candidate } from './plan-tool.js';
import { nameProject } from './project-names.js';
import { reachableSchemas } from './reachable-schemas.js';
import { planBody, type PlannedBody } from './request-body.js';
import { createFlattener, type Flattener } from './schema-flatten.js';
import { planServers } from './servers.js';
import { cleanLine, cleanText, cutBytes } from './text.js';
import { nameTools, routeOf } from './tool-names.js';

/** Decides everything that the emitted project will say; `undefined` where there is nothing to make a tool of. */
export function planServer(
  model: ApiModel,
  options: PlanOptions,
  diagnostics: Diagnostics,
): ServerPlan | undefined {
  const flattener = createFlattener(model.schemas);
  const bodies = selectOperations(model.operations, flattener, diagnostics);
  const operations = [...bodies.keys()];
  if (operations.length === 0) {
    diagnostics.report('no-operations', { problem: whyNone(model) });
    return undefined;
  }
  const { packageName, serverName, prefix } = nameProject(options.name, model.title, options.envPrefix);
  const variableNames = createVariableNames(prefix, diagnostics);
  const servers = planServers(model, operations, options.serverUrl, variableNames, diagnostics);
  const allowedOriginsEnv = variableNames.take('allowed', 'origins');
  const requirements = operations.map(({ security }) => security);
  const credentials = planCredentials(model.securitySchemes, requirements, variableNames);
  const candidates = nameCandidates(bodies, servers.byOperation, options, diagnostics);
  const tools = planTools(model, candidates, flattener, diagnostics);
  const title = cleanLine(model.title);
  return {
    packageName,
    title: title === '' ? serverName : title,
    description: cleanText(model.description ?? '') || undefined,
    manifest: {
      manifestVersion: 1,
      server: serverOf(serverName, model),
      ...instructionsOf(model),
      upstream: servers.upstream,
      allowedOriginsEnv,
      securitySchemes: credentials.securitySchemes,
      tools: tools.map(({ definition }) => definition),
    },
    modules: planModules(placeTools(tools, operations), model.tags),
    schemas: reachableSchemas(tools, model.schemas),
    leftOut: [],
    variables: [...servers.variables, ...credentials.variables, allowedOrigins(allowedOriginsEnv)],
  };
}

function whyNone({ operations }: ApiModel): string {
  return operations.length === 0 ? 'the document has no operations.' : 'no operation can be called.';
}

/** The operations that can be called, each with the body that it sends. */
function selectOperations(
  operations: readonly Operation[],
  flattener: Flattener,
  diagnostics: Diagnostics,
): ReadonlyMap<Operation, PlannedBody | undefined> {
  const bodies = new Map<Operation, PlannedBody | undefined>();
  for (const operation of operations) {
    const decision =
      operation.unusable === undefined
        ? planBody(operation, flattener, diagnostics)
        : { refused: operation.unusable };
    if ('body' in decision) bodies.set(operation, decision.body);
    else {
      const details = { operation: routeOf(operation), reason: decision.refused };
      diagnostics.report('operation-skipped', details, operation.origin);
    }
  }
  return bodies;
}

function nameCandidates(
  bodies: ReadonlyMap<Operation, PlannedBody | undefined>,
  servers: ReadonlyMap<Operation, Candidate['server']>,
  options: PlanOptions,
  diagnostics: Diagnostics,
): readonly Candidate[] {
  const operations = [...bodies.keys()];
  const names = nameTools(operations, options.names, diagnostics);
  const identifiers = identifiersOf([...names.values()]);
  return operations.map((operation) => {
    const name = names.get(operation) ?? '';
    const identifier = identifiers.get(name) ?? name;
    return { operation, name, identifier, body: bodies.get(operation), server: servers.get(operation) };
  });
}

function planTools(
  model: ApiModel,
  candidates: readonly Candidate[],
  flattener: Flattener,
  diagnostics: Diagnostics,
): readonly PlannedTool[] {
  const keys = [...model.securitySchemes.values()].flatMap(({ scheme }) =>
    scheme.type === 'apiKey' ? [scheme.name.toLowerCase()] : [],
  );
  const planners = {
    planInput: createInputPlanner(flattener, new Set(keys)),
    planOutput: createOutputPlanner(flattener),
  };
  return candidates.map((candidate) => planTool(candidate, planners, diagnostics));
}

/** The tools in the order of their operations, each with its place. */
function placeTools(tools: readonly PlannedTool[], operations: readonly Operation[]) {
  return tools.map((tool, at) => ({
    tool,
    tag: operations[at]?.tags[0],
    path: tool.definition.request.path,
  }));
}

function serverOf(name: string, { apiVersion, title }: ApiModel): Manifest['server'] {
  const line = cleanLine(title);
  return { name, version: cleanLine(apiVersion) || '0.0.0', ...(line === '' ? {} : { title: line }) };
}

/** Hosts cut longer instructions at 2 KB, all servers' together. */
const mostInstructions = 1500;

function instructionsOf({ title, description }: ApiModel): { readonly instructions?: string } {
  const texts = [cleanLine(title), cleanText(description ?? '')].filter((text) => text !== '');
  return texts.length === 0 ? {} : { instructions: cutBytes(texts.join('\n\n'), mostInstructions) };
}

function allowedOrigins(name: string): EnvironmentVariable {
  const purpose = 'Further origins that requests and credentials may go to, separated by commas';
  return { name, purpose, default: undefined, required: false, secret: false };
}
