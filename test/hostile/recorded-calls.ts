import type { Manifest } from '../../src/runtime/manifest.js';
import { startRecorder, type RecordedRequest, type Recorder } from '../cases/recorder.js';
import type { Problems, WrittenProject } from './documents.js';
import type { Called, LiveServer } from './live-server.js';

/** A call, and the requests that it made. */
export interface RecordedCall {
  readonly called: Called;
  readonly requests: readonly RecordedRequest[];
}

/** The path that the API's base URL gets, to see that nothing climbs above it. */
export const basePath = '/v1';

/** Calls tools and keeps what is sent. */
export interface RecordingClient {
  readonly call: (tool: string, toolArguments: unknown) => Promise<RecordedCall>;
  /** With arguments as JSON text that no value has. */
  readonly callText: (tool: string, toolArguments: string) => Promise<RecordedCall>;
  readonly live: LiveServer;
}

/** Starts the server of a project against an API that records, and stops both afterwards. */
export async function withUpstream<Result>(
  { manifest, serve }: Pick<WrittenProject, 'manifest' | 'serve'>,
  variables: Readonly<Record<string, string>>,
  use: (client: RecordingClient) => Promise<Result>,
): Promise<Result> {
  const recorder = await startRecorder();
  const record = async (calling: Promise<Called>): Promise<RecordedCall> => ({
    called: await calling,
    requests: recorder.take(),
  });
  try {
    return await serve({ [manifest.upstream.env]: baseUrlOf(recorder), ...variables }, (live) =>
      use({
        call: (tool, toolArguments) => record(live.call(tool, toolArguments)),
        callText: (tool, toolArguments) => record(live.callText(tool, toolArguments)),
        live,
      }),
    );
  } finally {
    await recorder.close();
  }
}

/** The base URL of a recorder. */
export function baseUrlOf({ authority }: Recorder): string {
  return `http://${authority}${basePath}`;
}

/** Variables that give every part of every credential a value of its own. */
export function allCredentials({ securitySchemes }: Manifest): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(securitySchemes).flatMap(([scheme, { env }]) =>
      Object.entries(env).map(([part, variable]) => [variable, credentialOf(scheme, part)]),
    ),
  );
}

/** The value that a part of a scheme's credential is given. */
export function credentialOf(scheme: string, part: string): string {
  return `${scheme}-${part}`.replace(/[^\w-]/g, '');
}

/** A call that has to be refused before anything is sent. */
export function sentProblems({ called, requests }: RecordedCall, what: string): Problems {
  return [
    ...(called.isError ? [] : [`${what}: was not refused`]),
    ...requests.map(({ target }) => `${what}: was sent to ${target.slice(0, 200)}`),
  ];
}
