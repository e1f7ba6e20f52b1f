import type { Diagnostics } from '../diagnostics/diagnostics.js';
import { pointerTo } from '../diagnostics/pointer.js';
import type { ApiModel, Operation, OperationHead } from '../model/model.js';
import type { Manifest, ToolDefinition } from '../runtime/manifest.js';
import { withAccess } from './access.js';
import { planAliases, reportChangedNames, reportLostAliases } from './names/aliases.js';
import { annotationStyle } from './annotations.js';
import type { Curation } from './curation/curation.js';
import { curateOperations, curateTags } from './curation/curate.js';
import { planFixedVariables } from './fixed-variables.js';
import { countReasons, leftOutOf } from './left-out.js';
import { planClients } from './client-variables.js';
import { createHeaderPlanner } from './header-annotations.js';
import { mirroredHeaders } from './headers/mirrored.js';
import { createToolLister } from './hosts/listing.js';
import { identifiersOf } from './names/identifiers.js';
import { createInputPlanner } from './input-schema.js';
import { planModules } from './modules.js';
import { nameTools } from './names/name-tools.js';
import { createOutputPlanner } from './output-schema.js';
import type { PlannedTool, PlanOptions, ServerPlan } from './plan.js';
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
import { planScopes } from './scopes.js';
import { describeServer, instructionsOf } from './server-words.js';
import { reportTexts } from './texts/findings.js';
import { reportListed } from './texts/listed-findings.js';
import { cleanLine, cleanText } from './texts/text.js';
import { createTextPlanner } from './texts/tool-texts.js';
import { routeOf } from './names/tool-names.js';
import { reportUnknownParameters } from './unknown-settings.js';
import { planNamedUpstream } from './named-upstream.js';
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
  const bodies = planBodies(model, flattener, curations, diagnostics);
  if (bodies.size > 0) return planProject(model, { flattener, curations, bodies }, options, diagnostics);
  diagnostics.report('no-operations', { problem: whyNone(model, leftOut) }, model.origin);
  return undefined;
}

/** What is known of operations before anything is named. */
interface ReadOperations {
  readonly flattener: Flattener;
  readonly curations: ReadonlyMap<Operation, Curation>;
  /** Those that can be called. */
  readonly bodies: ReadonlyMap<Operation, PlannedBody | undefined>;
}

function planProject(
  model: ApiModel,
  { flattener, curations, bodies }: ReadOperations,
  options: PlanOptions,
  diagnostics: Diagnostics,
): ServerPlan {
  const operations = [...bodies.keys()];
  const { serverName, prefix, ...project } = nameProject(options.name, model.title, options.envPrefix);
  const { serverKey } = project;
  const asked = tightenOptions(options, serverKey);
  const upstream = planNamedUpstream(model, { operations, curations, prefix }, options, diagnostics);
  const candidates = nameCandidates(bodies, curations, upstream.byOperation, asked, diagnostics);
  const tools = planTools(model, candidates, { flattener, serverKey, ...asked }, diagnostics);
  proveTools(tools, serverKey, asked, diagnostics);
  reportWords(model, candidates, tools, diagnostics);
  reportSchemas(operations, model.schemas, flattener, diagnostics);
  const described = {
    ...describeServer(serverName, model),
    ...upstream.manifest,
    tools: definitionsOf(tools),
  };
  const manifest = withAccess(described, model, options, diagnostics);
  return {
    ...project,
    profiles: options.profiles,
    title: cleanLine(model.title) || serverName,
    description: cleanText(model.description ?? '') || undefined,
    manifest,
    modules: planModules(placeTools(tools, candidates), curateTags(model, options.settings, diagnostics)),
    schemas: reachableSchemas(tools, model.schemas),
    ...traitsOf(manifest),
    securitySchemes: upstream.securitySchemes,
    variables: [...upstream.variables, ...planFixedVariables(manifest.tools)],
    variableNames: upstream.variableNames,
  };
}

function definitionsOf(tools: readonly PlannedTool[]): readonly ToolDefinition[] {
  return tools.map(({ definition }) => definition);
}

/** What a server needs, and asks of its clients. */
function traitsOf(
  manifest: Manifest,
): Pick<ServerPlan, 'clients' | 'mirroredHeaders' | 'features' | 'limits'> {
  return {
    clients: planClients(manifest),
    mirroredHeaders: mirroredHeaders(manifest.tools),
    features: planFeatures(manifest),
    limits: planLimits(),
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
  curations: ReadonlyMap<Operation, Curation>,
  diagnostics: Diagnostics,
): ReadonlyMap<Operation, PlannedBody | undefined> {
  const bodies = new Map<Operation, PlannedBody | undefined>();
  const { schemas } = model;
  const planning = { flattener, schemas, planXml: createXmlPlanner(model, flattener), diagnostics };
  for (const operation of model.operations) {
    const refused = operation.unusable ?? curations.get(operation)?.unreadable;
    const decision = refused === undefined ? planBody(operation, planning) : { refused };
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

/** What is known before tools are planned. */
interface PlanningFacts {
  readonly flattener: Flattener;
  readonly serverKey: string;
}

function planTools(
  model: ApiModel,
  candidates: readonly Candidate[],
  { flattener, serverKey, ...options }: PlanOptions & PlanningFacts,
  diagnostics: Diagnostics,
): readonly PlannedTool[] {
  const keys = [...model.securitySchemes.values()].flatMap(({ scheme }) =>
    scheme.type === 'apiKey' ? [scheme.name.toLowerCase()] : [],
  );
  const credentials = new Set(keys);
  const planHeaders = createHeaderPlanner(model.schemas, flattener, credentials);
  const { auth, passes, settings } = options;
  const facts = { serverKey, securitySchemes: model.securitySchemes, auth };
  const scopes = planScopes(candidates, facts, settings, diagnostics);
  const planners = {
    planInput: createInputPlanner(flattener, { credentials, auth, planHeaders, passes }),
    planOutput: createOutputPlanner(flattener, createXmlAnswerPlanner(model, flattener)),
    planTexts: createTextPlanner(candidates, flattener),
    scopesOf: (candidate: Candidate) => scopes.get(candidate),
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
