#!/usr/bin/env node
import { exitCodes, type ExitCode } from './exit-codes.js';
import { writeJson } from './json-report.js';

let outcome: ExitCode = exitCodes.interrupted;
process.on('SIGINT', () => {
  if (outcome !== exitCodes.interrupted) process.exit(outcome);
  process.stderr.write('\ninterrupted; nothing was written.\n');
  if (process.argv.includes('--json')) {
    process.stdout.write(writeJson([], { summary: undefined, changes: [] }, outcome));
  }
  process.exit(outcome);
});

// Everything else is loaded after Ctrl-C is taken care of.
const { openTerminal, reportBug } = await import('./terminal.js');
const terminal = openTerminal((exitCode) => {
  outcome = exitCode;
});

process.on('uncaughtException', (error) => {
  reportBug(error);
  process.exit(exitCodes.bug);
});

try {
  const { run } = await import('./run.js');
  process.exitCode = await run(process.argv.slice(2), terminal);
} catch (error) {
  reportBug(error);
  process.exitCode = exitCodes.bug;
}
