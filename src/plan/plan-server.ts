import type { Diagnostics } from '../diagnostics/diagnostics.js';
import { pointerTo } from '../diagnostics/pointer.js';
import type { ApiModel, Operation, OperationHead } from '../model/model.js';
import type { Manifest, ToolDefinition } from '../runtime/manifest.js';
import { planAliases, reportChangedNames, reportLostAliases } from './names/aliases.js';
import { annotationStyle } from './annotations.js';
import type { Curation } from './curation/curation.js';
import { curateOperations, curateTags } from './curation/curate.js';
import { createVariableNames, planCredentials, type VariableNames } from './environment.js';
import { planFixedVariables, reportTakenVariables } from './fixed-variables.js';
import { countReasons, leftOutOf } from './left-out.js';
import { createHeaderPlanner } from './header-annotations.js';
import { mirroredHeaders } from './headers/mirrored.js';
import { createToolLister } from './hosts/listing.js';
import { identifiersOf } from './names/identifiers.js';
import { createInputPlanner } from './input-schema.js';
import { planModules } from './modules.js';
import { nameTools } from './names/name-tools.js';
import { createOutputPlanner } from './output-schema.js';
import type { EnvironmentVariable, PlannedTool, PlanOptions, ServerPlan } from './plan.js';
import { groupOf, planTool, type Candidate } from './plan-tool.js';
import { tightenOptions } from './hosts/profile-limits.js';
import { nameProject } from './project-names.js';
import { proveTools } from './hosts/prove-tools.js';
import { reachableSchemas } from './schemas/reachable.js';
import { planBody, type PlannedBody } from './request-body.js';
import { planFeatures } from './features.js';
import { planLimits } from './limit-variables.js';
import { reportSchemas } from './schemas/findings.js';
import { createFlattener, type Flattener } from './schemas/flatten.js';
import { planServers } from './servers.js';
import { cutBytes } from './texts/cut.js';
import { reportTexts } from './texts/findings.js';
import { reportListed } from './texts/listed-findings.js';
import { cleanLine, cleanText } from './texts/text.js';
import { createTextPlanner, leadAndText } from './texts/tool-texts.js';
import { routeOf } from './names/tool-names.js';
import { reportUnknownParameters } from './unknown-settings.js';
import { createXmlAnswerPlanner, createXmlPlanner } from './xml/xml.js';

/**
 * Decides everything that the emitted project will say; `undefined` where there is nothing to make a tool of. The model
 * holds the operations that are wanted; `leftOut` says why the others are not.
 */
export function planServer(
  model: ApiModel,
  leftOut: ReadonlyMap<OperationHead, string>,
  options: PlanOptions,
  diagnostics: Diagnostics,
): ServerPlan | undefined {
  const flattener = createFlattener(model.schemas);
  const curations = curateOperations(model, options.settings, diagnostics);
  reportUnknownParameters(model.operations, [...leftOut.keys()], options.settings, flattener, diagnostics);
  const bodies = planBodies(model, flattener, diagnostics);
  const operations = [...bodies.keys()];
  if (operations.length === 0) {
    diagnostics.report('no-operations', { problem: whyNone(model, leftOut) });
    return undefined;
  }
  const names = nameProject(options.name, model.title, options.envPrefix);
  const { packageName, serverName, serverKey, prefix } = names;
  const asked = tightenOptions(options, serverKey);
  const variableNames = createVariableNames(prefix, diagnostics);
  const upstream = planUpstream(model, operations, options, variableNames, diagnostics);
  reportTakenVariables(curations, variableNames, diagnostics);
  const candidates = nameCandidates(bodies, curations, upstream.byOperation, asked, diagnostics);
  const tools = planTools(model, candidates, { flattener, ...asked }, diagnostics);
  proveTools(tools, serverKey, asked, diagnostics);
  reportWords(model, candidates, tools, diagnostics);
  reportSchemas(operations, model.schemas, flattener, diagnostics);
  const definitions = tools.map(({ definition }) => definition);
  return {
    packageName,
    serverKey,
    profiles: options.profiles,
    title: cleanLine(model.title) || serverName,
    description: cleanText(model.description ?? '') || undefined,
    manifest: { ...describeServer(serverName, model), ...upstream.manifest, tools: definitions },
    modules: planModules(placeTools(tools, candidates), curateTags(model, options.settings, diagnostics)),
    schemas: reachableSchemas(tools, model.schemas),
    ...traitsOf(definitions),
    variables: [...upstream.variables, ...planFixedVariables(definitions)],
  };
}

/** What the tools of a server have in common. */
function traitsOf(
  tools: readonly ToolDefinition[],
): Pick<ServerPlan, 'mirroredHeaders' | 'features' | 'limits'> {
  return { mirroredHeaders: mirroredHeaders(tools), features: planFeatures(tools), limits: planLimits() };
}

/** Where requests go, with what credentials, and the variables that say so. */
function planUpstream(
  model: ApiModel,
  operations: readonly Operation[],
  { serverUrl }: PlanOptions,
  names: VariableNames,
  diagnostics: Diagnostics,
) {
  const { upstream, byOperation, variables } = planServers(model, operations, serverUrl, names, diagnostics);
  const allowedOriginsEnv = names.take('allowed', 'origins');
  const requirements = operations.map(({ security }) => security);
  const credentials = planCredentials(model.securitySchemes, requirements, names);
  return {
    manifest: { upstream, allowedOriginsEnv, securitySchemes: credentials.securitySchemes },
    byOperation,
    variables: [...variables, ...credentials.variables, allowedOrigins(allowedOriginsEnv)],
  };
}

