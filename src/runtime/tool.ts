import type { Caller } from './caller.js';

declare const types: unique symbol;

/** Names a tool of the manifest, and carries the types of its arguments and its structured content. */
export interface Tool<Input, Output> {
  readonly name: string;
  readonly [types]?: (input: Input) => Output;
}

/** The handle of the tool `name`. */
export function tool<Input, Output>(name: string): Tool<Input, Output> {
  return { name };
}

/** Makes the request that the manifest describes. */
export type Call<Input, Output> = (input: Input) => Promise<Output>;

/** What code of the server's owner may know of who calls: all but the token. */
export type KnownCaller = Pick<Caller, 'subject' | 'clientId' | 'scopes' | 'claims'>;

/** What an override may know of the call that it answers. */
export interface OverrideContext {
  /** Aborts when the client no longer wants the result. */
  readonly signal: AbortSignal;
  /** Tells a client that asked for it how far the call is. */
  readonly progress: (message: string) => void;
  /** Who calls; missing on stdio and without authorization. */
  readonly caller?: KnownCaller;
}

/** A replacement for what a tool does. */
export interface Override {
  readonly toolName: string;
  readonly run: (input: never, call: Call<never, never>, context: OverrideContext) => Promise<unknown>;
}

/**
 * Replaces what a tool does. `call` is what it would have done, as often as it is called: it answers with the
 * structured content, or else with the text, and throws a `ToolError` where the call fails or the API's answer is an
 * error. It gives all that was read of the answer, and what the override returns is cut to the limit of characters. What
 * `call` gave and the override returns as it is keeps its text, its images and its files.
 */
export function override<Input, Output>(
  handle: Tool<Input, Output>,
  run: (input: Input, call: Call<Input, Output>, context: OverrideContext) => Promise<Output>,
): Override {
  // The types of one tool are erased here: overrides of all tools stand in one list.
  return { toolName: handle.name, run: run as never };
}
