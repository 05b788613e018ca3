import { type ConnectionOptions, connect } from 'node:tls';
import { AbstractConnector, type Redis, type RedisOptions, SentinelConnector } from 'ioredis';

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

/** How ioredis connects to a Sentinel. Private by its types, but it has no option for the connector. */
export interface SentinelAccess {
  connectToSentinel(endpoint: object, options?: object): Redis;
}

/** Connects over TLS to the Sentinels, and to the primary that they name. */
export class TlsSentinelConnector extends SentinelConnector {
  constructor(options: ConstructorParameters<typeof SentinelConnector>[0]) {
    super(options);
    const access = this as unknown as SentinelAccess;
    const plain = access.connectToSentinel.bind(this);
    access.connectToSentinel = (endpoint, more) => plain(endpoint, { ...more, Connector: TlsConnector });
  }

  override async connect(...parameters: Parameters<Connect>): ReturnType<Connect> {
    const stream = await super.connect(...parameters);
    return stream.on('error', () => undefined);
  }
}
