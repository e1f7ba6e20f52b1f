import type { Diagnostics } from '../../diagnostics/diagnostics.js';
import type { Operation, Parameter } from '../../model/model.js';
import type { FixedValue } from '../../runtime/binding.js';
import { isBodyName } from '../names/member-names.js';
import type { Curation, ParameterWish, ParameterWord, Sourced } from './curation.js';
import { decideParameter, type ParameterFacts } from './fixed-values.js';
import { wishOfParameter } from './parameter-extensions.js';
import { assignWords, namesOfParameter, type AssignedWords } from './parameter-words.js';
import { reportUnusable } from './refusal.js';

/** What becomes of the parameters of an operation; those that are nowhere in it are never sent. */
export interface CuratedParameters {
  /** Arguments of the tool. */
  readonly listed: readonly Parameter[];
  /** Sent without being asked for. */
  readonly fixed: ReadonlyMap<Parameter, FixedValue>;
  /** Names of `Mcp-Param-*` headers. */
  readonly headers: ReadonlyMap<Parameter, Sourced<string>>;
  /** Those of the request body and its members: `body.region`, the nearest first. */
  readonly memberHeaders: readonly ParameterWord<string>[];
}

/** Decides which parameters are arguments, and what is sent for the others. */
export function curateParameters(
  operation: Operation,
  curation: Curation,
  facts: ParameterFacts,
  diagnostics: Diagnostics,
): CuratedParameters {
  const listed: Parameter[] = [];
  const fixed = new Map<Parameter, FixedValue>();
  const wishes = assignWords(curation.parameters, operation.parameters);
  const memberHeaders = curation.headers.filter(({ name }) => isOfBody(name, operation));
  const headers = assignWords(
    curation.headers.filter((word) => !memberHeaders.includes(word)),
    operation.parameters,
  );
  for (const parameter of operation.parameters) {
    const wish = wishes.words.get(parameter) ?? wishOfParameter(parameter, diagnostics);
    const decision = wish === undefined ? { listed: true } : decideParameter(parameter, wish.value, facts);
    if (decision.fixed !== undefined) fixed.set(parameter, decision.fixed);
    else if (decision.listed) listed.push(parameter);
    if (wish !== undefined && decision.refused !== undefined) {
      reportUnusable(wish, decision.refused, parameter, diagnostics);
    }
  }
  reportUnfit(operation, wishes, headers, listed, diagnostics);
  return { listed, fixed, headers: headers.words, memberHeaders };
}

/** Whether a word names the request body or a member of it; a parameter that is called so goes first. */
function isOfBody(name: string, { requestBody, parameters }: Operation): boolean {
  if (requestBody === undefined || !isBodyName(name)) return false;
  return !parameters.some((parameter) => namesOfParameter(parameter).includes(name));
}

/** Reports what is said of parameters that the operation has not, that are several, or that are no arguments. */
function reportUnfit(
  operation: Operation,
  parameters: AssignedWords<ParameterWish>,
  headers: AssignedWords<string>,
  listed: readonly Parameter[],
  diagnostics: Diagnostics,
): void {
  for (const { word, problem, isUnknown } of [...parameters.unfit, ...headers.unfit]) {
    // The configuration was looked at as a whole, and what is said of many operations need not fit each.
    if (isUnknown && (!word.isOwn || word.field === 'config')) continue;
    reportUnusable(word, problem, operation, diagnostics);
  }
  for (const [parameter, word] of headers.words) {
    if (!word.isOwn || listed.includes(parameter)) continue;
    reportUnusable(word, 'the parameter is no argument.', operation, diagnostics);
  }
}
