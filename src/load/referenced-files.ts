import path from 'node:path';
import { Diagnostics } from '../diagnostics/diagnostics.js';
import { readFile, type FileReading, type Unread } from './file-reading.js';
import { readInside } from './folder.js';
import type { Limits } from './limits.js';
import type { LoadSettings } from './settings.js';
import { fileOf, uriOf } from './uris.js';

/** The files of a document that were read, and why others were not, by path. */
export interface DocumentFiles {
  readonly read: ReadonlyMap<string, FileReading>;
  readonly unread: ReadonlyMap<string, Unread>;
}

/** Reads all files that the root file reaches; what is wrong with one of them costs the references to it. */
export async function readReferencedFiles(
  root: string,
  rootReading: FileReading,
  { limits }: LoadSettings,
  diagnostics: Diagnostics,
): Promise<DocumentFiles> {
  const read = new Map([[root, rootReading]]);
  const unread = new Map<string, Unread>();
  let bytesLeft = limits.fileBytes;
  // A map goes on to what is added to it meanwhile.
  for (const [from, { parsed }] of read) {
    for (const file of filesOf(parsed?.survey.references ?? new Set(), from)) {
      if (read.has(file) || unread.has(file)) continue;
      const result = await readOne(file, path.dirname(root), bytesLeft, limits);
      if ('problem' in result) {
        unread.set(file, result);
        continue;
      }
      read.set(file, result);
      bytesLeft -= result.size;
      if (isWithinLimits({ files: read.size - 1, bytesLeft }, limits, root, diagnostics)) continue;
      return { read, unread };
    }
  }
  return { read, unread };
}

function filesOf(references: ReadonlySet<string>, from: string): ReadonlySet<string> {
  const base = uriOf(from);
  const files = [...references].map((reference) => fileOf(reference.replace(/#.*$/s, ''), base, from));
  return new Set(files.filter((file) => typeof file === 'string'));
}

async function readOne(
  file: string,
  folder: string,
  maxBytes: number,
  limits: Limits,
): Promise<FileReading | Unread> {
  const findings = new Diagnostics();
  const result = await readFile(file, () => readInside(folder, file, maxBytes), limits, findings);
  const [finding] = findings.all;
  // Bytes that are too many are cut off, which breaks the syntax, but the limit is what is wrong.
  if (finding === undefined || 'problem' in result || result.size > maxBytes) return result;
  const place = finding.position === undefined ? '' : ` (line ${finding.position.line})`;
  return { code: 'unresolved-reference', problem: `The file cannot be used${place}: ${finding.message}` };
}

function isWithinLimits(
  { files, bytesLeft }: { readonly files: number; readonly bytesLeft: number },
  limits: Limits,
  file: string,
  diagnostics: Diagnostics,
): boolean {
  const origin = { file, pointer: '' };
  if (files > limits.files) {
    const problem = `the document refers to more than ${limits.files} files.`;
    diagnostics.report('limit-exceeded', { limit: 'files', problem }, origin);
  } else if (bytesLeft < 0) {
    const problem = `the files that the document refers to are larger than ${limits.fileBytes} bytes together.`;
    diagnostics.report('limit-exceeded', { limit: 'fileBytes', problem }, origin);
  } else return true;
  return false;
}
