import { $RefParser } from '@apidevtools/json-schema-ref-parser';
import type { Diagnostics } from '../diagnostics/diagnostics.js';
import type { Limits } from './limits.js';
import { parseText, type ParsedText } from './parse-text.js';
import { decodeText } from './text-encoding.js';

/** Why a file was not read. */
export interface Unread {
  readonly code: 'refused-reference' | 'unresolved-reference';
  readonly problem: string;
}

/** Fetches the bytes of one file. */
export type ReadBytes = () => Uint8Array | Unread;

/** What came of reading one file: its text and, where that is valid, its value. */
export interface FileReading {
  /** In bytes. */
  readonly size: number;
  readonly text: string;
  readonly parsed: ParsedText | undefined;
}

/** Reads and parses one file; what is wrong with its text is reported. */
export async function readFile(
  file: string,
  readBytes: ReadBytes,
  limits: Limits,
  diagnostics: Diagnostics,
): Promise<FileReading | Unread> {
  // swagger-parser's reference parser opens every file, by a resolver and a parser of ours and no others. Its own
  // search for references is not used: it takes those in examples too, in time quadratic in their number.
  const result = await new $RefParser<FileReading | Unread>().parse(file, {
    resolve: {
      external: false,
      file: false,
      http: false,
      document: { canRead: true, read: readBytes as never },
    },
    parse: {
      json: false,
      yaml: false,
      text: false,
      binary: false,
      document: {
        canParse: true,
        allowEmpty: true,
        // What the resolver gave, handed on as it is.
        parse: ({ data }: { readonly data: unknown }) =>
          isUnread(data) ? data : decode(data as Uint8Array, file, limits, diagnostics),
      },
    },
  });
  return result;
}

function isUnread(data: unknown): data is Unread {
  return !(data instanceof Uint8Array);
}

async function decode(
  bytes: Uint8Array,
  file: string,
  limits: Limits,
  diagnostics: Diagnostics,
): Promise<FileReading> {
  const decoding = decodeText(bytes);
  if ('problem' in decoding) {
    const { problem, position } = decoding;
    diagnostics.report('unreadable-document', { problem }, { file, pointer: '' }, position);
    return { size: bytes.length, text: '', parsed: undefined };
  }
  const { text } = decoding;
  return { size: bytes.length, text, parsed: await parseText(text, file, limits, diagnostics) };
}
