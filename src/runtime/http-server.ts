import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { StartupError } from './startup-error.js';

/**
 * Resolves with the port once the server listens (`port` 0: any free one).
 * @throws StartupError naming `setting` if the address is not available
 */
export async function listenHttp(
  server: Server,
  at: { host: string; port: number; setting: string },
): Promise<number> {
  const { host, port, setting } = at;
  try {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(port, host, () => {
        server.off('error', reject);
        resolve();
      });
    });
  } catch (error) {
    const reason = REASONS[(error as NodeJS.ErrnoException).code ?? ''];
    if (reason === undefined) throw error;
    throw new StartupError(`${setting}: cannot listen on ${host}:${port} because ${reason}`);
  }
  return (server.address() as AddressInfo).port;
}

const REASONS: Record<string, string> = {
  EADDRINUSE: 'another program uses the port: stop that program, or choose another port',
  EACCES: 'this user may not use the port: choose one above 1023',
  EADDRNOTAVAIL: 'this machine does not have that address: choose one of its addresses, or 0.0.0.0 for all',
  ENOTFOUND: 'the host is unknown: check the spelling',
};

/** Stops accepting and waits for open responses; closes them when the deadline aborts. */
export async function closeHttp(server: Server, deadline: AbortSignal): Promise<void> {
  if (!server.listening) return;
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  server.closeIdleConnections();
  const cut = () => server.closeAllConnections();
  if (deadline.aborted) cut();
  else deadline.addEventListener('abort', cut, { once: true });
  await closed;
  deadline.removeEventListener('abort', cut);
}
