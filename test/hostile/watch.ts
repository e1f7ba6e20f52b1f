import { readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createUsageMeter, type UsageMeter } from '../corpus/usage.js';
import { scratchFolder } from '../tools/projects.js';

/** What a watched process said of itself. */
export interface ProcessState {
  /** Members of `Object.prototype` that the language does not define. */
  readonly foreign: readonly string[];
  /** 99 of 100 turns of the event loop came no later than this, since the last state. */
  readonly loopDelayMs: number;
}

/** Watches the Node processes that are started with its environment. */
export interface Watch {
  readonly environment: Readonly<Record<string, string>>;
  readonly meter: UsageMeter;
  /** What they said, in the order of each process. */
  readonly states: () => readonly ProcessState[];
}

const reporter = new URL('report-state.mjs', import.meta.url).href;

/** Makes a watch. */
export function createWatch(): Watch {
  const folder = scratchFolder(join(tmpdir(), 'openapi2mcp-hostile-states'));
  const meter = createUsageMeter();
  const preloads = `${meter.environment['NODE_OPTIONS'] ?? ''} --import=${reporter}`.trim();
  return {
    environment: { ...meter.environment, NODE_OPTIONS: preloads, STATE_FOLDER: folder },
    meter,
    states: () => readdirSync(folder).flatMap((name) => statesIn(join(folder, name))),
  };
}

/** What is wrong with what processes said of themselves. */
export function pollutionProblems(states: readonly ProcessState[]): readonly string[] {
  return states.flatMap(({ foreign }) => foreign.map((name) => `Object.prototype has a member '${name}'`));
}

function statesIn(file: string): readonly ProcessState[] {
  const lines = readFileSync(file, 'utf8').split('\n').slice(0, -1);
  return lines.map((line) => JSON.parse(line) as ProcessState);
}
