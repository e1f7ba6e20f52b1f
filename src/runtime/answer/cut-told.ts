import type { JsonSchema } from '../json-schema.js';
import type { ToolDefinition } from '../manifest.js';
import type { Content } from './content.js';
import type { JsonCut } from './cut-json.js';
import { cutAt, shorten } from './cut-text.js';
import { withoutHidden } from './hidden-text.js';
import { bareName, pagePositions, pageSizes } from './paging-names.js';

/** What is not given of an answer, as data: in `_meta`, and in the structured content where that is an object. */
export interface Truncation {
  /** All of it in words. */
  readonly message: string;
  /** Bytes that were read of the answer. */
  readonly bytes: number;
  /** What ended reading, a limit or a fault; missing where the answer was read to its end. */
  readonly stopped?: NonNullable<Content['cut']>;
  /** Characters that are given of a text. */
  readonly characters?: number;
  /** Where something is missing. */
  readonly cuts?: readonly JsonCut[];
  /** Arguments of the tool that ask for less. */
  readonly narrowBy?: readonly string[];
  /** What is missing of single parts, by their numbers from 1 on. */
  readonly parts?: readonly (Truncation & { readonly part: number })[];
}

/** What a cut has to tell beside the answer. */
export interface Missing {
  readonly characters?: number;
  readonly cuts?: readonly JsonCut[];
  /** The key of a member that was not read to its end, as JSON. */
  readonly lostKey?: string | undefined;
  /** Whether what was not read to its end was closed behind its last whole element. */
  readonly isClosed?: boolean;
}

/** Characters that the words on a cut may take. */
export const mostWords = 600;

// Of more places and arguments the first will do.
const mostPlaces = 20;
const mostNamed = 4;
const mostPathCharacters = 60;

/** The line above what is given that tells of what is missing. */
export function cutLine({ message }: Truncation): string {
  return `[${message}]\n`;
}

/** Tells what is missing. */
export function tellTruncation(
  content: Content,
  { characters, cuts = [], lostKey, isClosed = false }: Missing,
): Truncation {
  const { cut, tool, redact } = content;
  const bytes = content.bytes.length;
  const narrowBy = argumentsForLess(tool).slice(0, mostPlaces);
  // Names are the API's text like its values.
  const clean = (name: string): string => redact(withoutHidden(name, 'plain').text);
  const places = cuts.slice(0, mostPlaces).map((place) => ({ ...place, path: clean(place.path) }));
  const sentences = [
    characters === undefined
      ? cutsInWords(places, cuts.length, isClosed && lostKey === undefined)
      : `Cut: the first ${characters} characters are given.`,
    cut === undefined ? `The answer has ${bytes} bytes.` : stoppedInWords(cut, bytes),
    lostKey === undefined
      ? ''
      : `${shorten(clean(lostKey), mostPathCharacters)} was not read to its end and is left out.`,
    narrowBy.length === 0 ? '' : `Ask for less with ${narrowBy.slice(0, mostNamed).join(', ')}.`,
  ];
  return {
    message: cutAt(sentences.filter((sentence) => sentence !== '').join(' '), mostWords),
    bytes,
    ...(cut === undefined ? {} : { stopped: cut }),
    ...(characters === undefined ? {} : { characters }),
    ...(places.length === 0 ? {} : { cuts: places }),
    ...(narrowBy.length === 0 ? {} : { narrowBy }),
  };
}

function cutsInWords(cuts: readonly JsonCut[], count: number, isUnnamed: boolean): string {
  if (count === 0) return isUnnamed ? 'Cut: what was not read to its end is left out.' : 'Cut.';
  const more = count > mostNamed ? ` and ${count - mostNamed} more places` : '';
  return `Cut: ${cuts.slice(0, mostNamed).map(cutInWords).join('; ')}${more}.`;
}

function cutInWords({ path, unit, kept, of, atLeast, bytes }: JsonCut): string {
  const place =
    path === ''
      ? ''
      : ` ${unit === undefined ? 'of' : 'in'} ${shorten(JSON.stringify(path), mostPathCharacters)}`;
  if (unit === undefined) return `the value${place} (${bytes} bytes) is left out`;
  return `${kept} of ${of}${atLeast === true ? ' or more' : ''} ${unit}${place} are given`;
}

const stops = {
  size: 'Reading stopped at the limit of bytes',
  time: 'Reading stopped at the limit of time',
  events: 'Reading stopped at the limit of events',
  fault: 'The answer broke off',
};

function stoppedInWords(cut: keyof typeof stops, bytes: number): string {
  return `${stops[cut]}, after ${bytes} bytes; what followed is not known.`;
}

/** The arguments of a tool that say how much it answers, by their names: `limit`, `body.page_token`. */
function argumentsForLess({ inputSchema, request }: ToolDefinition): readonly string[] {
  const names = new Map(request.parameters.map(({ property, name }) => [property, name]));
  const own = Object.keys(inputSchema.properties).filter((property) =>
    saysHowMuch(names.get(property) ?? property),
  );
  const body = request.body?.property;
  const schema = body === undefined ? undefined : inputSchema.properties[body];
  const inside = Object.keys(membersOf(schema)).filter(saysHowMuch);
  return [...own, ...inside.map((name) => `${body}.${name}`)];
}

function membersOf(schema: JsonSchema | undefined): object {
  const properties = schema?.['properties'];
  return typeof properties === 'object' && properties !== null ? properties : {};
}

function saysHowMuch(name: string): boolean {
  const bare = bareName(name);
  return pageSizes.has(bare) || pagePositions.has(bare);
}
