import type { CallToolResult, ContentBlock } from '@modelcontextprotocol/server';
import { errorText } from './error-text.js';
import type { ToolDefinition } from '../manifest.js';
import { essenceOf, isJson, isMediaType, isText, isXml, mediaTypeParameter } from '../media-types.js';
import { readParts } from './multipart.js';
import type { Redact } from '../redaction.js';
import { errorResult, ToolError } from '../tool-error.js';
import type { Limits } from '../limits.js';
import { headerOf, type Answer } from '../upstream.js';

/** A body, or one part of it, on its way to the model. */
interface Content {
  readonly mediaType: string;
  readonly bytes: Buffer;
  /** What an embedded resource is called. */
  readonly uri: string;
  readonly redact: Redact;
  readonly limits: Limits;
}

/** What answers are read with. */
export interface Reading {
  readonly redact: Redact;
  readonly limits: Limits;
}

interface AnswerRule {
  readonly matches: (mediaType: string) => boolean;
  readonly read: (content: Content) => CallToolResult;
}

/** Every kind of answer; the first that matches its media type reads it. A new one is an entry here. */
const answerKinds: readonly AnswerRule[] = [
  { matches: isJson, read: readJson },
  // Before images: SVG is a text that models read, and hosts do not show it as an image.
  { matches: (mediaType) => isText(mediaType) || isXml(mediaType), read: readText },
  { matches: (mediaType) => mediaType.startsWith('image/'), read: readMedia('image') },
  { matches: (mediaType) => mediaType.startsWith('audio/'), read: readMedia('audio') },
  { matches: (mediaType) => mediaType.startsWith('multipart/'), read: readMultipart },
  { matches: () => true, read: readBinary },
];

/** The tool result that an answer of the API makes. */
export function answerResult(answer: Answer, tool: ToolDefinition, reading: Reading): CallToolResult {
  const mediaType = mediaTypeOf(answer, tool);
  const content = {
    mediaType,
    bytes: answer.body,
    uri: `response:///${encodeURIComponent(tool.name)}`,
    ...reading,
  };
  if (answer.status < 200 || answer.status > 299) {
    const text = isReadable(mediaType) ? reading.redact(decode(content)) : undefined;
    return errorResult(new ToolError('upstream-status', errorText(answer, tool.request, mediaType, text)));
  }
  if (answer.body.length === 0)
    return emptyResult(`${answer.status} ${answer.reason}: the answer has no content.`);
  return readContent(content);
}

const emptyResults = new WeakSet<CallToolResult>();

function emptyResult(text: string): CallToolResult {
  const result = textResult(text);
  emptyResults.add(result);
  return result;
}

/** Whether a result tells of a success without content, such as 204. */
export function isEmptyResult(result: CallToolResult): boolean {
  return emptyResults.has(result);
}

/** The result of an override: the value as structure, and as text beside it. */
export function structuredResult(value: unknown): CallToolResult {
  if (value === undefined) return emptyResult('Done.');
  return { ...textResult(JSON.stringify(value)), structuredContent: value };
}

function readContent(content: Content): CallToolResult {
  const essence = essenceOf(content.mediaType);
  const rule = answerKinds.find(({ matches }) => matches(essence));
  return (rule?.read ?? readBinary)(content);
}

/** As the API says; else as the document does; else as the bytes look. */
function mediaTypeOf({ headers, body }: Answer, { request: { accept } }: ToolDefinition): string {
  const contentType = headerOf(headers, 'content-type');
  if (contentType !== undefined && isMediaType(contentType)) return contentType;
  const declared = accept.find((range) => !range.includes('*'));
  return declared ?? (isUtf8(body) ? 'text/plain' : 'application/octet-stream');
}

function isUtf8(bytes: Buffer): boolean {
  try {
    return !new TextDecoder('utf-8', { fatal: true }).decode(bytes).includes('\0');
  } catch {
    return false;
  }
}

function isReadable(mediaType: string): boolean {
  return isJson(mediaType) || isText(mediaType) || isXml(mediaType);
}

function decode({ mediaType, bytes }: Content): string {
  const charset = mediaTypeParameter(mediaType, 'charset') ?? 'utf-8';
  try {
    return new TextDecoder(charset).decode(bytes);
  } catch {
    return new TextDecoder().decode(bytes);
  }
}

function textResult(text: string): CallToolResult {
  return { content: [{ type: 'text', text }] };
}

/** The text is the API's own, so no digit of a number is lost; the structure is what JSON.parse makes of it. */
function readJson(content: Content): CallToolResult {
  const text = content.redact(decode(content));
  if (text.trim() === '') return emptyResult('The answer has no content.');
  const value = parse(text);
  if (value === undefined) return textResult(`The API calls this JSON, but it is not valid JSON:\n${text}`);
  if (!isShallow(value))
    return textResult(`Nested more than ${deepest} levels deep, so it is given as text alone:\n${text}`);
  return { ...textResult(text), structuredContent: value };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const deepest = 200;

/** Whether a value can be written as JSON again by those who do so recursively. */
function isShallow(value: unknown): boolean {
  const pending: { readonly value: unknown; readonly depth: number }[] = [{ value, depth: 0 }];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const { value: current, depth } = next;
    if (typeof current !== 'object' || current === null) continue;
    if (depth >= deepest) return false;
    for (const member of Object.values(current)) pending.push({ value: member, depth: depth + 1 });
  }
  return true;
}

function readText(content: Content): CallToolResult {
  return textResult(content.redact(decode(content)));
}

function readMedia(type: 'image' | 'audio'): AnswerRule['read'] {
  return ({ mediaType, bytes }) => ({
    content: [{ type, data: bytes.toString('base64'), mimeType: essenceOf(mediaType) }],
  });
}

function readBinary({ mediaType, bytes, uri }: Content): CallToolResult {
  const resource = { uri, mimeType: essenceOf(mediaType), blob: bytes.toString('base64') };
  return { content: [{ type: 'resource', resource }] };
}

/** One block for each part; a part is never taken apart again. */
function readMultipart(content: Content): CallToolResult {
  const boundary = mediaTypeParameter(content.mediaType, 'boundary');
  const parts = boundary === undefined ? [] : readParts(content.bytes, boundary);
  if (parts.length === 0) return readBinary(content);
  const blocks = parts.flatMap(({ contentType, bytes }, index) => {
    const mediaType = isMediaType(contentType) ? contentType : 'application/octet-stream';
    return readPart({ ...content, mediaType, bytes, uri: `${content.uri}/${index + 1}` });
  });
  return { content: blocks };
}

/** Plain text, images and audio are blocks of their own; any other part keeps its media type as a resource. */
function readPart(part: Content): readonly ContentBlock[] {
  const essence = essenceOf(part.mediaType);
  if (/^(?:text\/plain$|image\/|audio\/)/.test(essence)) return readContent(part).content;
  if (!isReadable(essence)) return readBinary(part).content;
  const { uri, redact } = part;
  return [{ type: 'resource', resource: { uri, mimeType: essence, text: redact(decode(part)) } }];
}
