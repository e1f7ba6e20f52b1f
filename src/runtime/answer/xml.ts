import { toldEmpty, withNotes, type Content, type Told } from './content.js';
import { readBeginning } from './cut-beginning.js';
import { toldFitting } from './fit-text.js';

/** Gives XML as text, as the API sent it, and as structure where the document has a schema of it. */
export async function readXml(content: Content): Promise<Told> {
  const { text, notes, goesOn } = readBeginning(content);
  if (!goesOn && !/\S/.test(text)) return withNotes(toldEmpty('The answer has no content.'), notes);
  const told = toldFitting({ ...content, text }, undefined, goesOn);
  const { answerXml } = content.tool.request;
  if (answerXml === undefined) return withNotes(told, notes);
  // Most APIs have no XML.
  const { withXmlStructure } = await import('./xml-structure.js');
  return withNotes(withXmlStructure(told, { ...content, text, goesOn }, answerXml), notes);
}
