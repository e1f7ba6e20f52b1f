import type { CallToolResult } from '@modelcontextprotocol/server';
import type { Limits } from '../limits.js';
import type { ToolDefinition } from '../manifest.js';
import type { Redact } from '../redaction.js';
import type { Answer } from '../upstream/answer.js';

/** What answers are read with. */
export interface Reading {
  readonly redact: Redact;
  readonly limits: Limits;
}

/** The content of an answer, or one part of it, on its way to the model. */
export interface Content extends Reading {
  readonly tool: ToolDefinition;
  readonly mediaType: string;
  readonly bytes: Buffer;
  /** Why there are no more bytes, though the content goes on. */
  readonly cut?: Answer['cut'];
  /** What an embedded resource is called. */
  readonly uri: string;
}

/** A content that is text: decoded, without secrets and without hidden characters. */
export interface TextContent extends Content {
  readonly text: string;
}

/** What is made of a content. */
export interface Told {
  readonly content: CallToolResult['content'];
  readonly structuredContent?: unknown;
  /** Whether it says that there is no content. */
  readonly empty?: true;
  /** Told in the last text block of the result, a line each. */
  readonly notes?: readonly string[];
  /** The result's `_meta`; keys are `openapi2mcp/<name>`. */
  readonly meta?: Readonly<Record<string, unknown>>;
}

/** One text block. */
export function toldText(text: string): Told {
  return { content: [{ type: 'text', text }] };
}

/** Adds lines to what is told beside the content. */
export function withNotes(told: Told, notes: readonly string[]): Told {
  return notes.length === 0 ? told : { ...told, notes: [...(told.notes ?? []), ...notes] };
}

/** That there is nothing. */
export function toldEmpty(text: string): Told {
  return { ...toldText(text), empty: true };
}
