import type { CallToolResult, ContentBlock } from '@modelcontextprotocol/server';
import type { ToolDefinition } from '../manifest.js';
import { errorResult, ToolError } from '../tool-error.js';
import { headerOf, type Answer } from '../upstream/answer.js';
import { contentTypeOf, errorTypeOf } from './content-type.js';
import { toldEmpty, toldText, withNotes, type Content, type Reading, type Told } from './content.js';
import { readDisposition } from './disposition.js';
import { errorText } from './error-text.js';
import { readJson } from './json.js';
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
  const noted = withNotes(told, notes);
  return resultOf(meta === undefined ? noted : { ...noted, meta: { ...told.meta, ...meta } });
}

/** What a result is cut for. */
export type Fitting = Pick<Content, 'tool' | 'limits'>;

/** How results that an override is given whole are given to a model. */
const fittingResults = new WeakMap<CallToolResult, () => Promise<CallToolResult>>();

/** The result that an override is given of an answer: all that was read of it, since it may want to count or to sum up. */
export async function wholeResult(
  answer: Answer,
  tool: ToolDefinition,
  reading: Reading,
): Promise<CallToolResult> {
  const { limits } = reading;
  // A byte makes one character at most.
  if (answer.body.length <= limits.resultCharacters) return answerResult(answer, tool, reading);
  const unlimited = { ...limits, resultCharacters: Number.MAX_SAFE_INTEGER };
  const result = await answerResult(answer, tool, { ...reading, limits: unlimited });
  fittingResults.set(result, () => answerResult(answer, tool, reading));
  return result;
}

/** A result as a model is given it: cut where `wholeResult` made it. */
export async function fittingResult(result: CallToolResult): Promise<CallToolResult> {
  return (await fittingResults.get(result)?.()) ?? result;
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
  return withNotes(told, note === undefined ? [] : [note]);
}

function contentOf(
  { headers, body, cut }: Answer,
  tool: ToolDefinition,
  reading: Reading,
  mediaType: string,
): Content {
  const disposition = headerOf(headers, 'content-disposition');
  const fileName = disposition && readDisposition(reading.redact(disposition)).fileName;
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

// Clients and servers of revisions before 2026-07-28 read structures by a schema that drops such a member.
const protoNote =
  'Of the structure the member "__proto__" may be missing: some clients drop it. It stands in the text.';

function resultOf(told: Told): CallToolResult {
  const { content, structuredContent, empty, meta } = told;
  const isObject = typeof structuredContent === 'object' && structuredContent !== null;
  const hasProto = isObject && Object.hasOwn(structuredContent, '__proto__');
  const { notes = [] } = hasProto ? withNotes(told, [protoNote]) : told;
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

/** The result of an override, or of a tool that has no operation: the value as structure, and as text beside it. */
export function structuredResult(value: unknown, fitting?: Fitting): CallToolResult {
  if (value === undefined) return resultOf(toldEmpty('Done.'));
  const text = JSON.stringify(value);
  return fitting === undefined || text.length <= fitting.limits.resultCharacters
    ? resultOf({ ...toldText(text), structuredContent: value })
    : resultOf(readJson(madeContent(text, fitting)));
}

/** A value of our own making as content: what of it is the API's was cleaned before. */
function madeContent(text: string, { tool, limits }: Fitting): Content {
  return {
    tool,
    limits,
    redact: (shown) => shown,
    mediaType: 'application/json',
    bytes: Buffer.from(text),
    uri: `response:///${encodeURIComponent(tool.name)}`,
  };
}
