import type { Manifest } from '../../src/runtime/manifest.js';
import type { Era, ListedTool } from '../tools/mcp-session.js';
import type { RpcAnswer } from '../tools/stdio-server.js';
import type { RecordedRequest } from './recorder.js';

/** What happened in one run of a case, without a judgement of it. */
export interface Observation {
  readonly generation: Generation;
  /** Missing where generation failed. */
  readonly project?: ProjectObservation;
}

/** What became of a written project. */
export interface ProjectObservation {
  /** `generated/manifest.json`; `undefined` where there is none that can be read. */
  readonly manifest: Manifest | undefined;
  /** Why the project could not be installed, built or started at all. */
  readonly failure: string | undefined;
  /** What the compiler reports; empty where the project compiles. */
  readonly build: readonly string[];
  /** One for each revision that was spoken; empty where the project was not built. */
  readonly sessions: readonly SessionObservation[];
  /** As for the generation, but when all had ended. */
  readonly changedOutside: readonly string[];
}

/** One run of the generator. */
export interface Generation {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
  readonly milliseconds: number;
  readonly timedOut: boolean;
  /** Files of the output folder afterwards, by path. */
  readonly output: ReadonlyMap<string, Buffer>;
  /** What the run added, changed or removed beside the output folder, by path. */
  readonly changedOutside: readonly string[];
}

/** One life of the server. */
export interface SessionObservation {
  readonly era: Era;
  /** Why there is no tool list. */
  readonly failure: string | undefined;
  readonly tools: readonly ListedTool[];
  /** In the order of the case's calls. */
  readonly calls: readonly CallObservation[];
  readonly stdout: Buffer;
  readonly stderr: Buffer;
  readonly exit: ExitObservation;
}

/** How the server ended after its input was closed. */
export interface ExitObservation {
  /** `null` where it had to be ended. */
  readonly status: number | null;
  /** From the end of its input. */
  readonly milliseconds: number;
}

/** What one call did. */
export interface CallObservation {
  /** The name that was called; `undefined` where no tool answers to the case's name. */
  readonly tool: string | undefined;
  /** Missing where none came. */
  readonly answer: RpcAnswer | undefined;
  /** Why no answer came, or why there was no call. */
  readonly failure: string | undefined;
  readonly requests: readonly RecordedRequest[];
  readonly otherRequests: readonly RecordedRequest[];
}
