import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv, type ErrorObject } from 'ajv';
import { caseSchema } from './case-schema.js';

/** A JSON value, or one of the matchers of FORMAT.md. */
export type Expected = unknown;

/** `expect.json`: what is right for one small API. */
export interface Case {
  readonly id: string;
  readonly kind: string;
  readonly source: string;
  readonly fault: string;
  readonly clause: string;
  readonly note?: string;
  readonly documentValid?: boolean;
  readonly expect: Expectations;
}

/** How generation may end. */
export type Outcome = 'ok' | 'error';

/** The section "`expect`" of FORMAT.md. */
export interface Expectations {
  readonly generate: Outcome | { readonly anyOf: readonly Outcome[] };
  readonly withinMs?: number;
  readonly errorMatches?: string;
  readonly errorLacks?: string;
  readonly toolCount?: number;
  readonly tools?: readonly ToolExpectation[];
  readonly call?: readonly CallExpectation[];
  readonly env?: Readonly<Record<string, Credential>>;
  readonly cli?: CommandLine;
  readonly process?: ProcessExpectation;
  readonly generatedMustNotContain?: readonly string[];
  readonly filesNotNamed?: string;
}

/** An operationId, `~` and words of a title or description, or a name to be taken as it is. */
export type ToolReference = string | { readonly literal: string };

/** Values by the place that the document gives them. */
export interface PlacedArguments {
  readonly path?: Readonly<Record<string, unknown>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly header?: Readonly<Record<string, unknown>>;
  readonly cookie?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
}

/** A key or token, or the two parts of HTTP basic. */
export type Credential = string | { readonly username: string; readonly password: string };

/** The section "`tools[]`" of FORMAT.md. */
export interface ToolExpectation {
  readonly name: ToolReference;
  readonly inputAccepts?: readonly PlacedArguments[];
  readonly inputRejects?: readonly PlacedArguments[];
  readonly outputAccepts?: readonly unknown[];
  readonly argumentCount?: number;
  readonly arraysHaveItems?: true;
  readonly inputSchemaHas?: Readonly<Record<string, Expected>>;
  readonly inputSchemaLacks?: readonly string[];
  readonly descriptionMatches?: string;
}

/** What the first recorder answers. */
export interface UpstreamAnswer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly bodyBytes?: string;
  readonly hangUp?: true;
  readonly stall?: true;
}

/** What must hold after a call; one of `anyOf` as a whole. */
export interface CallOutcome {
  readonly request?: RequestExpectation;
  readonly otherRequest?: RequestExpectation;
  readonly result?: ResultExpectation;
}

/** The section "`call[]`" of FORMAT.md. */
export interface CallExpectation extends CallOutcome {
  readonly tool: ToolReference;
  readonly arguments: PlacedArguments;
  readonly upstream?: UpstreamAnswer;
  readonly error?: { readonly code: number };
  readonly anyOf?: readonly (CallOutcome & { readonly serverRefusedToStart?: true })[];
  readonly thenCloseStdin?: true;
}

/** What reached a recorder, or alternatives of it. */
export type RequestExpectation = RequestShape | { readonly anyOf: readonly RequestExpectation[] };

/** The section "`request`" of FORMAT.md. */
export interface RequestShape {
  readonly absent?: true;
  readonly method?: string;
  readonly path?: Expected;
  readonly headers?: Readonly<Record<string, Expected>>;
  readonly cookies?: Readonly<Record<string, Expected>>;
  readonly body?: Expected;
  readonly bodyMatches?: string;
  readonly bodyBytes?: string;
  readonly form?: readonly (readonly [name: string, value: string])[];
  readonly parts?: readonly PartExpectation[];
}

/** One part of a multipart body. */
export interface PartExpectation {
  readonly name: string;
  readonly contentType?: Expected;
  readonly text?: string;
  readonly json?: Expected;
  readonly bytes?: string;
}

/** The section "`result`" of FORMAT.md. */
export interface ResultExpectation {
  readonly isError?: boolean;
  readonly structuredContent?: Expected;
  readonly textMatches?: string;
  readonly mustNotContain?: readonly string[];
  readonly bytes?: { readonly base64: string; readonly mimeType?: string };
}

/** How the generator is run. */
export interface CommandLine {
  readonly input?: { readonly url: string };
  readonly out?: string;
  readonly before?: Readonly<Record<string, string>>;
  readonly after?: Readonly<Record<string, string>>;
}

/** Checks on the running server. */
export interface ProcessExpectation {
  readonly stdoutOnlyMessages?: true;
  readonly outputMustNotContain?: readonly string[];
  readonly exitsAfterStdinCloseMs?: number;
  readonly stdinChunkBytes?: number;
}

/** A case, and the folder that it was read from. */
export interface CaseFolder {
  readonly folder: string;
  readonly case: Case;
}

// `__proto__` is an ordinary name in arguments and bodies; inherited members are none.
const ajv = new Ajv({
  allErrors: true,
  ownProperties: true,
  strict: true,
  strictRequired: false,
  strictTypes: false,
});
ajv.addFormat('regex', isRegularExpression);
const isCase = ajv.compile<Case>(caseSchema);

/** Reads the text of an `expect.json`; whatever FORMAT.md does not describe is an error. */
export function readCase(text: string): Case {
  const value: unknown = JSON.parse(text);
  if (!isCase(value)) throw new Error((isCase.errors ?? []).map(describe).join('; '));
  return value;
}

/** Reads every case in a folder, by id. */
export function readCases(folder: string): readonly CaseFolder[] {
  const names = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  return names
    .map(({ name }) => name)
    .sort()
    .map((name) => readCaseFolder(join(folder, name), name));
}

function readCaseFolder(folder: string, name: string): CaseFolder {
  try {
    const read = readCase(readFileSync(join(folder, 'expect.json'), 'utf8'));
    if (read.id !== name) throw new Error(`its id is '${read.id}'`);
    return { folder, case: read };
  } catch (error) {
    throw new Error(`${name}/expect.json is no case: ${(error as Error).message}`, { cause: error });
  }
}

function isRegularExpression(text: string): boolean {
  try {
    return new RegExp(text).source !== '';
  } catch {
    return false;
  }
}

function describe({ instancePath, message, params }: ErrorObject): string {
  return `${instancePath === '' ? '/' : instancePath} ${message ?? 'is wrong'} ${JSON.stringify(params)}`;
}
