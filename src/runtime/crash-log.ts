/** Tells on stderr of an exception that nobody expected, in one line. */
export function logCrash(where: string, error: unknown): void {
  console.error(`${where}: ${describeCrash(error)}`);
}

const framesShown = 6;

/** The kind of an exception and where it came from; its message is left out, since it may quote a secret. */
export function describeCrash(error: unknown): string {
  if (!(error instanceof Error)) return `thrown ${typeof error}`;
  const code = (error as { readonly code?: unknown }).code;
  const frames = (error.stack ?? '').split('\n').filter((line) => /^ +at .*:\d+:\d+\)?$/.test(line));
  return [
    typeof code === 'string' ? `${error.name} ${code}` : error.name,
    ...frames.slice(0, framesShown).map((line) => line.trim()),
  ].join(' ');
}

/** Ends the process on an exception that nobody caught: its state is unknown, and a restart is the recovery. */
export function exitOnCrash(): void {
  for (const event of ['uncaughtException', 'unhandledRejection'] as const) {
    process.on(event, (error: unknown) => {
      logCrash(event, error);
      process.exit(1);
    });
  }
}
