import { imageTypeOf, isJsonText, isTextual, markupTypeOf } from '../answer/sniff.js';
import { essenceOf, isJson, isText, isXml } from '../media-types.js';
import { isInRange, type Binary } from './binary.js';
import { invalid } from './encoding.js';
import { isOpenRange, isSameType, typesInWords, unnamed } from './media-ranges.js';

/** A kind of file that its first bytes tell from all others. */
interface FileKind {
  readonly mediaType: string;
  /** The media types that such a file can be declared as. */
  readonly types: RegExp;
  /** What it begins with, in hex; missing for the images that `imageTypeOf` knows. */
  readonly start?: RegExp;
}

/** Every kind of file that is known by its bytes. A new one is an entry here. */
const kinds: readonly FileKind[] = [
  { mediaType: 'image/png', types: /^image\/(?:x-)?png$/ },
  { mediaType: 'image/jpeg', types: /^image\/p?jpe?g$/ },
  { mediaType: 'image/gif', types: /^image\/gif$/ },
  { mediaType: 'image/webp', types: /^image\/webp$/ },
  { mediaType: 'image/avif', types: /^image\/avif$/ },
  { mediaType: 'image/tiff', types: /^image\/(?:x-)?tiff?$/, start: /^(?:49492a00|4d4d002a)/ },
  { mediaType: 'image/bmp', types: /^image\/(?:x-)?(?:ms-)?bmp$/, start: /^424d.{8}0{8}/ },
  {
    mediaType: 'image/heic',
    types: /^image\/hei[cf]$/,
    start: /^.{8}66747970(?:686569(?:63|6d|73|78)|6d696631)/,
  },
  { mediaType: 'application/pdf', types: /^application\/(?:x-)?pdf$/, start: /^255044462d/ },
  {
    mediaType: 'application/zip',
    // Documents of office programs, books and archives of Java are zip files too.
    types:
      /^[^/]+\/(?:x-)?zip(?:-compressed)?$|\+zip$|openxmlformats|opendocument|java-archive|android\.package/,
    start: /^504b(?:0304|0506)/,
  },
  {
    mediaType: 'application/gzip',
    types: /^application\/(?:x-)?(?:gzip|tgz|gtar)(?:-compressed)?$|\+gzip$/,
    start: /^1f8b/,
  },
  {
    mediaType: 'video/mp4',
    types: /^(?:audio|video)\/(?:mp4|x-m4[av]|quicktime|3gpp2?)$/,
    start: /^.{8}66747970/,
  },
  { mediaType: 'video/webm', types: /^(?:audio|video)\/(?:webm|x-matroska)$/, start: /^1a45dfa3/ },
  { mediaType: 'audio/wav', types: /^audio\/(?:x-|vnd\.)?wave?$/, start: /^52494646.{8}57415645/ },
  { mediaType: 'audio/ogg', types: /^(?:audio|video|application)\/(?:ogg|opus)$/, start: /^4f676753/ },
  { mediaType: 'audio/flac', types: /^audio\/(?:x-)?flac$/, start: /^664c6143/ },
  {
    mediaType: 'audio/mpeg',
    types: /^audio\/(?:mpeg|mp3|mpeg3)$/,
    start: /^(?:494433|ff(?:e[23]|f[23ab]))/,
  },
];

/** Where bytes stand, for words about them. */
interface BytesPlace {
  readonly property: string;
  /** ` in 'file'`; empty for the argument itself. */
  readonly place: string;
}

/**
 * The media type of bytes, of those that are declared: the one that a `data:` URL tells, or else what the bytes begin
 * as. What is told and not declared is refused, for the API would take the bytes for something else.
 */
export function fileType(
  { bytes, mediaType }: Binary,
  declared: readonly string[],
  { property, place }: BytesPlace,
): string {
  const [only] = declared;
  if (only === undefined) return unnamed;
  if (mediaType !== undefined) {
    if (declared.some((range) => isInRange(mediaType, range))) return mediaType;
    const alias = declared.find((range) => isSameType(mediaType, range));
    if (alias !== undefined) return alias;
    if (essenceOf(mediaType) !== unnamed) {
      if (declared.some(isOpenRange)) return unnamed;
      const wanted = typesInWords(declared);
      throw invalid(property, `has ${essenceOf(mediaType)}${place}, where the API takes ${wanted}`);
    }
  }
  if (declared.length === 1 && !only.includes('*')) return only;
  const type = typeByBytes(bytes, declared) ?? firstOf(declared);
  if (type !== undefined) return type;
  const problem = `has bytes${place} that do not show which of ${typesInWords(declared)} they are`;
  throw invalid(property, `${problem}: give them as a data: URL, which says its type`);
}

/** The declared media type that bytes show themselves to be of; `undefined` where they show none. */
export function typeByBytes(bytes: Buffer, declared: readonly string[]): string | undefined {
  const concrete = declared.filter((range) => !range.includes('*'));
  const kind = kindOf(bytes);
  if (kind !== undefined) {
    const { mediaType, types } = kind;
    const range = declared.find((each) => !isOpenRange(each) && isInRange(mediaType, each));
    return concrete.find((each) => types.test(essenceOf(each))) ?? (range && mediaType) ?? openOf(concrete);
  }
  // What these are is known by bytes that are not there.
  const possible = concrete.filter((range) => !kinds.some(({ types }) => types.test(essenceOf(range))));
  return isTextual(bytes) ? (textTypeOf(bytes, possible) ?? possible[0]) : (openOf(possible) ?? possible[0]);
}

function openOf(ranges: readonly string[]): string | undefined {
  return ranges.find(isOpenRange);
}

function kindOf(bytes: Buffer): FileKind | undefined {
  const image = imageTypeOf(bytes);
  const start = bytes.toString('hex', 0, 16);
  return kinds.find((kind) => (kind.start === undefined ? kind.mediaType === image : kind.start.test(start)));
}

function textTypeOf(bytes: Buffer, ranges: readonly string[]): string | undefined {
  const json = ranges.find(isJson);
  if (json !== undefined && isJsonText(bytes, false)) return json;
  const markup = markupTypeOf(bytes);
  const marked =
    markup === undefined
      ? undefined
      : ranges.find((range) => (markup === 'text/html' ? essenceOf(range) === markup : isXml(range)));
  return marked ?? ranges.find((range) => isText(range) && essenceOf(range) !== 'text/html');
}

/** Bytes of any type are within an open range; within another one a type has to be known. */
function firstOf(declared: readonly string[]): string | undefined {
  const concrete = declared.find((range) => !range.includes('*'));
  return concrete ?? (declared.some(isOpenRange) ? unnamed : undefined);
}
