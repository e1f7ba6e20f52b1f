/** Takes what a document holds, in its order. */
export interface XmlListener {
  readonly open: (name: string, attributes: ReadonlyMap<string, string>) => void;
  readonly close: () => void;
  /** Text or a CDATA section, or a piece of one. */
  readonly text: (text: string) => void;
  readonly doctype: () => void;
  /** May come several times, and anything may follow. */
  readonly malformed: () => void;
  /** Whether the rest of the document is not wanted. */
  readonly isDone: () => boolean;
}

/** What of sax is used. */
interface SaxLibrary {
  readonly parser: (strict: boolean, options: Readonly<Record<string, unknown>>) => SaxParser;
}

interface SaxParser extends Readonly<Record<(typeof growing)[number], string>> {
  readonly write: (text: string) => unknown;
  readonly close: () => unknown;
  readonly error: Error | null;
  /** What was read of a declaration, until it is known which one it is. */
  readonly sgmlDecl: string;
}

/** Where the library keeps what it read of something whose end it has not seen. */
const growing = ['textNode', 'comment', 'cdata', 'doctype', 'procInstBody', 'attribValue'] as const;

/** What is set on a parser before it is used. */
interface SaxSettings {
  readonly onopentagstart: (tag: { attributes: object }) => void;
  readonly onattribute: (attribute: { readonly name: string; readonly value: string }) => void;
  readonly onopentag: (tag: { readonly name: string }) => void;
  readonly onclosetag: () => void;
  readonly ontext: (text: string) => void;
  readonly oncdata: (text: string) => void;
  readonly ondoctype: () => void;
  readonly onprocessinginstruction: (instruction: { readonly body: string }) => void;
  readonly onsgmldeclaration: () => void;
  readonly onerror: () => void;
}

/** A project whose API answers in no XML of known structure does not have the library: nothing may refer to its types. */
const libraryName: string = 'sax';

// This module is loaded with the first answer that needs it.
const { default: sax } = (await import(libraryName)) as { readonly default: SaxLibrary };

/**
 * In place of the library's own record of a tag's attributes, by which it drops the second of two with one name, and
 * fails after one that is named like the method it asks: of this one it learns nothing, and so tells of each.
 */
const noRecord = Object.freeze({ hasOwnProperty: () => false });

/** Of entities, only the five that every document knows. */
const options = { strictEntities: true, position: false } as const;

const noAttributes: ReadonlyMap<string, string> = new Map();

/** The library looks at all of a declaration again with each of its characters: an unknown one has to end soon. */
const pieceLength = 1024;
const longestKeyword = '[CDATA['.length;

/** Characters that it may keep one by one. */
const mostLoose = 16 * pieceLength;

/**
 * Tells what an XML document holds, which sax reads strictly, and answers how many characters of it were read. What a
 * DOCTYPE declares is passed over: no entity is expanded but the five that every document knows. The end of a text that
 * was cut is no fault.
 */
export function readXmlEvents(text: string, isCut: boolean, listener: XmlListener): number {
  const parser = Object.assign(sax.parser(true, options), settingsFor(listener));
  let joined = 0;
  for (let at = 0; at < text.length; at += pieceLength) {
    // Seldom enough to take linear time, however long it grows.
    if (at - joined > Math.max(mostLoose, joined / 4)) {
      for (const name of growing) inOnePiece(parser[name]);
      joined = at;
    }
    parser.write(text.slice(at, at + pieceLength));
    if (parser.sgmlDecl.length > longestKeyword) listener.malformed();
    const read = at + pieceLength;
    if (read < text.length && listener.isDone()) return read;
  }
  // After an error the library throws it.
  if (!isCut && parser.error === null) parser.close();
  return text.length;
}

function settingsFor(listener: XmlListener): SaxSettings {
  const { text, malformed } = listener;
  let attributes: Map<string, string> | undefined;
  const names = new Map<string, string>();
  // Each name that the library tells is a text of its own, and in a document there are few.
  const shared = (name: string): string => names.get(name) ?? (names.set(name, name), name);
  return {
    onopentagstart: (tag) => {
      tag.attributes = noRecord;
      attributes = undefined;
    },
    onattribute: ({ name, value }) => {
      attributes ??= new Map();
      if (attributes.has(name)) malformed();
      attributes.set(shared(name), inOnePiece(value));
    },
    onopentag: ({ name }) => listener.open(shared(name), attributes ?? noAttributes),
    onclosetag: listener.close,
    ontext: (run) => text(inOnePiece(run)),
    oncdata: (section) => text(inOnePiece(section)),
    ondoctype: listener.doctype,
    onprocessinginstruction: ({ body }) => {
      // The library does not see the end of one after a question mark, and passes over what follows.
      if (body.includes('?>')) malformed();
    },
    onsgmldeclaration: malformed,
    onerror: malformed,
  };
}

/** The library puts texts together character by character, and V8 keeps all of these until the text is looked into. */
function inOnePiece(text: string): string {
  return text.charCodeAt(0) >= 0 ? text : '';
}