function whyNone({ operations }: ApiModel, leftOut: ReadonlyMap<OperationHead, string>): string {
  if (operations.length > 0) return 'no operation can be called.';
  return leftOut.size === 0
    ? 'the document has no operations.'
    : `the selection leaves no operation (left out: ${countReasons(leftOutOf(leftOut))}).`;
}

/** The operations that can be called, each with the body that it sends. */
function planBodies(
  model: ApiModel,
  flattener: Flattener,
  diagnostics: Diagnostics,
): ReadonlyMap<Operation, PlannedBody | undefined> {
  const bodies = new Map<Operation, PlannedBody | undefined>();
  const { schemas } = model;
  const planning = { flattener, schemas, planXml: createXmlPlanner(model, flattener), diagnostics };
  for (const operation of model.operations) {
    const decision =
      operation.unusable === undefined ? planBody(operation, planning) : { refused: operation.unusable };
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
  curations: ReadonlyMap<Operation, Curation>,
  servers: ReadonlyMap<Operation, Candidate['server']>,
  options: PlanOptions,
  diagnostics: Diagnostics,
): readonly Candidate[] {
  const curated = [...curations].filter(([operation]) => bodies.has(operation));
  const chosen = curated.flatMap(([operation, { name }]) =>
    name === undefined ? [] : [[operation, name] as const],
  );
  const operations = curated.map(([operation]) => operation);
  const { naming, names: locked, aliases: lastAliases = {} } = options;
  const names = nameTools(operations, { naming, wanted: new Map(chosen), locked }, diagnostics);
  const aliases = planAliases(names, curations, diagnostics);
  reportChangedNames(names, aliases, locked, diagnostics);
  reportLostAliases(names, aliases, lastAliases, diagnostics);
  const identifiers = identifiersOf([...names.values()]);
  return curated.map(([operation, curation]) => {
    const name = names.get(operation) ?? '';
    const identifier = identifiers.get(name) ?? name;
    const [body, server] = [bodies.get(operation), servers.get(operation)];
    return { operation, curation, name, aliases: aliases.get(operation) ?? [], identifier, body, server };
  });
}

function planTools(
  model: ApiModel,
  candidates: readonly Candidate[],
  { flattener, ...options }: PlanOptions & { readonly flattener: Flattener },
  diagnostics: Diagnostics,
): readonly PlannedTool[] {
  const keys = [...model.securitySchemes.values()].flatMap(({ scheme }) =>
    scheme.type === 'apiKey' ? [scheme.name.toLowerCase()] : [],
  );
  const credentials = new Set(keys);
  const planHeaders = createHeaderPlanner(model.schemas, flattener, credentials);
  const planners = {
    planInput: createInputPlanner(flattener, { credentials, planHeaders, passes: options.passes }),
    planOutput: createOutputPlanner(flattener, createXmlAnswerPlanner(model, flattener)),
    planTexts: createTextPlanner(candidates, flattener),
    styleOf: (title: string) => annotationStyle(options.profiles, title),
  };
  const listFor = createToolLister(options, model.schemas, diagnostics);
  return candidates.map((candidate) => listFor(planTool(candidate, planners, diagnostics)));
}

/** Reports what is wrong with texts: where they were written, and then what is listed of them. */
function reportWords(
  model: ApiModel,
  candidates: readonly Candidate[],
  tools: readonly PlannedTool[],
  diagnostics: Diagnostics,
): void {
  const told = reportTexts(model, candidates, diagnostics);
  const origin = { ...model.origin, pointer: pointerTo(model.origin.pointer, 'info') };
  reportListed({ ...instructionsOf(model), origin, tools }, told, diagnostics);
}

/** The tools in the order of their operations, each with its place. */
function placeTools(tools: readonly PlannedTool[], candidates: readonly Candidate[]) {
  return tools.map((tool, at) => {
    const candidate = candidates[at];
    const tag = candidate && groupOf(candidate.operation, candidate.curation);
    return { tool, tag, path: tool.definition.request.path };
  });
}

/** What the manifest says of the server itself. */
function describeServer(
  name: string,
  model: ApiModel,
): Pick<Manifest, 'manifestVersion' | 'server' | 'instructions'> {
  return { manifestVersion: 1, server: serverOf(name, model), ...instructionsOf(model) };
}

function serverOf(name: string, { apiVersion, title }: ApiModel): Manifest['server'] {
  const line = cleanLine(title);
  return { name, version: cleanLine(apiVersion) || '0.0.0', ...(line === '' ? {} : { title: line }) };
}

/** Hosts cut longer instructions at 2 KB, all servers' together. */
const mostInstructions = 1500;

function instructionsOf({ title, description }: ApiModel): { readonly instructions?: string } {
  const text = leadAndText(cleanLine(title), cleanText(description ?? ''));
  return text === '' ? {} : { instructions: cutBytes(text, mostInstructions) };
}

function allowedOrigins(name: string): EnvironmentVariable {
  const purpose = 'Further origins that requests and credentials may go to, separated by commas';
  return { name, purpose, default: undefined, required: false, secret: false };
}
