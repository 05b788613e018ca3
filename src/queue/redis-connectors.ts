import { type ConnectionOptions, connect } from 'node:tls';
import { AbstractConnector, type RedisOptions, SentinelConnector } from 'ioredis';

/*
 * A TLS connection may report two errors: the failed write, and the reason that the server gave before it closed
 * the connection. ioredis only listens for the first (https://github.com/redis/ioredis/pull/962), so the second
 * would end the process. These connectors listen for all of them.
 */

type Connect = AbstractConnector['connect'];

/** Connects to one server, or to one node of a cluster, over TLS. */
export class TlsConnector extends AbstractConnector {
  readonly #target: ConnectionOptions;

  /** @param options those of the client */
  constructor(options: unknown) {
    const { disconnectTimeout, host, port, family, tls } = options as RedisOptions;
    super(disconnectTimeout as number);
    this.#target = { host, port, family, ...tls } as ConnectionOptions;
  }

  override async connect(): ReturnType<Connect> {
    this.connecting = true;
    this.stream = connect(this.#target);
    this.stream.on('error', (error) => {
      this.firstError = error;
    });
    return this.stream;
  }
}

/** Connects over TLS to the primary that the Sentinels name. */
export class TlsSentinelConnector extends SentinelConnector {
  override async connect(...parameters: Parameters<Connect>): ReturnType<Connect> {
    const stream = await super.connect(...parameters);
    return stream.on('error', () => undefined);
  }
}
