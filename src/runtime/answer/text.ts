import { essenceOf, isJson, isText, isXml, sequenceKindOf } from '../media-types.js';
import { decode } from './charset.js';
import { withNotes, type Content, type TextContent, type Told } from './content.js';
import { toldFitting } from './fit-text.js';
import { hiddenNote, withoutHidden, type Notation } from './hidden-text.js';
import { redactJson } from './redact-json.js';

/** A content as it may be shown, and what a model has to know of how it was read. */
interface ReadableText {
  readonly text: string;
  readonly notes: readonly string[];
}

// Texts that neither their name nor their registration calls so.
const furtherTexts = /^(?:message\/|application\/(?:http|x-www-form-urlencoded)$)/;

/** Whether contents of a media type are read as text. */
export function isReadable(mediaType: string): boolean {
  const essence = essenceOf(mediaType);
  return [isJson, isXml, isText].some((matches) => matches(essence)) || furtherTexts.test(essence);
}

/** A content as text: decoded, without hidden characters and without secrets. */
export function textOf(content: Content): ReadableText {
  const decoded = decode(content);
  // Hidden characters go first: one inside a secret would keep it from being found.
  const notation = notationOf(content.mediaType);
  const { text, removed } = withoutHidden(decoded.text, notation);
  const notes = [decoded.note ?? '', removed === 0 ? '' : hiddenNote(removed)].filter((note) => note !== '');
  const { redact } = content;
  return { text: notation === 'json' ? redactJson(text, redact) : redact(text), notes };
}

function notationOf(mediaType: string): Notation {
  const essence = essenceOf(mediaType);
  if (isJson(essence) || sequenceKindOf(essence) !== undefined) return 'json';
  return isXml(essence) || essence === 'text/html' ? 'markup' : 'plain';
}

/** Gives a content as text, whatever its type. */
export function readAsText(content: Content): Told {
  const { text, notes } = textOf(content);
  return withNotes(toldFitting({ ...content, text }), notes);
}

/** Makes a resource of a text, which keeps its media type so. */
export function asResource(told: Told, { uri, mediaType }: Content): Told {
  const mimeType = essenceOf(mediaType);
  const content = told.content.map((block): Told['content'][number] =>
    block.type === 'text' ? { type: 'resource', resource: { uri, mimeType, text: block.text } } : block,
  );
  return { ...told, content };
}

/** A text is given as it is. */
export function readText(content: TextContent): Told {
  return /\S/.test(content.text) ? toldFitting(content) : { ...toldFitting(content), empty: true };
}
