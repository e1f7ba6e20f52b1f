import { Diagnostics } from '../../src/diagnostics/diagnostics.js';
import type { ApiModel, Operation, Parameter, RequestBody, Schema } from '../../src/model/model.js';
import { readHostRules } from '../../src/host-data.js';
import { defaultBudgets } from '../../src/plan/hosts/budgets.js';
import { defaultNaming } from '../../src/plan/names/naming.js';
import type { PlanOptions, ServerPlan } from '../../src/plan/plan.js';
import { planServer } from '../../src/plan/plan-server.js';
import { selectOperations, type Selection } from '../../src/plan/selection.js';
import type { ToolDefinition } from '../../src/runtime/manifest.js';

/** Where all parts of a test's document stand. */
export const origin = { file: 'openapi.yaml', pointer: '' };

export const noOptions: PlanOptions = {
  name: undefined,
  serverUrl: undefined,
  envPrefix: undefined,
  filter: [],
  deprecated: true,
  settings: { operations: {}, tags: {} },
  mostOperations: 5000,
  naming: defaultNaming,
  profiles: [],
  budgets: defaultBudgets,
  hostRules: readHostRules(),
  names: {},
};

export function schema(json: Schema['json']): Schema {
  return { origin, json };
}

export function schemaPool(schemas: Readonly<Record<string, Schema['json']>>): ReadonlyMap<string, Schema> {
  return new Map(
    Object.entries(schemas).map(([name, json]) => [
      name,
      { json, origin: { file: origin.file, pointer: `/components/schemas/${name}` } },
    ]),
  );
}

export function operation(own: Partial<Operation> = {}): Operation {
  return {
    origin,
    method: 'GET',
    path: '/',
    operationId: undefined,
    summary: undefined,
    description: undefined,
    tags: [],
    group: own.tags?.[0],
    deprecated: false,
    parameters: [],
    requestBody: undefined,
    responses: [],
    security: [],
    servers: [],
    extensions: new Map(),
    pathExtensions: new Map(),
    unusable: undefined,
    ...own,
  };
}

export function parameter(
  name: string,
  json: Schema['json'] = { type: 'string' },
  own: Partial<Parameter> = {},
): Parameter {
  return {
    origin,
    name,
    in: 'query',
    required: false,
    deprecated: false,
    description: undefined,
    schema: schema(json),
    encoding: { style: 'form', explode: true },
    extensions: new Map(),
    ...own,
  };
}

export function requestBody(
  content: Readonly<Record<string, Schema['json'] | undefined>>,
  own: Partial<RequestBody> = {},
): RequestBody {
  const mediaTypes = Object.entries(content).map(([range, json]) => ({
    origin,
    range,
    schema: json === undefined ? undefined : schema(json),
    encoding: {},
  }));
  return { origin, required: true, description: undefined, content: mediaTypes, ...own };
}

export function response(
  status: string,
  content: Readonly<Record<string, Schema['json'] | undefined>> = {},
): Operation['responses'][number] {
  return { origin, status, description: '', content: requestBody(content).content };
}

export function model(operations: readonly Operation[], own: Partial<ApiModel> = {}): ApiModel {
  return {
    origin,
    version: '3.1',
    title: 'Pets',
    apiVersion: '1.0.0',
    description: undefined,
    servers: [{ origin, url: 'https://api.example.com', variables: {} }],
    tags: [],
    securitySchemes: new Map(),
    schemas: new Map(),
    operations,
    extensions: new Map(),
    ...own,
  };
}

/** Plans a server of the operations that are wanted, with what was found. */
export function plan(
  api: ApiModel,
  options: Partial<PlanOptions> = {},
): {
  readonly plan: ServerPlan | undefined;
  readonly selection: Selection | undefined;
  readonly found: readonly (readonly [code: string, message: string])[];
} {
  const diagnostics = new Diagnostics();
  const all = { ...noOptions, ...options };
  const selection = selectOperations(api, all, diagnostics);
  const planned =
    selection &&
    planServer({ ...api, operations: selection.operations }, selection.leftOut, all, diagnostics);
  return { plan: planned, selection, found: diagnostics.all.map(({ code, message }) => [code, message]) };
}

/** The one tool of an API with one operation. */
export function planOne(own: Partial<Operation>, api: Partial<ApiModel> = {}): ToolDefinition {
  const [tool] = plan(model([operation(own)], api)).plan?.manifest.tools ?? [];
  if (tool === undefined) throw new Error('The operation became no tool.');
  return tool;
}
