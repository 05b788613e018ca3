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
    throw new StartupError(`${setting}: cannot listen on ${host}:${port}, ${reason}`);
  }
  return (server.address() as AddressInfo).port;
}

const REASONS: Record<string, string> = {
  EADDRINUSE: 'the port is in use by another program: stop that, or choose another port',
  EACCES: 'this user may not: choose a port above 1023',
  EADDRNOTAVAIL: 'this machine has no such address',
  ENOTFOUND: 'the host is not known',
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
