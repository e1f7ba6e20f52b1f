import type { XmlBinding } from '../binding.js';
import type { TextContent, Told } from './content.js';
import { fitJson } from './cut-characters.js';
import { truncatedKey, withTruncation } from './cut-text.js';
import { tellTruncation, type Truncation } from './cut-told.js';
import { withMember } from './json.js';
import { scanJson } from './json-scan.js';
import { parseXml } from './xml-document.js';
import { readXmlValue } from './xml-values.js';

const doctypeNote = 'The XML has a DOCTYPE; nothing that it declares was looked at.';

/** Adds to an answer in XML the value that it stands for, cut to the limits; tells where there is none. */
export function withXmlStructure(told: Told, content: TextContent, bindings: readonly XmlBinding[]): Told {
  const { text, cut, limits } = content;
  const parsed = parseXml(text, { depth: limits.depth, isCut: cut !== undefined });
  if ('problem' in parsed) {
    return withNote(told, parsed.problem === 'deep' ? tooDeep(content) : malformedNote);
  }
  const noted = parsed.hasDoctype ? withNote(told, doctypeNote) : told;
  const value = readXmlValue(bindings, parsed.root);
  const json = JSON.stringify(value);
  const scan = scanJson(json, limits.depth, false);
  if (scan === undefined) return withNote(noted, tooDeep(content));
  if (cut === undefined && json.length <= limits.resultCharacters) {
    return { ...noted, structuredContent: value };
  }
  const fitting = fitJson(scan, content);
  if (fitting === undefined) return noted;
  const truncation = tellTruncation(content, { cuts: fitting.cuts });
  const structure: unknown = JSON.parse(fitting.text);
  return {
    ...withCut(noted, truncation),
    structuredContent: withMember(structure, truncation, content.tool.outputSchema),
  };
}

const malformedNote =
  'The API calls this XML, but it is not well-formed without what a DOCTYPE may declare; it is given as text alone.';

function tooDeep({ limits }: TextContent): string {
  return `The XML is nested more than ${limits.depth} levels deep, so it is given as text alone.`;
}

function withNote(told: Told, note: string): Told {
  return { ...told, notes: [...(told.notes ?? []), note] };
}

/** Where the text is cut too, it tells of that itself. */
function withCut(told: Told, truncation: Truncation): Told {
  const inText = told.meta?.[truncatedKey];
  if (inText === undefined) return withTruncation(withNote(told, truncation.message), truncation);
  return withTruncation(told, { ...truncation, ...(inText as Truncation) });
}
