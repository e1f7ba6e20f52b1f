#!/usr/bin/env node
import { optimizeLate } from './engine.js';
import { exitCodes, type ExitCode } from './exit-codes.js';
import { firstWord } from './flag-names.js';
import { writeFindingsJson, writeJson } from './json-report.js';

optimizeLate();

let outcome: ExitCode = exitCodes.interrupted;
let hasResult = false;
process.on('SIGINT', () => {
  if (outcome !== exitCodes.interrupted) process.exit(outcome);
  process.stderr.write('\ninterrupted; nothing was written.\n');
  writeEmptyResult(outcome);
  process.exit(outcome);
});

// Everything else is loaded after Ctrl-C is taken care of.
const { openTerminal, reportBug } = await import('./terminal.js');
const terminal = openTerminal((exitCode) => {
  outcome = exitCode;
});

process.on('uncaughtException', (error) => {
  endWithBug(error);
  process.exit();
});

try {
  const { run } = await import('./run.js');
  process.exitCode = await run(process.argv.slice(2), {
    ...terminal,
    writeResult: (text) => {
      hasResult = true;
      terminal.writeResult(text);
    },
  });
} catch (error) {
  endWithBug(error);
}

function endWithBug(error: unknown): void {
  reportBug(error);
  writeEmptyResult(exitCodes.bug);
  process.exitCode = exitCodes.bug;
}

/** A program that asked for JSON gets it, whatever the run ends with. */
function writeEmptyResult(exitCode: ExitCode): void {
  if (hasResult || !process.argv.includes('--json')) return;
  const command = firstWord(process.argv.slice(2));
  process.stdout.write(
    command === 'inspect' || command === 'lint'
      ? writeFindingsJson([], exitCode)
      : writeJson([], { summary: undefined, changes: [] }, exitCode),
  );
}
