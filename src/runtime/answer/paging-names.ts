/** Names of parameters that say how many items a page has, without signs and case. */
export const pageSizes: ReadonlySet<string> = new Set([
  'limit',
  'perpage',
  'pagesize',
  'pagelimit',
  'maxresults',
  'maxitems',
  'itemsperpage',
  'top',
]);

/** Names of parameters that say where a page begins, without signs and case. */
export const pagePositions: ReadonlySet<string> = new Set([
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

/** A name as these tables have it: `perpage` of `per_page` and of `perPage`. */
export function bareName(name: string): string {
  return name.toLowerCase().replace(/[^a-z]/g, '');
}
