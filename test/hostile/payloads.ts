import { readFileSync } from 'node:fs';
import type { HostileDocument, Outcome } from './documents.js';
import type { BuiltDocument } from './run-documents.js';

/** A file of `payloads`, and how its lines are tried on a built project. */
export interface PayloadFile {
  /** Its name, without the ending. */
  readonly id: string;
  /** The document whose server gets the lines. */
  readonly document: string;
  readonly judge: (project: BuiltDocument) => Promise<readonly Outcome[]>;
  /** Judged when all others are done: it looks at how soon something happens. */
  readonly isTimed?: true;
}

/** The API that payloads are sent to which belong to no document of their own; its server can ask for tokens. */
export const callsDocument: HostileDocument = {
  id: 'calls',
  file: '../fixtures/calls.yaml',
  flags: ['--auth', 'oauth'],
  ends: 'written',
  checks: {},
};

/** The lines of a payload file. */
export function readPayload<Line>(id: string): readonly Line[] {
  return JSON.parse(readFileSync(new URL(`payloads/${id}.json`, import.meta.url), 'utf8')) as readonly Line[];
}
