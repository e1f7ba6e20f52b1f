import { jsonpath, JSONPathNode, type JSONPathQuery } from 'json-p3';
import { isContainer } from '../json.js';
import type { Budget } from './budget.js';
import type { Query } from './queries.js';

/** A value that a query found, and the way to it. */
export interface Found {
  readonly value: unknown;
  readonly key: string;
  /** `undefined` for the root. */
  readonly parent: Found | undefined;
}

interface Evaluation {
  readonly root: unknown;
  readonly budget: Budget;
  /** What a filter costs for each value that it looks at. */
  readonly filterCost: number;
}

type Segment = JSONPathQuery['segments'][number];
type Selector = Segment['selectors'][number];
type Value = JSONPathNode['value'];

/**
 * The values that a query selects, in its order; one that is selected twice comes twice.
 *
 * The library chooses members and evaluates filters. The way from segment to segment is gone here, so that every value
 * is counted, and so that `$` in a filter inside a filter is the root of the document still.
 *
 * To that end the queries in filters get a `lazyQuery` of ours for as long as this runs. It is the method that the
 * library's filters call today; if a version of it calls another one, their cost is no longer counted, which a test of
 * the steps of a query tells. The library is pinned to an exact version.
 */
export function* select(query: Query, root: unknown, budget: Budget): Generator<Found> {
  const filterCost = Math.ceil(query.text.length / charactersPerStep);
  const evaluation = { root, budget, filterCost };
  const inner = query.parts.filter((part) => part instanceof jsonpath.expressions.FilterQuery);
  const compared = comparedIn(query.parts);
  for (const part of inner) {
    const { path } = part;
    path.lazyQuery = (value) => valuesOf(path, value, compared.has(part), evaluation);
  }
  try {
    yield* follow(query.compiled, rootAt(root), evaluation);
  } finally {
    // A query outlives the document that it is asked of, which would stay in memory with it.
    for (const { path } of inner) Reflect.deleteProperty(path, 'lazyQuery');
  }
}

const charactersPerStep = 64;

/** The operands of comparisons and functions, which look at the whole of a value. */
function comparedIn(parts: readonly object[]): ReadonlySet<object> {
  const { InfixExpression, FunctionExtension } = jsonpath.expressions;
  const operands = parts.flatMap((part) => {
    if (part instanceof InfixExpression) return part.logical ? [] : [part.left, part.right];
    return part instanceof FunctionExtension ? part.args : [];
  });
  return new Set(operands);
}

function* valuesOf(
  query: JSONPathQuery,
  start: unknown,
  isCompared: boolean,
  evaluation: Evaluation,
): Generator<JSONPathNode> {
  const { root, budget } = evaluation;
  budget.spend(1);
  for (const { value } of follow(query, rootAt(start), evaluation)) {
    budget.spend(isCompared ? 1 + budget.weigh(value).nodes : 1);
    yield nodeOf(value, root);
  }
}

function follow({ segments }: JSONPathQuery, start: Found, evaluation: Evaluation): Iterable<Found> {
  let found: Iterable<Found> = [start];
  for (const segment of segments) found = step(segment, found, evaluation);
  return found;
}

function* step(segment: Segment, found: Iterable<Found>, evaluation: Evaluation): Generator<Found> {
  // The library does not name the class of descendant segments.
  const isDescendant = segment.toString().startsWith('..');
  for (const from of found) {
    for (const around of isDescendant ? containersIn(from, evaluation) : [from]) {
      for (const selector of segment.selectors) yield* choose(selector, around, evaluation);
    }
  }
}

/** A value and all objects and arrays in it, each before its members. */
function* containersIn(from: Found, { budget }: Evaluation): Generator<Found> {
  const open = [from];
  for (let top = open.pop(); top !== undefined; top = open.pop()) {
    yield top;
    if (!isContainer(top.value)) continue;
    const members = Object.entries(top.value);
    budget.spend(members.length);
    for (const [key, value] of members.reverse()) {
      if (isContainer(value)) open.push({ value, key, parent: top });
    }
  }
}

function* choose(
  selector: Selector,
  from: Found,
  { root, budget, filterCost }: Evaluation,
): Generator<Found> {
  budget.spend(1);
  if (!isContainer(from.value)) return;
  if (selector instanceof jsonpath.selectors.FilterSelector) {
    budget.spend(Object.keys(from.value).length * filterCost);
  }
  for (const { value, location } of selector.lazyResolve(nodeOf(from.value, root))) {
    budget.spend(1);
    yield { value, key: String(location[0]), parent: from };
  }
}

function rootAt(value: unknown): Found {
  return { value, key: '', parent: undefined };
}

/** Locations are kept by us: the library would copy the whole way at every step. */
function nodeOf(value: unknown, root: unknown): JSONPathNode {
  // What was parsed from JSON or YAML.
  return new JSONPathNode(value as Value, [], root as Value);
}
