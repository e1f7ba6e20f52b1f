import { spawn } from 'node:child_process';

/** By platform, the program that opens an address in the browser; it is given the address as one argument, by no shell. */
const openers: Readonly<Partial<Record<NodeJS.Platform, readonly [command: string, ...args: string[]]>>> = {
  darwin: ['open'],
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
};

const usualOpener = ['xdg-open'] as const;

/** Opens a page where there is a browser; nobody is told where there is none, since the address is printed too. */
export function openBrowser(page: URL): void {
  const [command, ...args] = openers[process.platform] ?? usualOpener;
  const child = spawn(command, [...args, page.href], { stdio: 'ignore', detached: true, shell: false });
  child.once('error', () => undefined);
  child.unref();
}
