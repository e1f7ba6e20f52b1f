import type { Entry } from './entry.js';

/** What is found while the files of a document are read. */
export const loadFindings = {
  'unreadable-document': {
    severity: 'error',
    message: ({ problem }: { problem: string }) => `The document cannot be read: ${problem}`,
    help: 'Give the path or the URL of an OpenAPI document, or - for standard input.',
  },
  'invalid-syntax': {
    severity: 'error',
    message: ({ format, problem }: { format: string; problem: string }) =>
      `This is not valid ${format}: ${problem}`,
    help: 'Correct the syntax; a YAML or JSON linter shows the same place.',
  },
  'duplicate-key': {
    severity: 'error',
    message: ({ key, first }: { key: string; first: string }) =>
      `The key '${key}' stands twice in one mapping (first on line ${first}).`,
    help: 'Remove or rename one of the two.',
  },
  'not-openapi': {
    severity: 'error',
    message: ({ problem }: { problem: string }) => `This is no OpenAPI document: ${problem}`,
    help: 'An OpenAPI document starts with `openapi: 3.x.y` or `swagger: "2.0"`.',
  },
  'unsupported-version': {
    severity: 'error',
    message: ({ version }: { version: string }) => `OpenAPI version '${version}' is not known.`,
    help: 'Supported are 2.0, 3.0, 3.1 and 3.2.',
  },
  'limit-exceeded': {
    severity: 'error',
    message: ({ limit, problem }: { limit: string; problem: string }) => `Limit '${limit}': ${problem}`,
    help: 'Split or simplify the document.',
  },
  'inexact-number': {
    severity: 'warning',
    message: ({ value }: { value: string }) =>
      `A number beyond 2^53 cannot be kept exactly; it is read as ${value}.`,
    help: 'Write the number as text, or use one that a double holds.',
  },
  'invalid-document': {
    severity: 'warning',
    message: ({ problem }: { problem: string }) => problem,
    help: 'Correct the document as the OpenAPI Specification says.',
  },
  'unresolved-reference': {
    severity: 'warning',
    message: ({ reference, problem }: { reference: string; problem: string }) =>
      `The reference '${reference}' leads nowhere: ${problem}`,
    help: 'Correct the reference or add what it refers to.',
  },
  'refused-reference': {
    severity: 'warning',
    message: ({ reference, problem }: { reference: string; problem: string }) =>
      `The reference '${reference}' is not followed: ${problem}`,
    help: "Only the document's own folder is read, and nothing from the network: copy the file into that folder.",
  },
} satisfies Record<string, Entry>;
