import { toldEmpty, type TextContent, type Told } from './content.js';
import { toldFitting } from './cut-text.js';

/** Gives XML as text, as the API sent it, and as structure where the document has a schema of it. */
export async function readXml(content: TextContent): Promise<Told> {
  if (!/\S/.test(content.text)) return toldEmpty('The answer has no content.');
  const told = toldFitting(content);
  const { answerXml } = content.tool.request;
  if (answerXml === undefined) return told;
  // Most APIs have no XML.
  const { withXmlStructure } = await import('./xml-structure.js');
  return withXmlStructure(told, content, answerXml);
}
