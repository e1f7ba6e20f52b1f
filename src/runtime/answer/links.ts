import { parametersOf } from '../media-types.js';

/** The links of a Link field (RFC 8288 3) that fit into so many characters. */
export interface FittingLinks {
  readonly value: string;
  /** How many were left out. */
  readonly dropped: number;
}

/** Leaves whole links out of a Link field where it is too long: the one to the next page last, else those at the end. */
export function fitLinks(field: string, most: number): FittingLinks {
  if (field.length <= most) return { value: field, dropped: 0 };
  const links = linksOf(field);
  const kept = new Set<string>();
  let room = most;
  for (const link of [...links.filter(isNext), ...links]) {
    const length = link.length + (kept.size === 0 ? 0 : separator.length);
    if (kept.has(link) || length > room) continue;
    kept.add(link);
    room -= length;
  }
  return { value: [...kept].join(separator), dropped: new Set(links).size - kept.size };
}

const separator = ', ';

/** Commas stand in URLs and in quotes too. What has no end goes on to the end: no alternative leads back. */
function linksOf(field: string): readonly string[] {
  const links = field.match(/(?:[^,<"]|<[^>]*>?|"(?:[^"\\]|\\[^])*(?:"|\\?$))+/g) ?? [];
  return links.map((link) => link.trim()).filter((link) => link !== '');
}

function isNext(link: string): boolean {
  const relations = parametersOf(link.slice(link.indexOf('>') + 1)).get('rel') ?? '';
  return relations.toLowerCase().split(/\s+/).includes('next');
}
