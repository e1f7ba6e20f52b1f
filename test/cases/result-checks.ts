import type { ResultExpectation } from './case-format.js';
import { holds, isObject, matches } from './matchers.js';
import { differs } from './request-checks.js';
import type { RpcAnswer } from '../tools/stdio-server.js';

type JsonObject = Readonly<Record<string, unknown>>;
type Check<Operand> = (expected: Operand, result: JsonObject, answer: RpcAnswer) => string | undefined;

/** Every key of a `result` in FORMAT.md. */
const checks: { readonly [Key in keyof ResultExpectation]-?: Check<NonNullable<ResultExpectation[Key]>> } = {
  isError: (expected, result) => {
    const isError = result['isError'] === true;
    return differs('isError', isError === expected, expected, `${isError} with ${textOfResult(result)}`);
  },
  structuredContent: (expected, { structuredContent }) =>
    differs('structuredContent', holds(expected, structuredContent), expected, structuredContent),
  textMatches: (expected, result) => {
    const text = textOfResult(result);
    return differs('text', matches(expected, text, 's'), expected, text);
  },
  mustNotContain: (expected, _, { line, message }) => {
    const texts = [line, JSON.stringify(message)];
    const found = expected.find((secret) => texts.some((text) => text.includes(secret)));
    return found === undefined ? undefined : `the response holds '${found}'`;
  },
  bytes: (expected, result) => {
    const blocks = blocksOf(result).map(bytesOf);
    const fits = ({ base64, mimeType }: { base64: unknown; mimeType: unknown }): boolean =>
      base64 === expected.base64 && (expected.mimeType === undefined || mimeType === expected.mimeType);
    return differs('content', blocks.some(fits), expected, result['content']);
  },
};

/** What is wrong with the answer of a call, seen as a tool result. */
export function resultProblems(expected: ResultExpectation, answer: RpcAnswer): readonly string[] {
  const result = toolResultOf(answer);
  if (result === undefined) return [`there is no tool result but ${answer.line.slice(0, 300)}`];
  return Object.entries(expected).flatMap(([key, value]) => {
    // The table has each key with the type of its operand; a lookup by name cannot say so.
    const problem = (checks[key as keyof ResultExpectation] as Check<unknown>)(value, result, answer);
    return problem === undefined ? [] : [`result: ${problem}`];
  });
}

/** The CallToolResult of an answer; `undefined` where it is an error of the protocol. */
export function toolResultOf({ message }: RpcAnswer): JsonObject | undefined {
  return isObject(message['result']) ? message['result'] : undefined;
}

function textOfResult(result: JsonObject): string {
  return blocksOf(result)
    .filter(({ type }) => type === 'text')
    .map(({ text }) => text)
    .join('\n');
}

function blocksOf({ content }: JsonObject): readonly JsonObject[] {
  return Array.isArray(content) ? content.filter(isObject) : [];
}

function bytesOf(block: JsonObject): { readonly base64: unknown; readonly mimeType: unknown } {
  const { resource } = block;
  return isObject(resource)
    ? { base64: resource['blob'], mimeType: resource['mimeType'] }
    : { base64: block['data'], mimeType: block['mimeType'] };
}
