import { Cluster, Redis, type RedisOptions } from 'ioredis';
import type { RedisSettings } from '../runtime/redis-settings.js';
import { TlsConnector, TlsSentinelConnector } from './redis-connectors.js';

export type RedisClient = Redis | Cluster;

export interface RedisClientOptions {
  /** Whether commands wait while there is no connection. */
  offlineQueue: boolean;
  /** After how many reconnections a command fails. Null: never. */
  maxRetries: number | null;
  /** Connects only when requested, and does not reconnect. */
  once?: boolean;
}

export const CONNECT_LIMIT_MS = 5_000;
/** 50, 100, 200 … 1,000 ms: we notice the end of an outage within a second. */
const retryDelay = (attempt: number) => Math.min(25 * 2 ** attempt, 1_000);
/** After a failover, a connection to the former primary would refuse to write forever. */
const isDemoted = ({ message }: Error) => message.includes('READONLY');

/** A client of the one Redis, of the primary that Sentinels name, or of a cluster. */
export function createRedisClient(settings: RedisSettings, options: RedisClientOptions): RedisClient {
  const retryStrategy = options.once ? () => null : retryDelay;
  const { nodes } = settings;
  if (settings.mode === 'cluster')
    return new Cluster(nodes, {
      clusterRetryStrategy: retryStrategy,
      slotsRefreshTimeout: CONNECT_LIMIT_MS,
      enableOfflineQueue: options.offlineQueue,
      lazyConnect: options.once === true,
      // Certificates are issued for the names of nodes, so names must not be replaced by addresses.
      ...(settings.secure && { dnsLookup: (host, done) => done(null, host) }),
      redisOptions: connectionOf(settings, options),
    });
  const common: RedisOptions = {
    ...connectionOf(settings, options),
    db: settings.database,
    enableOfflineQueue: options.offlineQueue,
    lazyConnect: options.once === true,
    retryStrategy,
    reconnectOnError: isDemoted,
  };
  if (settings.mode === 'single') return new Redis({ ...common, ...nodes[0] });
  return new Redis({
    ...common,
    sentinels: nodes,
    name: settings.primaryName,
    ...(settings.sentinelUsername && { sentinelUsername: settings.sentinelUsername }),
    ...(settings.sentinelPassword && { sentinelPassword: settings.sentinelPassword }),
    ...(settings.secure && {
      Connector: TlsSentinelConnector as RedisOptions['Connector'],
      enableTLSForSentinelMode: true,
      sentinelTLS: tlsOf(settings),
    }),
    sentinelRetryStrategy: retryStrategy,
  });
}

/** Keys of a cluster need a common part in braces, because BullMQ's scripts touch several of them at once. */
export function keyPrefix({ mode, prefix }: RedisSettings): string {
  return mode === 'cluster' ? `{${prefix}}` : prefix;
}

function connectionOf(settings: RedisSettings, { maxRetries }: RedisClientOptions): RedisOptions {
  return {
    ...(settings.username !== undefined && { username: settings.username }),
    ...(settings.password !== undefined && { password: settings.password }),
    ...(settings.family !== undefined && { family: settings.family }),
    ...(settings.secure && { tls: tlsOf(settings), Connector: TlsConnector }),
    connectTimeout: CONNECT_LIMIT_MS,
    maxRetriesPerRequest: maxRetries,
  };
}

function tlsOf({ certificates: { ca, cert, key } }: RedisSettings) {
  return { ...(ca !== undefined && { ca }), ...(cert !== undefined && { cert, key }) };
}
