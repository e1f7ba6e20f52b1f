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

/** What came of reading one file: its text and, where that is valid, its value. */
export interface FileReading {
  readonly text: string;
  readonly parsed: ParsedText | undefined;
}

/** Reads and parses the bytes of one file; what is wrong with its text is reported. */
export async function readFile(
  file: string,
  bytes: Uint8Array,
  limits: Limits,
  diagnostics: Diagnostics,
): Promise<FileReading> {
  // swagger-parser's reference parser opens every file, by a resolver and a parser of ours and no others. Its own
  // search for references is not used: it takes those in examples too, in time quadratic in their number.
  return await new $RefParser<FileReading>().parse(file, {
    resolve: {
      external: false,
      file: false,
      http: false,
      // Its types know of texts and buffers alone; it hands on any bytes.
      document: { canRead: true, read: () => bytes as Buffer },
    },
    parse: {
      json: false,
      yaml: false,
      text: false,
      binary: false,
      document: {
        canParse: true,
        allowEmpty: true,
        parse: async () => await decode(bytes, file, limits, diagnostics),
      },
    },
  });
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
    diagnostics.report('unreadable-document', { what: 'text', problem }, { file, pointer: '' }, position);
    return { text: '', parsed: undefined };
  }
  const { text } = decoding;
  return { text, parsed: await parseText(text, file, limits, diagnostics) };
}
