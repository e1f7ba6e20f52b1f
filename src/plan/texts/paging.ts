import type { Operation, Parameter } from '../../model/model.js';
import { bareName, pagePositions, pageSizes } from '../../runtime/answer/paging-names.js';
import { isSafeMethod } from '../annotations.js';
import type { Flattener } from '../schemas/flatten.js';
import type { ListFinder } from './list-answers.js';
import { sentencesOf } from './cut.js';

/** Extensions by which vendors declare that an operation gives its list in pages. */
const declarations = [
  'x-speakeasy-pagination',
  'x-fern-pagination',
  'x-ms-pageable',
  'x-stainless-pagination-property',
];

/** What tells the pages of lists. */
export interface PagingSources {
  readonly flattener: Flattener;
  readonly listsOf: ListFinder;
}

/** `(paginated, 25 a page)` where the operation gives a list in pages, as far as its document tells; else nothing. */
export function pagingHint(
  operation: Operation,
  args: readonly Parameter[],
  { flattener, listsOf }: PagingSources,
): string {
  const query = args.filter((parameter) => parameter.in === 'query');
  const size = query.find((parameter) => isSize(parameter, flattener));
  const isPaired = size !== undefined && query.some((parameter) => isPosition(parameter, flattener));
  const isDeclared = declarations.some((name) => isSaid(operation.extensions.get(name)));
  const isList = isPaired && isSafeMethod(operation.method) && listsOf(operation)?.length !== 0;
  if (!isDeclared && !isList) return '';
  const told = size === undefined ? '' : sizeOf(size, flattener);
  return `(paginated${told})`;
}

/** What limits something else than a number of items. */
const otherUnits =
  /\b(?:(?:milli|micro)?seconds?|minutes?|hours?|timeout|time limit|bytes?|[KMG]i?B|speed|bandwidth|memory|per second)\b|\brate\b/i;

function isSize(parameter: Parameter, flattener: Flattener): boolean {
  return pageSizes.has(bareName(parameter.name)) && !otherUnits.test(lead(parameter, flattener));
}

function isPosition(parameter: Parameter, flattener: Flattener): boolean {
  if (!pagePositions.has(bareName(parameter.name))) return false;
  const { alternatives } = flattener.flatten(parameter.schema.json);
  // Whatever lies before a day is a selection, not a page.
  const isDate = alternatives.some(({ limits }) => /^(?:full-)?date/.test(String(limits['format'])));
  const isMoment = /^(?:before|after)$/.test(bareName(parameter.name));
  return !isDate && !(isMoment && /\b(?:dates?|time|timestamp)\b/i.test(lead(parameter, flattener)));
}

/** The first sentence on a parameter. */
function lead({ description, schema }: Parameter, flattener: Flattener): string {
  const text = description ?? flattener.annotationsOf(schema.json).description ?? '';
  return typeof text === 'string' ? (sentencesOf(text.slice(0, 400))[0] ?? '') : '';
}

/** `x-ms-pageable` is an object also where there is no link to the next page. */
function isSaid(value: unknown): boolean {
  return value !== undefined && value !== null && value !== false;
}

function sizeOf({ schema }: Parameter, flattener: Flattener): string {
  const { annotations, alternatives } = flattener.flatten(schema.json);
  const usual = annotations.default;
  if (isCount(usual)) return `, ${usual} a page`;
  const [only] = alternatives;
  const most = alternatives.length === 1 ? only?.limits['maximum'] : undefined;
  return isCount(most) ? `, at most ${most} a page` : '';
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0;
}
