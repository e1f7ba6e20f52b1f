import type { HostileDocument } from './documents.js';
import { faultsDocument } from './fault-groups.js';
import { httpValues } from './http-values.js';
import { pathValues } from './path-values.js';
import { patternValues } from './pattern-values.js';
import { callsDocument, type PayloadFile } from './payloads.js';
import { readingDocuments } from './reading-documents.js';
import { requestValues } from './request-values.js';
import { servingDocuments } from './serving-documents.js';
import { textDocuments } from './text-documents.js';
import { tokenValues } from './token-values.js';

/** Every document that is generated from, in the order of INDEX.md. */
export const hostileDocuments: readonly HostileDocument[] = [
  ...textDocuments,
  ...readingDocuments,
  ...servingDocuments,
  callsDocument,
  faultsDocument,
].sort((left, right) => (left.id < right.id ? -1 : 1));

/** Every payload file. */
export const payloadFiles: readonly PayloadFile[] = [
  pathValues,
  requestValues,
  patternValues,
  httpValues,
  tokenValues,
];
