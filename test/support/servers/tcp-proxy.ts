/**
 * A proxy with real sockets that a test can make slow, silent or broken. It closes nothing unless the test
 * asks for it.
 */
import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/**
 * `silent`: bytes are dropped both ways and neither side is notified, as when a firewall forgets a
 * connection.
 */
export type Passage = 'pass' | 'silent';

export interface ProxiedConnection {
  /** 1 for the first connection. */
  readonly number: number;
  /** The first bytes that the client sent, which contain the application name. */
  readonly said: string;
  set(passage: Passage): void;
  /** Sends RST to both sides. */
  reset(): void;
}

export interface TcpProxy {
  port: number;
  /** The same URL through this proxy. */
  through(url: string): string;
  /** The open connections, oldest first. */
  connections(): ProxiedConnection[];
  /** Sets the mode of open and future connections, or only of some. */
  set(passage: Passage, which?: 'new' | 'open' | ((connection: ProxiedConnection) => boolean)): void;
  /** Whether new connections are reset at once. */
  refuse(refused: boolean): void;
  /** Sends RST to every open connection. */
  resetAll(): void;
  /** Delays every byte by this many milliseconds; 0 ends the delay. */
  delay(ms: number): void;
  close(): Promise<void>;
}

const KEPT_BYTES = 2_048;

/** @param target URL of the server, e.g. of a database */
export async function startTcpProxy(target: string): Promise<TcpProxy> {
  const { hostname, port: targetPort } = new URL(target);
  const open = new Set<ProxiedConnection & { destroy(): void }>();
  let passage: Passage = 'pass';
  let delayMs = 0;
  let count = 0;
  let refused = false;

  const server = createServer({ noDelay: true, allowHalfOpen: true }, (near) => {
    near.on('error', () => {});
    if (refused) return void near.resetAndDestroy();
    const far = connect({ host: hostname, port: Number(targetPort), noDelay: true, allowHalfOpen: true });
    let own = passage;
    let said = '';
    const forward = (from: Socket, to: Socket, onBytes = (_: Buffer) => {}) => {
      const send = (act: () => void) => {
        if (own === 'silent') return;
        if (delayMs > 0) setTimeout(() => own === 'pass' && act(), delayMs);
        else act();
      };
      from.on('data', (bytes: Buffer) => {
        if (own === 'pass') onBytes(bytes);
        send(() => to.write(bytes));
      });
      from.on('end', () => send(() => to.end()));
      from.on('error', () => {});
      from.on('close', () => {
        // If one side of a silent connection closes, the other side is not notified either.
        if (own === 'silent') return;
        to.destroy();
        open.delete(connection);
      });
    };
    const connection = {
      number: ++count,
      get said() {
        return said;
      },
      set(next: Passage) {
        own = next;
      },
      reset() {
        near.resetAndDestroy();
        far.resetAndDestroy();
        open.delete(connection);
      },
      destroy() {
        near.destroy();
        far.destroy();
      },
    };
    open.add(connection);
    forward(near, far, (bytes) => {
      if (said.length < KEPT_BYTES) said += bytes.toString('latin1');
    });
    forward(far, near);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };

  return {
    port,
    through: (url) => Object.assign(new URL(url), { hostname: '127.0.0.1', port: String(port) }).href,
    connections: () => [...open],
    set(next, which) {
      const isChosen = typeof which === 'function' ? which : () => which !== 'new';
      for (const connection of open) if (isChosen(connection)) connection.set(next);
      if (which === undefined || which === 'new') passage = next;
    },
    refuse(next) {
      refused = next;
    },
    resetAll() {
      for (const connection of [...open]) connection.reset();
    },
    delay(ms) {
      delayMs = ms;
    },
    async close() {
      for (const connection of open) connection.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
