import type { Manifest } from '../../src/runtime/manifest.js';
import { openSession, type Era, type ListedTool, type McpSession } from '../tools/mcp-session.js';
import { startStdio, type StdioServer } from '../tools/stdio-server.js';
import { argumentsOf, credentialsOf } from './arguments.js';
import type { CallExpectation, Expectations, UpstreamAnswer } from './case-format.js';
import type { CallObservation, SessionObservation } from './observation.js';
import { defaultAnswer, type Recorder } from './recorder.js';
import { findTool } from './tool-names.js';

/** The two servers that stand for the API and for some other place. */
export interface Recorders {
  readonly first: Recorder;
  readonly other: Recorder;
}

const noAnswer = { answer: undefined, failure: undefined };

/** How long a server that was told nothing else may take to end. */
const endMs = 5000;

/** Starts the server of a built project, lists its tools, makes a case's calls in order and ends it. */
export async function observeServer(
  folder: string,
  manifest: Manifest,
  expect: Expectations,
  era: Era,
  recorders: Recorders,
): Promise<SessionObservation> {
  const environment = credentialsOf(manifest, expect.env ?? {});
  const server = startStdio(folder, environment, { chunkBytes: expect.process?.stdinChunkBytes });
  const opened = await open(server, era);
  const calls: CallObservation[] = [];
  const tools = typeof opened === 'string' ? [] : opened.tools;
  for (const call of expect.call ?? []) {
    calls.push(
      typeof opened === 'string'
        ? uncalled(opened)
        : await observeCall(server, opened, manifest, withRecorders(call, recorders), recorders),
    );
  }
  const { status, afterInputMs } = await server.close(expect.process?.exitsAfterStdinCloseMs ?? endMs);
  return {
    era,
    failure: typeof opened === 'string' ? opened : undefined,
    tools,
    calls,
    stdout: server.stdout(),
    stderr: server.stderr(),
    exit: { status, milliseconds: afterInputMs },
  };
}

interface Opened {
  readonly session: McpSession;
  readonly tools: readonly ListedTool[];
}

/** A session with its tools, or why there is none. */
async function open(server: StdioServer, era: Era): Promise<Opened | string> {
  try {
    const session = await openSession(server, era);
    return { session, tools: await session.listTools() };
  } catch (error) {
    return (error as Error).message;
  }
}

async function observeCall(
  server: StdioServer,
  { session, tools }: Opened,
  manifest: Manifest,
  call: CallExpectation,
  { first, other }: Recorders,
): Promise<CallObservation> {
  const found = findTool(call.tool, tools, manifest);
  if ('problem' in found) return uncalled(found.problem);
  const definition = manifest.tools.find(({ name }) => name === found.name);
  first.answerWith(call.upstream ?? defaultAnswer);
  const calling = session.callTool(found.name, argumentsOf(definition, call.arguments)).then(
    (answer) => ({ answer, failure: undefined }),
    (error: unknown) => ({ answer: undefined, failure: (error as Error).message }),
  );
  if (call.thenCloseStdin === true) {
    await first.arrival(endMs);
    server.closeStdin();
  }
  const { answer, failure } = call.thenCloseStdin === true ? noAnswer : await calling;
  return { tool: found.name, answer, failure, requests: first.take(), otherRequests: other.take() };
}

function uncalled(failure: string): CallObservation {
  return { tool: undefined, answer: undefined, failure, requests: [], otherRequests: [] };
}

/** `upstream` values name the recorders by the words of the document. */
function withRecorders(call: CallExpectation, recorders: Recorders): CallExpectation {
  if (call.upstream === undefined) return call;
  const text = placeRecorders(JSON.stringify(call.upstream), recorders);
  return { ...call, upstream: JSON.parse(text) as UpstreamAnswer };
}

/** Puts the recorders' authorities in the place of the two names that stand for them. */
export function placeRecorders(text: string, { first, other }: Recorders): string {
  return text.replaceAll('upstream.invalid', first.authority).replaceAll('other.invalid', other.authority);
}
