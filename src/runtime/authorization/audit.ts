import type { CallToolResult } from '@modelcontextprotocol/server';
import type { Caller, Identity } from '../caller.js';
import { inAscii } from '../request/value-text.js';
import { errorOf } from '../tool-error.js';

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

/** Text that a slow reader of stderr may leave unread before lines are dropped. */
const unreadLimit = 256 * 1024;

const textLimit = 200;
const scopesLimit = 50;

/** Writes each record on stderr as one line of JSON; while nobody reads there, it drops and counts them. */
export function createAudit(): Audit {
  let dropped = 0;
  return (record) => {
    if (process.stderr.writableLength > unreadLimit) {
      dropped += 1;
      return;
    }
    // The console, since it lives on when stderr is closed.
    console.error(lineOf(record, dropped));
    dropped = 0;
  };
}

function lineOf({ tool, subject, client, scopes, ...rest }: AuditRecord, dropped: number): string {
  const { time, event, identity, outcome, ms } = rest;
  const line = {
    time,
    event,
    tool: tool && bounded(tool),
    subject: bounded(subject),
    client: client && bounded(client),
    identity,
    outcome,
    scopes: scopes?.slice(0, scopesLimit).map(bounded),
    ms: Math.round(ms * 10) / 10,
    dropped: dropped === 0 ? undefined : dropped,
  };
  return inAscii(JSON.stringify(line));
}

function bounded(text: string): string {
  return text.length > textLimit ? `${text.slice(0, textLimit)}…` : text;
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
