import type {
  CallExpectation,
  CallOutcome,
  Case,
  Expectations,
  RequestExpectation,
  RequestShape,
} from './case-format.js';
import { isObject } from './matchers.js';

/** A case with one expectation changed so that it no longer fits what a right product does. */
export interface Alteration {
  /** What was changed. */
  readonly of: string;
  readonly case: Case;
}

/** A value that nothing equals; a matcher for text that matches none. */
const nothing = { match: '(?!)' };
const never = '(?!)';

/** Every alteration of a case that each expectation in it allows for. A runner worth its name fails all of them. */
export function alterationsOf(original: Case): readonly Alteration[] {
  const { expect } = original;
  return [
    ...headAlterations(expect),
    ...(expect.tools ?? []).flatMap((tool, index) =>
      toolAlterations(tool).map(([of, altered]) => ({
        of: `tools[${index}].${of}`,
        expect: { ...expect, tools: replaced(expect.tools ?? [], index, altered) },
      })),
    ),
    ...(expect.call ?? []).flatMap((call, index) =>
      callAlterations(call).map(([of, altered]) => ({
        of: `call[${index}].${of}`,
        expect: { ...expect, call: replaced(expect.call ?? [], index, altered) },
      })),
    ),
  ].map(({ of, expect: altered }) => ({ of, case: { ...original, expect: altered } }));
}

type Altered<Whole> = readonly (readonly [of: string, altered: Whole])[];

function headAlterations(
  expect: Expectations,
): readonly { readonly of: string; readonly expect: Expectations }[] {
  const { generate, toolCount, withinMs, cli } = expect;
  const before = Object.keys(cli?.after ?? {});
  return [
    ...(generate === 'ok' ? [{ of: 'generate', expect: { ...expect, generate: 'error' as const } }] : []),
    ...(generate === 'error' ? [{ of: 'generate', expect: { ...expect, generate: 'ok' as const } }] : []),
    ...(toolCount === undefined
      ? []
      : [{ of: 'toolCount', expect: { ...expect, toolCount: toolCount + 1 } }]),
    ...(withinMs === undefined ? [] : [{ of: 'withinMs', expect: { ...expect, withinMs: 0 } }]),
    ...(generate === 'error' && expect.errorMatches !== undefined
      ? [{ of: 'errorMatches', expect: { ...expect, errorMatches: never } }]
      : []),
    ...(generate === 'error' && expect.errorLacks !== undefined
      ? [{ of: 'errorLacks', expect: { ...expect, errorLacks: '.' } }]
      : []),
    ...(expect.filesNotNamed === undefined
      ? []
      : [{ of: 'filesNotNamed', expect: { ...expect, filesNotNamed: '.' } }]),
    ...processAlterations(expect),
    ...before.map((path) => ({
      of: `cli.after.${path}`,
      expect: { ...expect, cli: { ...cli, after: { ...cli?.after, [path]: 'altered' } } },
    })),
  ];
}

function processAlterations(
  expect: Expectations,
): readonly { readonly of: string; readonly expect: Expectations }[] {
  const { process, generate, generatedMustNotContain } = expect;
  if (generate !== 'ok') return [];
  const altered = (of: string, changed: Partial<Expectations>) => ({ of, expect: { ...expect, ...changed } });
  return [
    ...(process?.outputMustNotContain === undefined
      ? []
      : [
          altered('process.outputMustNotContain', {
            process: { ...process, outputMustNotContain: ['jsonrpc'] },
          }),
        ]),
    ...(process?.exitsAfterStdinCloseMs === undefined
      ? []
      : [altered('process.exitsAfterStdinCloseMs', { process: { ...process, exitsAfterStdinCloseMs: 0 } })]),
    ...(generatedMustNotContain === undefined
      ? []
      : [altered('generatedMustNotContain', { generatedMustNotContain: ['manifestVersion'] })]),
  ];
}

type ToolExpectation = NonNullable<Expectations['tools']>[number];

