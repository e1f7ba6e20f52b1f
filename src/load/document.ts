import { isWebUrl } from '../diagnostics/addresses.js';
import type { Diagnostics, Origin } from '../diagnostics/diagnostics.js';
import type { FileReading, Unread } from './file-reading.js';
import type { DocumentFiles } from './file-search.js';
import type { Identifiers } from './identifiers.js';
import { isObject, valueAt, type JsonObject } from './json.js';
import type { Limits } from './limits.js';
import type { Located } from './located.js';
import { overlayDocument, type OverlaidDocument } from './overlays/overlay-document.js';
import { policyOf, type ReferencePolicy } from './reference-policy.js';
import { readReferencedFiles } from './referenced-files.js';
import { readWhole } from './root-file.js';
import { schemeNamesOf } from './scheme-uris.js';
import type { LoadSettings } from './settings.js';
import { shownName, shownUrl, stdinFile } from './uris.js';
import { versionOf, type OpenApiVersion } from './version.js';

/** A document whose files have all been read. References are kept, so every value knows where it was written. */
export interface OpenApiDocument {
  readonly version: OpenApiVersion;
  readonly root: Located<JsonObject>;
  /**
   * The URL it was read from, without a query, which can be a secret; `undefined` for a file or standard input. Relative
   * server URLs are taken from it.
   */
  readonly url: string | undefined;
  /** Every file that the root reaches through references, by absolute path or URL. */
  readonly files: ReadonlyMap<string, SourceFile>;
  /** The file that an address without its fragment leads to, or why it leads to none. */
  readonly located: ReadonlyMap<string, string | Unread>;
  /** Where references may lead. */
  readonly policy: ReferencePolicy;
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
  /** Where a value was written, by its pointer; absent where no overlay was applied and it stands in the text. */
  readonly origins?: (pointer: string) => Origin;
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
  const named = { reference, name: nameOf(reference), what: 'document' } as const;
  const root = await readWhole(named, settings, diagnostics);
  if (root === undefined) return { document: undefined, files: new Map() };
  const { file } = root;
  const overlaid = await overlayDocument(file, root.reading, settings, diagnostics);
  const { reading } = overlaid;
  const names = { root: file, rootName: root.name, cwd: settings.cwd };
  const version = reading.parsed && versionOf(reading.parsed.value, file, diagnostics);
  const policy = policyOf(file, settings);
  const value = reading.parsed?.value;
  if ('problem' in policy) diagnostics.report('invalid-option', policy);
  if (version === undefined || 'problem' in policy || !isObject(value)) {
    return { document: undefined, files: sourcesOf(new Map([[file, reading]]), names, overlaid) };
  }
  // Before OpenAPI 3.1 a schema had no keywords to name itself.
  const hasIdentifiers = version !== '2.0' && version !== '3.0';
  const start = { root: file, reading, hasIdentifiers, schemeNames: schemeNamesOf(value, version) };
  const found = await readReferencedFiles(start, policy, settings, diagnostics);
  reportInexact(found, diagnostics);
  const files = sourcesOf(found.read, names, overlaid);
  const { located, identifiers } = found;
  const document: OpenApiDocument = {
    version,
    root: { value, origin: { file, pointer: '' } },
    url: isWebUrl(file) ? file.replace(/\?.*$/s, '') : undefined,
    files,
    located,
    policy,
    identifiers,
    limits: settings.limits,
  };
  return { document, files };
}

/** What reports call the document: as the user wrote it, without secrets. */
function nameOf(reference: string): string {
  if (reference === '-') return stdinFile;
  return /^https?:/i.test(reference) ? shownUrl(reference) : reference;
}

interface Names {
  readonly root: string;
  readonly rootName: string;
  readonly cwd: string;
}

function sourcesOf(
  read: ReadonlyMap<string, FileReading>,
  { root, rootName, cwd }: Names,
  { origins, overlays }: OverlaidDocument,
): ReadonlyMap<string, SourceFile> {
  const sources = [...read].map(([file, { text, parsed }]): [string, SourceFile] => {
    const name = file === root ? rootName : shownName(file, cwd);
    const source = { name, text, value: parsed?.value };
    return [file, file === root && origins !== undefined ? { ...source, origins } : source];
  });
  const ofOverlays = overlays.map(({ file, name, reading }): [string, SourceFile] => [
    file,
    { name, text: reading.text, value: undefined },
  ]);
  return new Map([...ofOverlays, ...sources]);
}

function reportInexact({ read }: DocumentFiles, diagnostics: Diagnostics): void {
  for (const [file, { parsed }] of read) {
    for (const pointer of parsed?.survey.inexact ?? []) {
      const value = String(valueAt(parsed?.value, pointer));
      diagnostics.report('inexact-number', { value }, { file, pointer });
    }
  }
}
