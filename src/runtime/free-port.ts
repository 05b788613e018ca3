import { createServer } from 'node:net';

/** A free TCP port of 127.0.0.1: `wanted` if it is free, otherwise one that the system picks. */
export async function findFreePort(wanted?: number): Promise<number> {
  if (wanted !== undefined) {
    const port = await tryPort(wanted);
    if (port !== undefined) return port;
  }
  const port = await tryPort(0);
  if (port === undefined) throw new Error('no free TCP port on 127.0.0.1');
  return port;
}

function tryPort(port: number): Promise<number | undefined> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(undefined));
    server.listen(port, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' ? address?.port : undefined));
    });
  });
}
