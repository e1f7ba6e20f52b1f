import type { JsonSchema } from '../json-schema.js';
import { toldEmpty, toldText, withNotes, type Content, type Told } from './content.js';
import { fitJson, missingOf } from './cut-characters.js';
import { toldBeginning } from './cut-beginning.js';
import { cutLine, tellTruncation, type Truncation } from './cut-told.js';
import { keepDigits } from '../digits.js';
import { toldFitting, withTruncation } from './fit-text.js';
import { isNestedDeeper } from './json-depth.js';
import { scanJson } from './json-scan.js';
import { withoutSpace } from './json-space.js';
import { inUtf8 } from './json-utf8.js';
import { redactValue } from './redact-json.js';
import { textOf } from './text.js';

const noJson = 'The API calls this JSON, but it is not valid JSON:';

/**
 * Gives JSON as text, with the API's own digits, and as structure. What is over the limits is cut between elements, in
 * both at the same places.
 */
export function readJson(content: Content): Told {
  const { bytes, cut, limits } = content;
  return cut === undefined && bytes.length <= limits.resultCharacters
    ? readShort(content)
    : readLong(content);
}

function readShort(content: Content): Told {
  const { text, notes } = textOf(content);
  if (!/\S/.test(text)) return toldNothing();
  const { depth } = content.limits;
  const isDeep = isNestedDeeper(text, depth);
  const value = isDeep ? undefined : parse(text, content);
  const told =
    value === undefined
      ? toldFitting({ ...content, text }, isDeep ? tooDeep(depth) : noJson)
      : { ...toldText(text), structuredContent: value };
  return withNotes(told, notes);
}

/** Reads what may be far too long: its bytes are scanned, and only what is given of them becomes text. */
function readLong(content: Content): Told {
  const { cut, limits, tool } = content;
  const { bytes, notes } = inUtf8(content);
  const json = withoutSpace(bytes);
  if (json.length === 0) return toldNothing();
  const scan = scanJson(json, limits.depth, cut !== undefined);
  if (scan === undefined) return toldBeginning(content, tooDeep(limits.depth));
  const fitting = fitJson(scan, content);
  const value = fitting && parse(fitting.text, content);
  if (fitting === undefined || value === undefined) return toldBeginning(content, whyText(json));
  const allNotes = [...notes, ...fitting.notes];
  if (fitting.cuts.length === 0 && cut === undefined) {
    return withNotes({ ...toldText(fitting.text), structuredContent: value }, allNotes);
  }
  const truncation = tellTruncation(content, missingOf(scan, fitting.cuts));
  const told = {
    ...toldText(cutLine(truncation) + fitting.text),
    structuredContent: withMember(value, truncation, tool.outputSchema),
  };
  return withNotes(withTruncation(told, truncation), allNotes);
}

function toldNothing(): Told {
  return toldEmpty('The answer has no content.');
}

function tooDeep(depth: number): string {
  return `Nested more than ${depth} levels deep, so it is given as text alone:`;
}

function whyText(json: Buffer): string {
  return json.toString('latin1', 0, 1) === '"'
    ? 'A single text of JSON, too long to be given whole:'
    : noJson;
}

function parse(text: string, { redact }: Content): unknown {
  try {
    const value: unknown = JSON.parse(keepDigits(text));
    // Only an escape can hide in the text what is in the value.
    return text.includes('\\') ? redactValue(value, redact) : value;
  } catch {
    return undefined;
  }
}

/** Tells in an object what is missing from it, where its schema leaves room for a further member. */
export function withMember(
  value: unknown,
  truncation: Truncation,
  outputSchema: JsonSchema | undefined,
): unknown {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  const additional = outputSchema?.['additionalProperties'] ?? true;
  if (!isObject || Object.hasOwn(value, '_truncated') || additional !== true) return value;
  return { ...value, _truncated: truncation };
}
