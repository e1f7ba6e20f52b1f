import { checkBody, checkParameters } from './argument-types.js';
import { writeBody, type WrittenBody } from './body.js';
import { checkFixed } from './fixed-places.js';
import { hasCodingParameter, writeHeaders } from './headers.js';
import type { ToolDefinition } from '../manifest.js';
import { ownMember } from '../own-member.js';
import type { Arguments } from './parameters.js';
import { writeUrl } from './path.js';
import type { Outgoing, SecurityScheme } from '../security.js';

/** A request to the API. */
export interface UpstreamRequest extends Outgoing {
  readonly method: string;
  readonly body: WrittenBody | undefined;
  /** Whether nothing is said of codings that no argument says: the document has `Accept-Encoding` as a parameter. */
  readonly leavesCoding?: boolean;
}

/** Makes the request of a tool: URL, headers and body from its arguments; credentials are added later. */
export async function buildRequest(
  tool: ToolDefinition,
  args: Arguments,
  base: URL,
  schemes: Readonly<Record<string, SecurityScheme>>,
): Promise<UpstreamRequest> {
  const { request } = tool;
  checkParameters(tool, args);
  const url = writeUrl(tool, args, base);
  const headers = writeHeaders(request, args, schemes);
  checkFixed(request, args, { url, headers });
  const body = await bodyOf(tool, args);
  if (body !== undefined) headers.set('content-type', body.contentType);
  return { method: request.method, url, headers, body, leavesCoding: hasCodingParameter(request) };
}

async function bodyOf(tool: ToolDefinition, args: Arguments): Promise<WrittenBody | undefined> {
  const { body } = tool.request;
  const value = body && ownMember(args, body.property);
  // Unlike for a parameter, null is a value here: it is a JSON text of its own.
  if (body === undefined || value === undefined) return undefined;
  checkBody(tool, value);
  return writeBody(body, value, args);
}
