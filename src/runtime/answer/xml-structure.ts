import type { XmlBinding } from '../binding.js';
import type { Limits } from '../limits.js';
import { withNotes, type TextContent, type Told } from './content.js';
import { fitJson } from './cut-characters.js';
import { cutAt } from './cut-text.js';
import type { JsonCut } from './cut-json.js';
import { mostWords, tellTruncation, type Truncation } from './cut-told.js';
import { truncatedKey, withTruncation } from './fit-text.js';
import { withMember } from './json.js';
import { scanJson } from './json-scan.js';
import { redactValue } from './redact-json.js';
import { parseXml, type XmlDocument, type XmlProblem } from './xml-document.js';
import { readXmlValue } from './xml-values.js';

const doctypeNote = 'The XML has a DOCTYPE; nothing that it declares was looked at.';

// As many characters as the shortest element has: a text that is given whole has no more of them.
const leastEach = 4;

// What goes on fills memory as it is. With its name and its value, an element is seldom shorter in JSON.
const usualEach = 16;

/** XML as text, as much of it as was decoded. */
interface XmlText extends TextContent {
  /** Whether there is more of it. */
  readonly goesOn: boolean;
}

/**
 * Adds to an answer in XML the value that it stands for, cut to the limits; tells where there is none. No more of it
 * is read than could be given.
 */
export function withXmlStructure(told: Told, content: XmlText, bindings: readonly XmlBinding[]): Told {
  const { text, cut, goesOn, limits } = content;
  const parsed = parseXml(text, {
    depth: limits.depth,
    isCut: cut !== undefined || goesOn,
    nodes: Math.ceil(limits.resultCharacters / (goesOn ? usualEach : leastEach)),
  });
  if ('problem' in parsed) return withNotes(told, [problemNotes[parsed.problem](limits)]);
  const noted = parsed.hasDoctype ? withNotes(told, [doctypeNote]) : told;
  const value = redactValue(readXmlValue(bindings, parsed.root), content.redact);
  return withValue(noted, content, parsed, value);
}

function withValue(told: Told, content: XmlText, document: XmlDocument, value: unknown): Told {
  const { limits, tool } = content;
  const { isCut } = document;
  // A part of a single value would be another value.
  if (isCut && (typeof value !== 'object' || value === null)) return withNotes(told, [scalarNote]);
  const json = JSON.stringify(value);
  const scan = scanJson(json, limits.depth, false);
  if (scan === undefined) return withNotes(told, [problemNotes.deep(limits)]);
  if (!isCut && json.length <= limits.resultCharacters) return { ...told, structuredContent: value };
  const fitting = fitJson(scan, isCut ? { ...content, cut: content.cut ?? 'size' } : content);
  if (fitting === undefined) return told;
  const note = readNote(content, document);
  const truncation = truncationOf(content, document, fitting.cuts);
  const structure: unknown = JSON.parse(fitting.text);
  return {
    ...withCut(note === undefined ? told : withNotes(told, [note]), truncation),
    structuredContent: withMember(structure, truncation, tool.outputSchema),
  };
}

function truncationOf(content: XmlText, document: XmlDocument, cuts: readonly JsonCut[]): Truncation {
  // In which lists reading stopped is not known of the value.
  const counted = cuts.map((each) => (document.isCut && each.of !== undefined ? atLeast(each) : each));
  const truncation = tellTruncation(content, { cuts: counted });
  const note = readNote(content, document);
  if (note === undefined) return truncation;
  return { ...truncation, message: cutAt(`${note} ${truncation.message}`, mostWords) };
}

/** Tells how much of the XML the structure is made of, where that is not all that there is of it. */
function readNote({ cut, goesOn }: XmlText, { isCut, read }: XmlDocument): string | undefined {
  const isPart = goesOn || (isCut && cut === undefined);
  return isPart ? `The structure is made of the first ${read} characters of the XML.` : undefined;
}

function atLeast(cut: JsonCut): JsonCut {
  return { ...cut, atLeast: true };
}

const scalarNote = 'The XML is a single value that was not read to its end, so it is given as text alone.';

/** Why there is no structure. */
const problemNotes: Readonly<Record<XmlProblem, (limits: Limits) => string>> = {
  malformed: () =>
    'The API calls this XML, but it is not well-formed without what a DOCTYPE may declare; it is given as text alone.',
  deep: ({ depth }) => `The XML is nested more than ${depth} levels deep, so it is given as text alone.`,
  unfinished: () => 'The first tag of the XML does not end in what was read, so it is given as text alone.',
};

/** Where the text is cut too, it tells of that itself. */
function withCut(told: Told, truncation: Truncation): Told {
  const inText = told.meta?.[truncatedKey];
  if (inText === undefined) return withTruncation(withNotes(told, [truncation.message]), truncation);
  return withTruncation(told, { ...truncation, ...(inText as Truncation) });
}
