/** A way to a server over real sockets, that a test can make slow, silent or broken. Nothing is closed unless the test says so. */
import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/** `silent`: bytes vanish both ways, and neither side is told, as when a firewall forgets a flow. */
export type Passage = 'pass' | 'silent';

export interface ProxiedConnection {
  /** 1 for the first that came. */
  readonly number: number;
  /** What the client has sent, while it passed; for recognizing a connection by its startup message or its statements. */
  readonly said: string;
  set(passage: Passage): void;
  /** RST to both sides. */
  reset(): void;
}

export interface TcpProxy {
  port: number;
  /** The same URL, by way of this proxy. */
  through(url: string): string;
  /** Those that are open, oldest first. */
  connections(): ProxiedConnection[];
  /** For those that are open (which `chosen` picks) and, without `chosen`, for those to come. */
  set(passage: Passage, chosen?: (connection: ProxiedConnection) => boolean): number;
  /** Whether connections that come are reset at once. */
  refuse(refused: boolean): void;
  /** RST to every connection that is open. */
  resetAll(): void;
  /** Every byte is this late, in milliseconds; 0 again: not. */
  delay(ms: number): void;
  close(): Promise<void>;
}

/** Of what a client has said, so much is kept. */
const KEPT_BYTES = 65_536;

/** @param target of the server, e.g. of a database */
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
        // A silent connection's other side is not told either.
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
      said = (said + bytes.toString('latin1')).slice(-KEPT_BYTES);
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
    set(next, chosen) {
      const some = [...open].filter((connection) => chosen?.(connection) ?? true);
      for (const connection of some) connection.set(next);
      if (!chosen) passage = next;
      return some.length;
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
