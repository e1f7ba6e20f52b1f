import assert from 'node:assert/strict';
import { isCallToolResult, type CallToolResult } from '@modelcontextprotocol/server';
import { answerResult } from '../../src/runtime/answer/response.js';
import { defaultLimits, type Limits } from '../../src/runtime/limits.js';
import type { ToolAnnotations } from '../../src/runtime/manifest.js';
import { redactor } from '../../src/runtime/redaction.js';
import type { Answer, AnswerHeaders } from '../../src/runtime/upstream/answer.js';
import { madeTool } from './made-manifest.js';

/** An answer of an API, and what a tool knows of it. */
export interface Given {
  readonly status?: number;
  readonly reason?: string;
  readonly method?: string;
  readonly type?: string;
  readonly headers?: AnswerHeaders;
  readonly body?: string | Buffer;
  readonly cut?: Answer['cut'];
  readonly accept?: readonly string[];
  readonly annotations?: ToolAnnotations;
  readonly secrets?: readonly string[];
  readonly limits?: Partial<Limits>;
}

/** The result that an answer makes. */
export async function read(given: Given): Promise<CallToolResult> {
  const { status = 200, reason = 'OK', method = 'GET', type, body = '', cut, accept = [] } = given;
  const tool = {
    ...madeTool({
      name: 'getPet',
      request: { method, path: '/pets/{id}', parameters: [], accept, security: [] },
    }),
    ...(given.annotations && { annotations: given.annotations }),
  };
  const answer = {
    status,
    reason,
    headers: { 'content-type': type, ...given.headers },
    body: Buffer.from(body),
    ...(cut && { cut }),
  };
  const reading = { redact: redactor(given.secrets ?? []), limits: { ...defaultLimits, ...given.limits } };
  const result = await answerResult(answer, tool, reading);
  assert.ok(isCallToolResult(result));
  return result;
}

/** The text blocks of a result. */
export function textsOf({ content }: CallToolResult): readonly string[] {
  return content.flatMap((block) => (block.type === 'text' ? [block.text] : []));
}

/** A result of text blocks alone. */
export function texts(...blocks: readonly string[]): CallToolResult {
  return { content: blocks.map((text) => ({ type: 'text', text })) };
}
