/** The names of this machine, as URLs write hosts. */
export const loopbackNames: readonly string[] = ['localhost', '127.0.0.1', '[::1]'];

/** Whether a host, as URLs write it, is this machine and no other. */
export function isLoopback(host: string): boolean {
  return loopbackNames.includes(host) || /^127\.\d+\.\d+\.\d+$/.test(host);
}
