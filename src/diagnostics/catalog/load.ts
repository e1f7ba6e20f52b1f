import { grouped } from '../figures.js';
import type { Entry } from './entry.js';

/** A query in a sentence: its beginning tells which one it is. */
function shortened(query: string): string {
  const characters = [...query];
  return characters.length > 100 ? `${characters.slice(0, 99).join('')}…` : query;
}

/** What is found while the files of a document are read. */
export const loadFindings = {
  'unreadable-document': {
    severity: 'error',
    message: ({ what, problem }: { what: 'document' | 'overlay' | 'text'; problem: string }) =>
      `The ${what} cannot be read: ${problem}`,
    help: 'Give the path or the URL of a file with text in UTF-8, or - for a document on standard input.',
  },
  unreachable: {
    severity: 'error',
    message: ({ what, problem }: { what: 'document' | 'overlay'; problem: string }) =>
      `The ${what} cannot be fetched: ${problem}`,
    help: 'Check the URL, the network and its proxy, and try again; or save the file and give its path.',
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
    help: 'Split or simplify the document, take less of it by --filter, or raise the limit by --limit <name>=<number>.',
  },
  'inexact-number': {
    severity: 'warning',
    message: ({ value }: { value: string }) =>
      /\d/.test(value)
        ? `A number beyond 2^53 cannot be kept exactly; it is read as ${value}.`
        : `JSON has no number ${value}, so no request can carry it.`,
    help: 'Write the number as text, or use one that a double holds.',
  },
  'invalid-document': {
    severity: 'warning',
    message: ({ problem }: { problem: string }) => problem,
    help: 'Correct the document as the OpenAPI Specification says.',
  },
  'unknown-format': {
    severity: 'note',
    message: ({ format, uses = 1 }: { format: string; uses?: number }) =>
      `The format '${format}' (${uses === 1 ? 'used once' : `used ${grouped(uses)} times`}) is not registered; it is listed and not checked.`,
    help: 'Nothing needs to change: formats are open. The OpenAPI Format Registry lists those with a known meaning.',
    needsNothing: true,
  },
  'unexpected-reference': {
    severity: 'warning',
    message: ({ object, version, uses = 1 }: { object: string; version: string; uses?: number }) =>
      `\`$ref\` stands for the ${object} Object (${uses === 1 ? 'once' : `${grouped(uses)} times`}), which OpenAPI ${version} does not allow; it is followed.`,
    help: 'Write the object itself, or move the reference to where OpenAPI has a Reference Object.',
  },
  'unchecked-dialect': {
    severity: 'note',
    message: ({ dialect, uses = 1 }: { dialect: string; uses?: number }) =>
      `Schemas in the dialect '${dialect}' (${uses === 1 ? 'one' : grouped(uses)}) are read, but not checked for mistakes.`,
    help: 'Nothing needs to change: only schemas in JSON Schema 2020-12 or the dialect of OpenAPI are checked.',
    needsNothing: true,
  },
  'unresolved-reference': {
    severity: 'warning',
    message: ({ reference, problem, uses = 1 }: { reference: string; problem: string; uses?: number }) =>
      `The reference '${reference}' ${uses === 1 ? 'leads' : `and ${grouped(uses - 1)} more lead`} nowhere: ${problem}`,
    help: 'Correct the reference or add what it refers to.',
  },
  'refused-reference': {
    severity: 'warning',
    message: ({ reference, problem }: { reference: string; problem: string }) =>
      `The reference '${reference}' is not followed: ${problem}`,
    help: "Copy the file into the document's folder, or allow it: --ref-root <folder>, --allow-refs-from <host>.",
  },
  'unusable-file': {
    severity: 'warning',
    message: ({ problem }: { problem: string }) => `This file cannot be used. ${problem}`,
    help: 'Correct the file; where it names a limit, --limit <name>=<number> raises it.',
  },
  'invalid-overlay': {
    severity: 'error',
    message: ({ problem }: { problem: string }) => `The overlay cannot be used: ${problem}`,
    help: 'Correct the overlay as version 1.0 or 1.1 of the Overlay Specification says.',
  },
  'incompatible-overlay': {
    severity: 'error',
    message: ({ problem }: { problem: string }) => `The action cannot be applied: ${problem}`,
    help: 'Select objects only, arrays only or primitive values only, and give a value of the same kind.',
  },
  'overlay-matches-nothing': {
    severity: 'warning',
    message: ({ query }: { query: string }) =>
      `The query '${shortened(query)}' selects nothing in the document; the action changes nothing.`,
    help: "Correct the query or remove the action. A name with other signs than letters stands in brackets: $.paths['/pets'].",
  },
  'overlay-of-other-document': {
    severity: 'note',
    message: ({ extended }: { extended: string }) =>
      `The overlay says that it extends '${extended}', which is not the document that is read; it is applied all the same.`,
    help: 'Correct `extends`, or leave it out.',
  },
} satisfies Record<string, Entry>;
