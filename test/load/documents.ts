import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Diagnostics } from '../../src/diagnostics/diagnostics.js';
import { defaultLimits } from '../../src/load/limits.js';
import type { LoadSettings } from '../../src/load/settings.js';
import { loadDocument, type Loaded, type OpenApiDocument } from '../../src/load/document.js';

/** What came of loading a document, with all that was found on the way. */
export interface Load extends Loaded {
  readonly diagnostics: Diagnostics;
}

/** Runs `body` in a new folder with these files, given by relative path, and removes it. */
export async function inFolder<T>(
  files: Readonly<Record<string, string | Uint8Array>>,
  body: (folder: string) => Promise<T>,
): Promise<T> {
  const folder = mkdtempSync(path.join(tmpdir(), 'openapi2mcp-load-'));
  try {
    for (const [name, contents] of Object.entries(files)) {
      mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
      writeFileSync(path.join(folder, name), contents);
    }
    return await body(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Reads as the command line does without any flag. */
export const plainSettings: LoadSettings = {
  cwd: '/',
  stdin: () => Promise.resolve(new Uint8Array()),
  env: {},
  headers: [],
  allowHttp: false,
  refRoot: undefined,
  refHosts: [],
  overlays: [],
  limits: defaultLimits,
};

/** Loads a document by path or URL. */
export async function load(
  reference: string,
  cwd = '/',
  settings: Partial<LoadSettings> = {},
): Promise<Load> {
  const diagnostics = new Diagnostics();
  const loaded = await loadDocument(reference, { ...plainSettings, ...settings, cwd }, diagnostics);
  return { ...loaded, diagnostics };
}

/** Loads a document from standard input: a text, or a value that is written as JSON. */
export async function loadText(document: unknown): Promise<Load> {
  const text = typeof document === 'string' ? document : JSON.stringify(document);
  const diagnostics = new Diagnostics();
  const stdin = (): Promise<Uint8Array> => Promise.resolve(Buffer.from(text));
  return { ...(await loadDocument('-', { ...plainSettings, stdin }, diagnostics)), diagnostics };
}

/** A document in JSON whose field `x` is a reference. */
export function openapiAt(reference: string): string {
  return JSON.stringify({ openapi: '3.1.0', x: { $ref: reference } });
}

/** A document that has to be there. */
export function documentOf({ document, diagnostics }: Load): OpenApiDocument {
  if (document === undefined) throw new Error(messagesOf(diagnostics).join('\n'));
  return document;
}

/** Findings as `code: message`. */
export function messagesOf(diagnostics: Diagnostics): readonly string[] {
  return diagnostics.all.map(({ code, message }) => `${code}: ${message}`);
}

/** The codes of what was found. */
export function codesOf(diagnostics: Diagnostics): readonly string[] {
  return diagnostics.all.map(({ code }) => code);
}
