import { essenceOf, isJson, isMultipart, isXml, sequenceKindOf } from '../media-types.js';
import { withNotes, type Content, type TextContent, type Told } from './content.js';
import { readEvents } from './events.js';
import { readJson } from './json.js';
import { readMedia } from './media.js';
import { readMultipart } from './multipart.js';
import { isReadable, readText, textOf } from './text.js';
import { readUnknown } from './unknown.js';
import { readXml } from './xml.js';

/** How one kind of content is read: as text, which is decoded and cleaned before, or from its bytes. */
type Kind = { readonly matches: (essence: string) => boolean } & (
  | { readonly reads: 'text'; readonly read: (content: TextContent) => Told | Promise<Told> }
  | { readonly reads: 'bytes'; readonly read: (content: Content) => Told | Promise<Told> }
);

/** Every kind of content; the first that matches its media type reads it. A new one is an entry here. */
const kinds: readonly Kind[] = [
  // Before JSON and text: some names of sequences are like those of other kinds.
  { matches: (essence) => sequenceKindOf(essence) !== undefined, reads: 'text', read: readEvents },
  { matches: isJson, reads: 'bytes', read: readJson },
  // Before images: SVG is a text that models read, and hosts do not show it as an image.
  { matches: isXml, reads: 'bytes', read: readXml },
  { matches: isReadable, reads: 'text', read: readText },
  { matches: (essence) => essence.startsWith('image/'), reads: 'bytes', read: readMedia('image') },
  { matches: (essence) => essence.startsWith('audio/'), reads: 'bytes', read: readMedia('audio') },
  { matches: isMultipart, reads: 'bytes', read: readMultipart },
];

/** Reads a content by its media type. */
export async function readContent(content: Content): Promise<Told> {
  const essence = essenceOf(content.mediaType);
  const kind = kinds.find(({ matches }) => matches(essence));
  if (kind?.reads !== 'text') return (kind?.read ?? readUnknown)(content);
  const { text, notes } = textOf(content);
  return withNotes(await kind.read({ ...content, text }), notes);
}
