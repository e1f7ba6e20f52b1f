import { Diagnostics, type Origin } from '../../src/diagnostics/diagnostics.js';
import { readFile, type FileReading } from '../../src/load/file-reading.js';
import { defaultLimits, type Limits } from '../../src/load/limits.js';
import { applyOverlays, type Applied } from '../../src/load/overlays/apply-overlays.js';
import type { WholeFile } from '../../src/load/root-file.js';

/** Where the document of a test stands. */
export const documentFile = '/api/openapi.yaml';

/** What came of applying overlays. */
export interface Application extends Applied {
  readonly value: unknown;
  readonly diagnostics: Diagnostics;
  readonly codes: readonly string[];
  /** `file pointer` of where a value was written, overlays by their number. */
  readonly written: (pointer: string) => string;
}

/** Applies overlays to a document; all are texts, or values that are written as JSON. */
export async function apply(
  document: unknown,
  overlays: readonly unknown[],
  limits: Limits = defaultLimits,
): Promise<Application> {
  const diagnostics = new Diagnostics();
  const reading = await readText(document, documentFile);
  const files = await Promise.all(
    overlays.map(async (overlay, index): Promise<WholeFile> => {
      const file = `/overlays/${index}.yaml`;
      return { file, name: `${index}.yaml`, reading: await readText(overlay, file) };
    }),
  );
  const applied = applyOverlays(documentFile, reading, files, limits, diagnostics);
  const origins = applied.origins ?? ((pointer: string): Origin => ({ file: documentFile, pointer }));
  return {
    ...applied,
    value: applied.reading.parsed?.value,
    diagnostics,
    codes: diagnostics.all.map(({ code }) => code),
    written: (pointer) => {
      const { file, pointer: place } = origins(pointer);
      return `${file === documentFile ? 'document' : file.replace(/\D/g, '')} ${place}`;
    },
  };
}

/** An Overlay Object with these actions. */
export function overlayOf(actions: readonly object[], version = '1.1.0'): object {
  return { overlay: version, info: { title: 'A test', version: '1' }, actions };
}

async function readText(document: unknown, file: string): Promise<FileReading> {
  const text = typeof document === 'string' ? document : JSON.stringify(document);
  const reading = await readFile(file, Buffer.from(text), defaultLimits, new Diagnostics());
  if (reading.parsed === undefined) throw new Error(`${file} is broken`);
  return reading;
}
