import type { CallToolResult, ContentBlock } from '@modelcontextprotocol/server';
import type { ToolDefinition } from '../manifest.js';
import { errorResult, ToolError } from '../tool-error.js';
import { headerOf, type Answer } from '../upstream.js';
import { contentTypeOf, errorTypeOf } from './content-type.js';
import { toldEmpty, toldText, type Content, type Reading, type Told } from './content.js';
import { readDisposition } from './disposition.js';
import { errorText } from './error-text.js';
import { readContent } from './kinds.js';
import { isTextual } from './sniff.js';
import { isReadable, textOf } from './text.js';
import { headersTold } from './told-headers.js';

export type { Reading } from './content.js';

/** The tool result that an answer of the API makes: a success from 200 to 299, an error otherwise. */
export async function answerResult(
  answer: Answer,
  tool: ToolDefinition,
  reading: Reading,
): Promise<CallToolResult> {
  if (answer.status < 200 || answer.status > 299) return upstreamError(answer, tool, reading);
  const told = await readSuccess(answer, tool, reading);
  const { notes, meta } = headersTold(answer, tool.request.method, reading.redact);
  if (meta === undefined) return resultOf(told);
  return resultOf({ ...told, notes: [...(told.notes ?? []), ...notes], meta: { ...told.meta, ...meta } });
}

function upstreamError(answer: Answer, tool: ToolDefinition, reading: Reading): CallToolResult {
  const mediaType = errorTypeOf(answer);
  const isText = isReadable(mediaType) || isTextual(answer.body);
  const text = isText ? textOf(contentOf(answer, tool, reading, mediaType)).text : undefined;
  const message = errorText(answer, tool, { mediaType, text }, reading.redact);
  return errorResult(new ToolError('upstream-status', message, answer.status));
}

async function readSuccess(answer: Answer, tool: ToolDefinition, reading: Reading): Promise<Told> {
  const { status, reason, body, cut } = answer;
  if (body.length === 0 && cut === undefined) {
    return toldEmpty(`${`${status} ${reason}`.trim()}: the answer has no content.`);
  }
  const { mediaType, note } = contentTypeOf(answer, tool);
  const told = await readContent(contentOf(answer, tool, reading, mediaType));
  return note === undefined ? told : { ...told, notes: [note, ...(told.notes ?? [])] };
}

function contentOf(
  { headers, body, cut }: Answer,
  tool: ToolDefinition,
  reading: Reading,
  mediaType: string,
): Content {
  const disposition = headerOf(headers, 'content-disposition');
  const fileName = disposition && readDisposition(disposition).fileName;
  const file = fileName === undefined ? '' : `/${encodeURIComponent(reading.redact(fileName))}`;
  return {
    ...reading,
    tool,
    mediaType,
    bytes: body,
    uri: `response:///${encodeURIComponent(tool.name)}${file}`,
    ...(cut && { cut }),
  };
}

const emptyResults = new WeakSet<CallToolResult>();
const noteBlocks = new WeakSet<ContentBlock>();

function resultOf({ content, structuredContent, empty, notes = [], meta }: Told): CallToolResult {
  const note: ContentBlock = { type: 'text', text: notes.join('\n') };
  noteBlocks.add(note);
  const result: CallToolResult = {
    content: notes.length === 0 ? content : [...content, note],
    ...(structuredContent !== undefined && { structuredContent }),
    ...(meta && { _meta: meta }),
  };
  if (empty === true) emptyResults.add(result);
  return result;
}

/** Whether a result tells of a success without content, such as 204. */
export function isEmptyResult(result: CallToolResult): boolean {
  return emptyResults.has(result);
}

/** Whether a block is no part of the answer, but tells of it. */
export function isNote(block: ContentBlock): boolean {
  return noteBlocks.has(block);
}

/** The result of an override: the value as structure, and as text beside it. */
export function structuredResult(value: unknown): CallToolResult {
  if (value === undefined) return resultOf(toldEmpty('Done.'));
  return resultOf({ ...toldText(JSON.stringify(value)), structuredContent: value });
}
