import { essenceOf, isJson, isText, isXml, sequenceKindOf } from '../media-types.js';
import { decode } from './charset.js';
import type { Content, TextContent, Told } from './content.js';
import { toldFitting } from './cut-text.js';
import { hiddenNote, withoutHidden, type Notation } from './hidden-text.js';
import { isTextual } from './sniff.js';

/** A content as it may be shown, and what a model has to know of how it was read. */
interface ReadableText {
  readonly text: string;
  readonly notes: readonly string[];
}

// Texts that neither their name nor their registration calls so.
const furtherTexts = /^(?:message\/|application\/(?:http|x-www-form-urlencoded)$)/;

function isFurtherText(essence: string): boolean {
  return sequenceKindOf(essence) !== undefined || furtherTexts.test(essence);
}

/** Whether contents of a media type are read as text. */
export function isReadable(mediaType: string): boolean {
  const essence = essenceOf(mediaType);
  return [isJson, isXml, isText].some((matches) => matches(essence)) || isFurtherText(essence);
}

/** Whether a content of a type that only its API knows is text all the same: it names a charset, and is text. */
export function isCharsetText({ mediaType, bytes }: Content): boolean {
  return (
    /^application\/(?:vnd\.|x-)/i.test(mediaType) && /;\s*charset\s*=/i.test(mediaType) && isTextual(bytes)
  );
}

/** A content as text: decoded, without hidden characters and without secrets. */
export function textOf(content: Content): ReadableText {
  const decoded = decode(content);
  // Hidden characters go first: one inside a secret would keep it from being found.
  const { text, removed } = withoutHidden(decoded.text, notationOf(content.mediaType));
  const notes = [decoded.note ?? '', removed === 0 ? '' : hiddenNote(removed)].filter((note) => note !== '');
  return { text: content.redact(text), notes };
}

function notationOf(mediaType: string): Notation {
  const essence = essenceOf(mediaType);
  if (isJson(essence) || sequenceKindOf(essence) !== undefined) return 'json';
  return isXml(essence) || essence === 'text/html' ? 'markup' : 'plain';
}

/** A text is given as it is. */
export function readText(content: TextContent): Told {
  return /\S/.test(content.text) ? toldFitting(content) : { ...toldFitting(content), empty: true };
}