function toolAlterations(tool: ToolExpectation): Altered<ToolExpectation> {
  const {
    inputAccepts = [],
    inputRejects = [],
    inputSchemaHas = {},
    argumentCount,
    descriptionMatches,
  } = tool;
  return [
    ['name', { ...tool, name: 'noSuchOperation' }],
    ...inputAccepts.map(
      (placed, index) =>
        [`inputAccepts[${index}]`, { ...tool, inputRejects: [...inputRejects, placed] }] as const,
    ),
    ...inputRejects.map(
      (placed, index) =>
        [`inputRejects[${index}]`, { ...tool, inputAccepts: [...inputAccepts, placed] }] as const,
    ),
    ...Object.keys(inputSchemaHas).map(
      (pointer) =>
        [
          `inputSchemaHas.${pointer}`,
          { ...tool, inputSchemaHas: { ...inputSchemaHas, [pointer]: nothing } },
        ] as const,
    ),
    ...(tool.inputSchemaLacks === undefined
      ? []
      : [['inputSchemaLacks', { ...tool, inputSchemaLacks: ['#/type'] }] as const]),
    ...(argumentCount === undefined
      ? []
      : [['argumentCount', { ...tool, argumentCount: argumentCount + 1 }] as const]),
    ...(descriptionMatches === undefined
      ? []
      : [['descriptionMatches', { ...tool, descriptionMatches: never }] as const]),
  ];
}

function callAlterations(call: CallExpectation): Altered<CallExpectation> {
  const { anyOf, error } = call;
  return [
    ['tool', { ...call, tool: 'noSuchOperation' }],
    ...outcomeAlterations(call).map(([of, outcome]) => [of, { ...call, ...outcome }] as const),
    ...(error === undefined ? [] : [['error.code', { ...call, error: { code: error.code + 1 } }] as const]),
    // All alternatives are altered together: one that still held would save the call.
    ...(anyOf === undefined ? [] : [['anyOf', { ...call, anyOf: anyOf.map(impossible) }] as const]),
  ];
}

function impossible({ request, otherRequest }: CallOutcome): CallOutcome {
  if (request !== undefined) return { request: { method: 'BREW' } };
  return otherRequest === undefined
    ? { result: { textMatches: never } }
    : { otherRequest: { method: 'BREW' } };
}

function outcomeAlterations({ request, otherRequest, result }: CallOutcome): Altered<CallOutcome> {
  return [
    ...requestAlterations(request).map(([of, altered]) => [`request.${of}`, { request: altered }] as const),
    ...requestAlterations(otherRequest).map(
      ([of, altered]) => [`otherRequest.${of}`, { otherRequest: altered }] as const,
    ),
    ...resultAlterations(result).map(([of, altered]) => [`result.${of}`, { result: altered }] as const),
  ];
}

type Result = NonNullable<CallOutcome['result']>;

function resultAlterations(result: Result | undefined): Altered<Result> {
  if (result === undefined) return [];
  return [
    ...(result.isError === undefined ? [] : [['isError', { ...result, isError: !result.isError }] as const]),
    ...(result.structuredContent === undefined
      ? []
      : [['structuredContent', { ...result, structuredContent: nothing }] as const]),
    ...(result.textMatches === undefined
      ? []
      : [['textMatches', { ...result, textMatches: never }] as const]),
    ...(result.mustNotContain === undefined
      ? []
      : [['mustNotContain', { ...result, mustNotContain: ['jsonrpc'] }] as const]),
    ...(result.bytes === undefined ? [] : [['bytes', { ...result, bytes: { base64: 'AAAA' } }] as const]),
  ];
}

function requestAlterations(request: RequestExpectation | undefined): Altered<RequestExpectation> {
  if (request === undefined) return [];
  if ('anyOf' in request) return [['anyOf', { anyOf: [{ method: 'BREW' }] }]];
  if (request.absent === true) return [['absent', { method: 'GET' }]];
  const without: readonly (readonly [keyof RequestShape, unknown])[] = [
    ['method', 'BREW'],
    ['path', '/no/such/path'],
    ['body', { no: 'such body' }],
    ['bodyMatches', never],
    ['bodyBytes', 'AAAA'],
    ['form', [['no', 'such pair']]],
    ['parts', [{ name: 'no such part' }]],
    ['cookies', { no: 'such cookie' }],
  ];
  return [
    ['presence', { absent: true }],
    ...without
      .filter(([key]) => Object.hasOwn(request, key))
      .map(([key, value]) => [key, { ...request, [key]: value }] as const),
    ...Object.keys(request.headers ?? {}).map(
      (name) =>
        [
          `headers.${name}`,
          { ...request, headers: { ...request.headers, [name]: opposite(request.headers?.[name]) } },
        ] as const,
    ),
  ];
}

/** What a header cannot be where it is as expected. */
function opposite(expected: unknown): unknown {
  return isObject(expected) && expected['absent'] === true ? nothing : { absent: true };
}

function replaced<Item>(items: readonly Item[], index: number, item: Item): readonly Item[] {
  return items.map((one, at) => (at === index ? item : one));
}
