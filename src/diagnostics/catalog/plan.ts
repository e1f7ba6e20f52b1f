import { grouped } from '../figures.js';
import type { Entry } from './entry.js';

/** What is found while tools are planned. */
export const planFindings = {
  'unusable-server-url': {
    severity: 'warning',
    message: ({
      url,
      problem,
      env,
      taken,
    }: {
      url: string;
      problem: string;
      env: string;
      taken?: string | undefined;
    }) => {
      if (url === '') return `The document names no server URL; set ${env} when the server is started.`;
      const instead = taken === undefined ? '' : ` requests go to '${taken}'. To choose another,`;
      return `The server URL '${url}' cannot be used (${problem});${instead} set ${env} when the server is started.`;
    },
    help: 'Name an https URL under servers, or generate with --server-url.',
  },
  'no-operations': {
    severity: 'error',
    message: ({ problem }: { problem: string }) => `There is nothing to make a tool of: ${problem}`,
    help: 'Describe at least one operation under paths, and leave one in the selection.',
  },
  'operation-skipped': {
    severity: 'warning',
    message: ({ operation, reason }: { operation: string; reason: string }) =>
      `${operation} is left out: ${reason}`,
    help: 'Correct what the reason names; the other operations are not affected.',
  },
  'tool-renamed': {
    severity: 'warning',
    message: ({ name, renamed }: { name: string; renamed: string }) =>
      `Several operations give the tool name '${name}'; this one is named '${renamed}'.`,
    help: 'Give the operation its own operationId.',
  },
  'tool-name-made': {
    severity: 'note',
    message: ({ id, name, problem }: { id: string; name: string; problem: string }) =>
      `'${id}' ${problem}; the tool is named '${name}'.`,
    help: 'Use 1 to 64 letters, digits, `_` and `-` in an operationId to keep it as it is.',
    needsNothing: true,
  },
  'tool-name-kept': {
    severity: 'note',
    message: ({ name }: { name: string }) =>
      `Several operations give the tool name '${name}'; this one had it in the last run and keeps it.`,
    help: 'Give every operation its own operationId.',
  },
  'tool-name-changed': {
    severity: 'warning',
    message: ({
      operation,
      last,
      name,
      isTaken,
    }: {
      operation: string;
      last: string;
      name: string;
      isTaken: boolean;
    }) =>
      `The tool of ${operation} was named '${last}' in the last run and is named '${name}' now${isTaken ? `; '${last}' calls another tool from now on.` : '.'}`,
    help: "To keep the old name served, list it in the operation's `aliases` (configuration or `x-mcp`); where another tool has it, rename that one.",
  },
  'alias-removed': {
    severity: 'warning',
    message: ({ tool, alias, isTaken }: { tool: string; alias: string; isTaken: boolean }) =>
      `The tool '${tool}' no longer answers to '${alias}' (alias in the last run)${isTaken ? `; '${alias}' calls another tool from now on.` : '.'}`,
    help: 'Clients that call it so get no answer: list it under `aliases` again, unless no client does.',
  },
  'description-cut': {
    severity: 'warning',
    message: ({ tool, bytes, listed }: { tool: string; bytes: number; listed: number }) =>
      `The description of tool '${tool}' takes ${grouped(bytes)} bytes; the first ${grouped(listed)} are listed, with a mark.`,
    help: 'Hosts cut longer descriptions: say the most important things first, or set a shorter `description`.',
  },
  'parameter-text-cut': {
    severity: 'note',
    message: ({ characters, uses = 1 }: { characters: string; uses?: number }) =>
      `${uses === 1 ? 'The description of a parameter or property is' : `Descriptions of ${grouped(uses)} parameters and properties are`} longer than ${characters} characters; what they say after that is not listed.`,
    help: 'Say the most important things in the first sentence.',
  },
  'hidden-text-removed': {
    severity: 'warning',
    message: ({ what, spelled, isListed }: { what: string; spelled: string; isListed: boolean }) =>
      `The text holds what a reader cannot see, and ${isListed ? 'it is removed' : 'the whole value is left out'}: ${what}.${spelled === '' ? '' : ` The tag characters spell '${spelled}'.`}`,
    help: 'Find out how it came there: text that only a model can read is a way to mislead it.',
  },
  'markup-removed': {
    severity: 'note',
    message: ({ uses = 1 }: { uses?: number }) =>
      `HTML, decoration, addresses of links and sentences that are only a link are taken out of ${uses === 1 ? 'one text' : `${grouped(uses)} texts`}; all other words stay.`,
    help: 'Nothing needs to change: tools list the words alone.',
    needsNothing: true,
  },
  'instruction-like-text': {
    severity: 'warning',
    message: ({ words }: { words: string }) =>
      `The text reads like an instruction to a model (${words}); it is listed as it is.`,
    help: 'Read it before a model does. What does not describe the API can be taken out by an overlay.',
  },
  'argument-renamed': {
    severity: 'note',
    message: ({ name, location, renamed }: { name: string; location: string; renamed: string }) =>
      `The ${location} parameter '${name}' is the argument '${renamed}': hosts or another parameter do not allow its own name.`,
    help: 'Nothing needs to change: the request carries the own name.',
    needsNothing: true,
  },
  'variable-renamed': {
    severity: 'note',
    message: ({ name, renamed }: { name: string; renamed: string }) =>
      `The environment variable '${name}' has another use already; this one is named '${renamed}'.`,
    help: 'Nothing needs to change: .env.example tells what each variable is for.',
    needsNothing: true,
  },
  'variable-reassigned': {
    severity: 'warning',
    message: ({ name, last, now }: { name: string; last: string; now: string }) =>
      `The environment variable '${name}' was the ${last}; that is gone, and it is the ${now} now.`,
    help: 'Look at what the variable is set to, wherever the server runs: its value goes elsewhere now.',
  },
  'header-annotation-refused': {
    severity: 'warning',
    message: ({ property, problem }: { property: string; problem: string }) =>
      `x-mcp-header of '${property}' is left out: ${problem}`,
    help: 'See the rules for x-mcp-header in the MCP specification, revision 2026-07-28, Streamable HTTP.',
  },
  'incomplete-xml-mapping': {
    severity: 'warning',
    message: ({ problem }: { problem: string }) => `XML body: ${problem}`,
    help: 'Give the schema an XML Object with the `name` that the API expects.',
  },
  'body-not-required': {
    severity: 'note',
    message: ({ members }: { members: string }) =>
      `The request body can be left out, though its schema requires ${members}: a tool takes a call without it.`,
    help: 'OpenAPI has a request body optional unless it says otherwise: write `required: true` beside its `content`.',
  },
  'media-type-chosen': {
    severity: 'note',
    message: ({ chosen, others }: { chosen: string; others: string }) =>
      `The request body is sent as ${chosen}; what it could be as ${others} differs and is not offered.`,
    help: 'If another media type is wanted, take the others out of the `content` by an overlay.',
  },
  'input-schema-cut': {
    severity: 'warning',
    message: ({ tool, problem }: { tool: string; problem: string }) =>
      `The input schema of tool '${tool}' would be larger than hosts take: ${problem}`,
    help: 'What is not listed is accepted all the same; a smaller request body or fewer parameters can be listed whole.',
  },
  'default-not-listed': {
    severity: 'warning',
    message: ({ value, problem }: { value: string; problem: string }) =>
      `The default ${value} is not listed: ${problem}.`,
    help: 'Give the schema a default that it takes.',
  },
  'pattern-not-checked': {
    severity: 'warning',
    message: ({ pattern, problem }: { pattern: string; problem: string }) =>
      `Nothing is checked against the pattern '${pattern}': ${problem}.`,
    help: 'Write it as ECMA-262 with the flag `u` has it, without references back; until then the API alone checks.',
  },
  'pattern-translated': {
    severity: 'warning',
    message: ({ pattern, foreign, listed }: { pattern: string; foreign: string; listed: string }) =>
      `The pattern '${pattern}' is not of ECMA-262 (${foreign}); it is listed as '${listed}'.`,
    help: 'Write it as ECMA-262 with the flag `u` has it.',
  },
  'pattern-not-listed': {
    severity: 'note',
    message: ({ pattern, problem }: { pattern: string; problem: string }) =>
      `The pattern '${pattern}' is not listed, and the API alone checks it: ${problem}.`,
    help: 'Nothing needs to change; what every host reads is short, ASCII and without look-around.',
    needsNothing: true,
  },
  'members-too-deep': {
    severity: 'note',
    message: ({ tool, places }: { tool: string; places: number }) =>
      `Tool '${tool}' lists nothing of what lies in ${places === 1 ? 'one object or array' : `${places} objects and arrays`} at its deepest level.`,
    help: 'Nothing needs to change: what is not listed is accepted all the same.',
    needsNothing: true,
  },
  'alternatives-joined': {
    severity: 'note',
    message: ({ tool, places }: { tool: string; places: number }) =>
      `Tool '${tool}' lists ${places === 1 ? 'alternatives of one object' : `alternatives of objects in ${places} places`} as one object: of what only some of them have it tells type and description in words.`,
    help: 'Nothing needs to change: the API still tells which of them fit together.',
    needsNothing: true,
  },
  'output-schema-omitted': {
    severity: 'note',
    message: ({ tool, problem }: { tool: string; problem: string }) =>
      `Tool '${tool}' lists no outputSchema: ${problem}`,
    help: 'Nothing needs to change: results carry the structured content all the same.',
    needsNothing: true,
  },
  'unknown-curation-key': {
    severity: 'warning',
    message: ({ field, meant }: { field: string; meant: string | undefined }) =>
      `Nobody knows the key '${field}', and it is ignored${meant === undefined ? '.' : `; did you mean '${meant}'?`}`,
    help: 'Correct the key, or leave it out.',
  },
  'unusable-curation': {
    severity: 'warning',
    message: ({ field, problem }: { field: string; problem: string }) => `'${field}' is ignored: ${problem}`,
    help: 'Correct the value, or say it in the configuration.',
  },
  'unclear-visibility': {
    severity: 'warning',
    message: ({ field, meant }: { field: string; meant: string | undefined }) =>
      `'${field}' says neither that something is shown nor that it is hidden, and is taken to hide it${meant === undefined ? '.' : `; did you mean '${meant}'?`}`,
    help: 'Write a field that is known, with true or false, or decide it in the configuration.',
  },
  'curation-not-used': {
    severity: 'note',
    message: ({ field, reason }: { field: string; reason: string }) => `'${field}' is not used: ${reason}`,
    help: 'Nothing needs to change: the tools are made without it.',
  },
  'unknown-operation-setting': {
    severity: 'error',
    message: ({ setting, problem }: { setting: string; problem: string }) =>
      `The setting '${setting}' fits nothing in the document: ${problem}`,
    help: "Write names as the document has them; 'METHOD /path' is right for every operation.",
  },
  'unusable-setting': {
    severity: 'error',
    message: ({ setting, problem }: { setting: string; problem: string }) =>
      `The setting '${setting}' cannot be used: ${problem}`,
    help: 'Correct it in the configuration; `openapi2mcp schema` prints the form of its settings.',
  },
} satisfies Record<string, Entry>;
