import { shareOut } from './cut-shares.js';
import {
  isArray,
  isContainer,
  isFollowed,
  memberValue,
  sizeOf,
  sliceOf,
  valueEnd,
  type JsonScan,
} from './json-scan.js';

/** What was taken out of an answer at one place. */
export interface JsonCut {
  /** JSON Pointer (RFC 6901) to what is not whole. */
  readonly path: string;
  /** What it holds; missing where a single value is left out. */
  readonly unit?: 'items' | 'members';
  /** How many of them are given. */
  readonly kept?: number;
  /** How many there are. */
  readonly of?: number;
  /** There may be more: reading stopped inside. */
  readonly atLeast?: true;
  /** The size of a single value that is left out. */
  readonly bytes?: number;
}

/** A JSON text that was made to fit. */
export interface FittingJson {
  readonly text: string;
  readonly cuts: readonly JsonCut[];
}

/** A cut that is going on. */
interface Cutting {
  readonly scan: JsonScan;
  readonly cuts: JsonCut[];
  /** Keys as they stand in the text, and positions in arrays, from the root to the current place. */
  readonly path: (string | number)[];
  /** Whether the text turned out to be no JSON. */
  isBroken: boolean;
}

/** Objects with more members are maps of rows, which are kept whole from the first on. */
const mostMembers = 256;

/**
 * Cuts a JSON text between its elements to `room` bytes; `undefined` where it is no JSON, or a single value that is too
 * large.
 */
export function cutJson(scan: JsonScan, room: number): FittingJson | undefined {
  const size = sizeOf(scan);
  if (size <= room) return { text: sliceOf(scan, 0, size), cuts: [] };
  if (!isContainer(scan.bytes, 0)) return undefined;
  const cutting: Cutting = { scan, cuts: [], path: [], isBroken: false };
  const text = cutContainer(cutting, 0, room);
  return cutting.isBroken ? undefined : { text, cuts: cutting.cuts };
}

/** The array or object that begins at `start`, in `room` bytes; it calls itself once for each level of nesting. */
function cutContainer(cutting: Cutting, start: number, room: number): string {
  const { scan } = cutting;
  const end = valueEnd(scan, start) ?? sizeOf(scan);
  if (end - start <= room) return sliceOf(scan, start, end);
  const shared = isArray(scan.bytes, start) ? undefined : cutObject(cutting, start, end, room);
  return shared ?? keepFirst(cutting, start, end, room);
}

/** An element of an array, or a member of an object. */
interface Element {
  readonly start: number;
  /** Where its value begins. */
  readonly value: number;
  readonly end: number;
}

/** Reads the element that begins at `at`; where there is none, the text is no JSON. */
function elementAt(cutting: Cutting, at: number, container: number, close: number): Element | undefined {
  const value = valueAt(cutting.scan, at, container);
  const end = elementEnd(cutting, value, close);
  return value === undefined || end === undefined ? undefined : { start: at, value, end };
}

function valueAt(scan: JsonScan, at: number, container: number): number | undefined {
  return isArray(scan.bytes, container) ? at : memberValue(scan, at);
}

function elementEnd(cutting: Cutting, value: number | undefined, close: number): number | undefined {
  const end = value === undefined ? undefined : valueEnd(cutting.scan, value);
  if (end !== undefined && (end === close || (end < close && isFollowed(cutting.scan, end)))) return end;
  cutting.isBroken = true;
  return undefined;
}

/** Keeps whole elements from the first on. One that is too large for much that is left is given in part. */
function keepFirst(cutting: Cutting, start: number, end: number, room: number): string {
  const { scan } = cutting;
  const close = end - 1;
  let count = 0;
  let inner = start + 1;
  let next = elementAt(cutting, inner, start, close);
  while (next !== undefined && next.end < close && next.end - start < room) {
    inner = next.end;
    count += 1;
    next = elementAt(cutting, inner + 1, start, close);
  }
  if (next === undefined) return '';
  const isList = isArray(scan.bytes, start);
  const key = isList ? count : sliceOf(scan, next.start, next.value - 1);
  const part = partOf(cutting, next, key, room, inner - start + 2);
  const kept = part === undefined ? count : count + 1;
  const of = count + countFrom(cutting, next.start, start, close);
  if (kept < of) note(cutting, start, { unit: isList ? 'items' : 'members', kept, of });
  const shown = part === undefined || count === 0 ? (part ?? '') : `,${part}`;
  return sliceOf(scan, start, inner) + shown + (isList ? ']' : '}');
}

/** What can be given of an element that is too large for what is left of the room. */
function partOf(
  cutting: Cutting,
  { start, value }: Element,
  key: string | number,
  room: number,
  taken: number,
): string | undefined {
  const { scan } = cutting;
  const left = room - taken - (value - start);
  if (!isContainer(scan.bytes, value) || left < 2 || left < room / 2) return undefined;
  cutting.path.push(key);
  const part = sliceOf(scan, start, value) + cutContainer(cutting, value, left);
  cutting.path.pop();
  return part;
}

/** Counts elements, of which there may be millions, without an object for each. */
function countFrom(cutting: Cutting, first: number, start: number, close: number): number {
  let count = 0;
  for (let at = first; at < close; count += 1) {
    const end = elementEnd(cutting, valueAt(cutting.scan, at, start), close);
    if (end === undefined) break;
    at = end + 1;
  }
  return count;
}

/** Shares the room out among the members of an object; `undefined` where there are too many of them. */
function cutObject(cutting: Cutting, start: number, end: number, room: number): string | undefined {
  const { bytes } = cutting.scan;
  const members: Element[] = [];
  for (let at = start + 1; at < end - 1;) {
    const member = elementAt(cutting, at, start, end - 1);
    if (member === undefined || members.push(member) > mostMembers) return undefined;
    at = member.end + 1;
  }
  const parts = members.map((member) => ({
    size: member.end - member.start + 1,
    isDivisible: isContainer(bytes, member.value),
  }));
  // The two braces are there in any case, and one comma less than there are members.
  const shares = shareOut(parts, room - 1);
  if (shares === undefined) return undefined;
  const kept = members.flatMap(
    (member, index) => memberText(cutting, member, (shares[index] ?? 0) - 1) ?? [],
  );
  return `{${kept.join(',')}}`;
}

/** A member in `room` bytes; nothing where it cannot be given in so few. */
function memberText(cutting: Cutting, { start, value, end }: Element, room: number): string | undefined {
  const { scan } = cutting;
  if (end - start <= room) return sliceOf(scan, start, end);
  const left = room - (value - start);
  cutting.path.push(sliceOf(scan, start, value - 1));
  const isGiven = isContainer(scan.bytes, value) && left >= 2;
  const given = isGiven ? sliceOf(scan, start, value) + cutContainer(cutting, value, left) : undefined;
  if (!isGiven) note(cutting, value, { bytes: end - value });
  cutting.path.pop();
  return given;
}

function note(cutting: Cutting, start: number, cut: Omit<JsonCut, 'path'>): void {
  const { cuts, path, scan } = cutting;
  try {
    const steps = path.map((step) => String(typeof step === 'number' ? step : JSON.parse(step)));
    const pointer = steps.map((step) => `/${step.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
    cuts.push({ path: pointer, ...cut, ...(scan.unfinished.has(start) ? { atLeast: true } : {}) });
  } catch {
    // A key that is no string of JSON.
    cutting.isBroken = true;
  }
}
