import type { Operation, Parameter } from '../../model/model.js';
import { isSafeMethod } from '../annotations.js';
import type { Flattener } from '../schemas/flatten.js';

/** Extensions by which vendors declare that an operation gives its list in pages. */
const declarations = [
  'x-speakeasy-pagination',
  'x-fern-pagination',
  'x-ms-pageable',
  'x-stainless-pagination-property',
];

/** Names of query parameters that say how many items a page has, without signs and case. */
const sizes: ReadonlySet<string> = new Set([
  'limit',
  'perpage',
  'pagesize',
  'pagelimit',
  'maxresults',
  'maxitems',
  'itemsperpage',
  'top',
]);

/** Names of query parameters that say where a page begins, without signs and case. */
const positions: ReadonlySet<string> = new Set([
  'page',
  'pagenumber',
  'pagetoken',
  'pagecursor',
  'nexttoken',
  'nextpagetoken',
  'cursor',
  'after',
  'before',
  'startingafter',
  'marker',
  'offset',
  'pageoffset',
  'skip',
  'skiptoken',
  'continuationtoken',
  'pageafter',
]);

/** `(paginated, 25 a page)` where the operation gives a list in pages, as far as its document tells; else nothing. */
export function pagingHint(operation: Operation, args: readonly Parameter[], flattener: Flattener): string {
  const query = args.filter((parameter) => parameter.in === 'query');
  const size = query.find(({ name }) => sizes.has(bareName(name)));
  const isPaired = size !== undefined && query.some(({ name }) => positions.has(bareName(name)));
  const isDeclared = declarations.some((name) => isSaid(operation.extensions.get(name)));
  if (!isDeclared && !(isPaired && isSafeMethod(operation.method))) return '';
  const told = size === undefined ? '' : sizeOf(size, flattener);
  return `(paginated${told})`;
}

/** `x-ms-pageable` is an object also where there is no link to the next page. */
function isSaid(value: unknown): boolean {
  return value !== undefined && value !== null && value !== false;
}

function bareName(name: string): string {
  return name.toLowerCase().replace(/[^a-z]/g, '');
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
