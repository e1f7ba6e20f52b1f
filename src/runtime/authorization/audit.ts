import type { CallToolResult } from '@modelcontextprotocol/server';
import type { Caller, Identity } from '../caller.js';
import { errorOf } from '../tool-error.js';
import { bounded, createLines } from './audit-lines.js';

/** What is told of one call: who made it and what came of it, never what it said. */
export interface AuditRecord {
  /** When it was answered, as in RFC 3339. */
  readonly time: string;
  readonly event: 'tools/call';
  /** Missing where no tool has the name that was called, for then it may be any text. */
  readonly tool: string | undefined;
  readonly subject: string;
  readonly client: string | undefined;
  readonly identity: Identity;
  /** `ok`, the code of the error, or why no tool was called. */
  readonly outcome: string;
  /** What the client was asked for. */
  readonly scopes?: readonly string[];
  /** How long the call took, in milliseconds. */
  readonly ms: number;
}

/** Takes note of a call; it neither throws nor waits. */
export type Audit = (record: AuditRecord) => void;

const scopesLimit = 50;

/** Writes each record on stderr as one line of JSON. */
export function createAudit(): Audit {
  const write = createLines();
  return (record) => write(lineOf(record));
}

function lineOf({ tool, subject, client, scopes, ...rest }: AuditRecord): Readonly<Record<string, unknown>> {
  const { time, event, identity, outcome, ms } = rest;
  return {
    time,
    event,
    tool: tool && bounded(tool),
    subject: bounded(subject),
    client: client && bounded(client),
    identity,
    outcome,
    scopes: scopes?.slice(0, scopesLimit).map(bounded),
    ms: Math.round(ms * 10) / 10,
  };
}

/** What is known of a call before it is made. */
export interface AuditedCall {
  readonly audit: Audit;
  readonly caller: Caller | undefined;
  /** Missing where no tool has the name that was called. */
  readonly tool: string | undefined;
}

/** Tells of a call that no tool was called for. */
export function tellRefused(call: AuditedCall, outcome: string, scopes?: readonly string[]): void {
  tell(call, 0, outcome, scopes);
}

/** Makes a call and tells of it. */
export async function audited(
  call: AuditedCall,
  make: () => Promise<CallToolResult>,
): Promise<CallToolResult> {
  // Without authorization there is nobody to name.
  if (call.caller === undefined) return make();
  const start = performance.now();
  const result = await make();
  tell(call, performance.now() - start, outcomeOf(result));
  return result;
}

function outcomeOf(result: CallToolResult): string {
  if (result.isError !== true) return 'ok';
  return errorOf(result)?.code ?? 'error';
}

function tell(
  { audit, caller, tool }: AuditedCall,
  ms: number,
  outcome: string,
  scopes?: readonly string[],
): void {
  if (caller === undefined) return;
  const { subject, clientId, identity } = caller;
  audit({
    time: new Date().toISOString(),
    event: 'tools/call',
    tool,
    subject,
    client: clientId,
    identity,
    outcome,
    ...(scopes && { scopes }),
    ms,
  });
}
