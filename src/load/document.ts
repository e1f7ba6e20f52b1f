import path from 'node:path';
import type { Diagnostics } from '../diagnostics/diagnostics.js';
import { readFile, type FileReading, type Unread } from './file-reading.js';
import { identifiersOf, type Identifiers } from './identifiers.js';
import { isObject, type JsonObject } from './json.js';
import type { Limits } from './limits.js';
import type { Located } from './located.js';
import { valueAt } from './pointer.js';
import { readReferencedFiles, type DocumentFiles } from './referenced-files.js';
import { readRoot } from './root-file.js';
import type { LoadSettings } from './settings.js';
import { isWebUrl } from './uris.js';
import { versionOf, type OpenApiVersion } from './version.js';

/** A document whose files have all been read. References are kept, so every value knows where it was written. */
export interface OpenApiDocument {
  readonly version: OpenApiVersion;
  readonly root: Located<JsonObject>;
  /** The URL it was read from; `undefined` for a file or standard input. Relative server URLs are taken from it. */
  readonly url: string | undefined;
  /** Every file that the root reaches through references, by absolute path or URL. */
  readonly files: ReadonlyMap<string, SourceFile>;
  /** Why a file that something refers to was not read, by absolute path. */
  readonly unread: ReadonlyMap<string, Unread>;
  readonly identifiers: Identifiers;
  /** What the document may cost. */
  readonly limits: Limits;
}

/** One file of a document. */
export interface SourceFile {
  /** As the user wrote it, or relative to the current folder: what diagnostics show. */
  readonly name: string;
  readonly text: string;
  /** `undefined` where the text is no valid JSON or YAML. */
  readonly value: unknown;
}

/** What came of loading; the files are there on failure too, so that positions in them can be found. */
export interface Loaded {
  readonly document: OpenApiDocument | undefined;
  readonly files: ReadonlyMap<string, SourceFile>;
}

/** Reads the document that a path, a URL or `-` names, and all files that it refers to. */
export async function loadDocument(
  reference: string,
  settings: LoadSettings,
  diagnostics: Diagnostics,
): Promise<Loaded> {
  const root = await readRoot(reference, settings);
  if (typeof root === 'string') {
    diagnostics.report('unreadable-document', { problem: root }, { file: reference, pointer: '' });
    return { document: undefined, files: new Map() };
  }
  const { file, bytes } = root;
  const { limits } = settings;
  if (bytes.length > limits.documentBytes) {
    const problem = `the document is larger than ${limits.documentBytes} bytes.`;
    diagnostics.report('limit-exceeded', { limit: 'documentBytes', problem }, { file, pointer: '' });
    return { document: undefined, files: new Map() };
  }
  const reading = await readFile(file, () => bytes, limits, diagnostics);
  if ('problem' in reading) throw new Error(`${file}: ${reading.problem}`);
  const version = reading.parsed && versionOf(reading.parsed.value, file, diagnostics);
  const isKnown = version !== undefined;
  const found: DocumentFiles = isKnown
    ? await readReferencedFiles(file, reading, settings, diagnostics)
    : { read: new Map([[file, reading]]), unread: new Map() };
  const names = { root: file, rootName: reference === '-' ? file : reference, cwd: settings.cwd };
  const files = new Map([...found.read].map(([path, read]) => [path, sourceOf(path, read, names)]));
  const value = reading.parsed?.value;
  if (!isKnown || !isObject(value)) return { document: undefined, files };
  reportInexact(found, diagnostics);
  return {
    document: documentOf(version, { value, origin: { file, pointer: '' } }, files, found, limits),
    files,
  };
}

function documentOf(
  version: OpenApiVersion,
  root: Located<JsonObject>,
  files: ReadonlyMap<string, SourceFile>,
  { read, unread }: DocumentFiles,
  limits: Limits,
): OpenApiDocument {
  // Before OpenAPI 3.1 a schema had no keywords to name itself.
  const named = version === '2.0' || version === '3.0' ? [] : [...read];
  const identifiers = identifiersOf(
    new Map(named.map(([file, { parsed }]) => [file, parsed?.survey.identifiers ?? []])),
  );
  const { file } = root.origin;
  return { version, root, url: isWebUrl(file) ? file : undefined, files, unread, identifiers, limits };
}

interface Names {
  readonly root: string;
  readonly rootName: string;
  readonly cwd: string;
}

function sourceOf(file: string, { text, parsed }: FileReading, { root, rootName, cwd }: Names): SourceFile {
  return { name: file === root ? rootName : path.relative(cwd, file), text, value: parsed?.value };
}

function reportInexact({ read }: DocumentFiles, diagnostics: Diagnostics): void {
  for (const [file, { parsed }] of read) {
    for (const pointer of parsed?.survey.inexact ?? []) {
      const value = String(valueAt(parsed?.value, pointer));
      diagnostics.report('inexact-number', { value }, { file, pointer });
    }
  }
}
