import {
  FunctionExpressionType,
  jsonpath,
  JSONPathEnvironment,
  JSONPathError,
  type FilterFunction,
  type JSONPathQuery,
} from 'json-p3';
import type { Origin } from '../../diagnostics/diagnostics.js';
import type { Limits } from '../limits.js';
import type { Budget } from './budget.js';
import { regularExpressions, type Comparison } from './regular-expressions.js';

/** A JSONPath query of RFC 9535. */
export interface Query {
  readonly text: string;
  /** Where it stands in its overlay. */
  readonly origin: Origin;
  readonly compiled: JSONPathQuery;
  /** Everything that the query is made of, those of the queries in its filters included. */
  readonly parts: readonly object[];
}

/** Reads a text as a query, or says why it is none. */
export type ReadQuery = (text: string, origin: Origin) => Query | { readonly problem: string };

/** A reader of queries, all of which take what they cost from one budget. */
export function queryReader(limits: Limits, budget: Budget): ReadQuery {
  const environment = environmentOf(limits, budget);
  return (text, origin) => {
    if (text.length > mostCharacters) return { problem: `it has more than ${mostCharacters} characters` };
    const compiled = compile(text, environment);
    if ('problem' in compiled) return compiled;
    const parts = partsOf(compiled);
    const problem = excessOf(parts);
    return problem === undefined ? { text, origin, compiled, parts } : { problem };
  };
}

// More than what people write, and few enough that evaluating them cannot end the stack.
const mostCharacters = 10_000;
const mostSegments = 1_000;
const mostFilters = 100;

function excessOf(parts: readonly object[]): string | undefined {
  const segments = parts.filter((part) => part instanceof jsonpath.JSONPathSegment).length;
  if (segments > mostSegments) return `it has more than ${mostSegments} segments`;
  const filters = parts.filter((part) => part instanceof jsonpath.selectors.FilterSelector).length;
  return filters > mostFilters ? `it has more than ${mostFilters} filters` : undefined;
}

function environmentOf(limits: Limits, budget: Budget): JSONPathEnvironment {
  const environment = new JSONPathEnvironment({ maxRecursionDepth: limits.depth + 1 });
  const compare = regularExpressions(budget);
  for (const comparison of ['match', 'search'] as const) {
    environment.functionRegister.set(comparison, functionOf(comparison, compare));
  }
  return environment;
}

/** A function extension of RFC 9535 that takes two values and gives a truth. */
function functionOf(comparison: Comparison, compare: ReturnType<typeof regularExpressions>): FilterFunction {
  return {
    argTypes: [FunctionExpressionType.ValueType, FunctionExpressionType.ValueType],
    returnType: FunctionExpressionType.LogicalType,
    call: (text: unknown, pattern: unknown) => compare(text, pattern, comparison),
  };
}

function compile(
  text: string,
  environment: JSONPathEnvironment,
): JSONPathQuery | { readonly problem: string } {
  try {
    return environment.compile(text);
  } catch (error) {
    // The parser descends once per level of what it reads.
    if (error instanceof RangeError) return { problem: 'it is nested too deeply' };
    if (!(error instanceof JSONPathError)) throw error;
    return { problem: `at character ${error.token.index + 1}: ${wordsOf(error)}` };
  }
}

/** The library's words, without the excerpt that it puts behind them. */
function wordsOf({ message }: JSONPathError): string {
  return message.replace(/ \('.*':\d+\)$/s, '').replace(/\.$/, '');
}

function partsOf(query: JSONPathQuery): readonly object[] {
  const parts = new Set<object>([query]);
  // A set goes on to what is added to it meanwhile.
  for (const part of parts) {
    for (const inner of Object.values(part) as readonly unknown[]) {
      if (typeof inner === 'object' && inner !== null) parts.add(inner);
    }
  }
  return [...parts];
}
