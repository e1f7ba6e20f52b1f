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

/** A replacement for what a tool does. */
export interface Override {
  readonly toolName: string;
  readonly run: (input: never, call: Call<never, never>) => Promise<unknown>;
}

/** Replaces what a tool does. `call` is what it would have done; it throws where the API's answer is an error. */
export function override<Input, Output>(
  handle: Tool<Input, Output>,
  run: (input: Input, call: Call<Input, Output>) => Promise<Output>,
): Override {
  // The types of one tool are erased here: overrides of all tools stand in one list.
  return { toolName: handle.name, run: run as never };
}
