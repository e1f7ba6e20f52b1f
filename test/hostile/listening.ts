import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A server that listens on a free port of loopback. */
export interface Listening {
  readonly port: number;
  readonly close: () => Promise<void>;
}

/** Lets a server, of HTTP or of HTTPS, listen on a free port of loopback. */
export async function listening(server: Server): Promise<Listening> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    // A server on TCP has such an address.
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => {
          resolve();
        });
        server.closeAllConnections();
      }),
  };
}
