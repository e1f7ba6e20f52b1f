import type { Client, Tool } from '@modelcontextprotocol/client';
import type { RequestBinding } from '../binding.js';
import type { JsonSchema, ObjectSchema } from '../json-schema.js';
import type { DocumentedOperation, DocumentedOperations } from './self-test.js';
import { credentialOutcome, type ExpectedCredential, type TestedSchemes } from './credentials.js';
import { fixedValues, madeUpSettings, missingOnStdio } from './fixed.js';
import { sampleOf } from './samples.js';
import type { StubApi } from './stub.js';
import { withXmlBody } from './xml.js';
import { isSendable } from '../request/fixed-arguments.js';
import { createValidators, type Validate, type ValidatorOf } from '../validation.js';

/** One tool call, and the request that must come of it. */
export interface PlannedCall {
  readonly operation: DocumentedOperation;
  readonly values: Readonly<Record<string, unknown>>;
  /** What is sent beside the arguments. */
  readonly fixed: Readonly<Record<string, unknown>>;
  /** What the call lacks, so that nothing may be sent. */
  readonly missing: string | undefined;
  /** Why it is not made; `undefined` where it is. */
  readonly skip: string | undefined;
  readonly credentials: readonly ExpectedCredential[];
  /** What the stub answers. */
  readonly answer: unknown;
}

/** What a project does by code of its own. */
export interface OwnCode {
  /** Tools whose calls are not made. */
  readonly overridden: ReadonlySet<string>;
  /** Security schemes. */
  readonly hooked: ReadonlySet<string>;
}

/** Plans calls of up to `count` operations, spread over the groups, with arguments made from the listed schemas. */
export async function planCalls(
  documented: DocumentedOperations,
  tools: readonly Tool[],
  { overridden, hooked }: OwnCode,
  count: number,
): Promise<readonly PlannedCall[]> {
  const schemes: TestedSchemes = { ...documented, hooked };
  const listed = new Map(tools.map((tool) => [tool.name, tool]));
  const validatorOf = createValidators();
  const settings = madeUpSettings(documented.operations);
  const calls: PlannedCall[] = [];
  for (const operation of spread(documented.operations)) {
    if (calls.length === count) break;
    const tool = listed.get(operation.tool);
    if (tool === undefined || overridden.has(operation.tool)) continue;
    const made = await sampleArguments(tool.inputSchema as ObjectSchema, validatorOf);
    const values =
      made && isCarried(made, operation.request) ? withXmlBody(operation.request, made) : undefined;
    const answer = await sampleAnswer(tool.outputSchema, validatorOf);
    // Some patterns are beyond a sample generator: another operation takes the place.
    if (values === undefined || answer === undefined) continue;
    const { credentials, ...outcome } = credentialOutcome(operation.request, schemes);
    const missing = missingOnStdio(operation.request) ?? outcome.missing;
    calls.push({
      operation,
      values,
      fixed: fixedValues(operation.request, settings),
      missing,
      skip: missing === undefined ? outcome.skip : undefined,
      answer,
      credentials,
    });
  }
  return calls;
}

/** The first of every group, then the second of every group, and so on. */
function spread(operations: readonly DocumentedOperation[]): readonly DocumentedOperation[] {
  const seen = new Map<string | undefined, number>();
  const ranked = operations.map((operation) => {
    const rank = seen.get(operation.group) ?? 0;
    seen.set(operation.group, rank + 1);
    return { operation, rank };
  });
  return ranked.sort((a, b) => a.rank - b.rank).map(({ operation }) => operation);
}

/** Values for every argument that a sample can be made for; `undefined` where a required one is not among them. */
async function sampleArguments(
  schema: ObjectSchema,
  validatorOf: ValidatorOf,
): Promise<PlannedCall['values'] | undefined> {
  const validate = await validatorOf(schema);
  let values = sampleOf(schema) as PlannedCall['values'];
  for (let problem = validate(values); problem !== undefined; problem = validate(values)) {
    const name = problem.pointer.split('/')[1]?.replaceAll('~1', '/').replaceAll('~0', '~');
    if (name === undefined || schema.required?.includes(name) === true || !Object.hasOwn(values, name))
      return undefined;
    values = Object.fromEntries(Object.entries(values).filter(([other]) => other !== name));
  }
  return values;
}

/** Whether each parameter has a way to carry its sample: a list with spaces between its items has none for `a b`. */
function isCarried(values: PlannedCall['values'], { parameters }: RequestBinding): boolean {
  return parameters.every(
    (parameter) =>
      !Object.hasOwn(values, parameter.property) || isSendable(values[parameter.property], parameter),
  );
}

async function sampleAnswer(schema: JsonSchema | undefined, validatorOf: ValidatorOf): Promise<unknown> {
  if (schema === undefined) return { ok: true };
  const validate: Validate = await validatorOf(schema);
  return [sampleOf(schema), {}, null].find((value) => validate(value) === undefined);
}

/**
 * Makes a planned call; throws unless the API was called as documented and the result tells of a success, or unless a
 * call that lacks something was refused.
 */
export async function makeCall(client: Client, stub: StubApi, call: PlannedCall): Promise<void> {
  const { operation, values, fixed, missing, credentials, answer } = call;
  stub.expect({ request: operation.request, values: { ...values, ...fixed }, credentials }, answer);
  const result = await client.callTool({ name: operation.tool, arguments: values });
  if (missing !== undefined) {
    if (result.isError === true && stub.received() === 0) return;
    throw new Error(`A call without ${missing} was not refused before it was sent.`);
  }
  const problems = stub.problems();
  if (problems.length === 0 && result.isError !== true) return;
  const texts = result.content.map((block) => (block.type === 'text' ? block.text : block.type));
  throw new Error([...problems, ...texts].join('\n'));
}
