import { expect } from 'vitest';
import { createQueues, type Queues } from '../../src/queue/queues.js';
import { DEFAULT_REDIS_PREFIX, type RedisCertificates } from '../../src/runtime/redis-settings.js';
import { StartupError } from '../../src/runtime/startup-error.js';
import { createRecordingLogger } from '../support/recording-logger.js';
import { redisAt } from '../support/servers/redis.js';

/** What a command fails with while Redis is away: how depends on when the client notices. */
export const REDIS_AWAY =
  /did not take it within|Connection is closed|connection close|timed out|ETIMEDOUT|Stream isn't writeable|max retries per request|ECONNRE(FUSED|SET)|EPIPE|CLUSTERDOWN|Cluster (is|redirections)|slots cache|startup nodes/;

let open: Queues[] = [];

export interface Opened extends Queues {
  lines: Record<string, unknown>[];
}

/** Queues at this `REDIS_URL`, whether they can reach it or not. */
export function createAt(
  url: string,
  certificates?: RedisCertificates,
  prefix = DEFAULT_REDIS_PREFIX,
): Opened {
  const logger = createRecordingLogger();
  const redis = { ...redisAt(url, certificates), prefix };
  const queues = createQueues({ logger, databaseUrl: 'postgresql://not-used', redis });
  open.push(queues);
  return { ...queues, lines: logger.lines };
}

/** Queues at this `REDIS_URL`, which they could reach. */
export async function openQueues(
  url: string,
  certificates?: RedisCertificates,
  prefix?: string,
): Promise<Opened> {
  const queues = createAt(url, certificates, prefix);
  await queues.open();
  expect(queues.lines.filter(({ event }) => event === 'queue.unreachable')).toEqual([]);
  return queues;
}

/** Why a worker with this `REDIS_URL` does not start. */
export async function startFailure(url: string, certificates?: RedisCertificates): Promise<string> {
  const error = await createAt(url, certificates)
    .open()
    .then(() => new Error('it started'))
    .catch((reason) => reason);
  expect(error, error.stack).toBeInstanceOf(StartupError);
  return error.message;
}

/** The ids that come to be expanded, as they come. */
export async function startTaking(queues: Queues): Promise<string[]> {
  const taken: string[] = [];
  const handlers = { expand: async (id: string) => void taken.push(id), dispatch: async () => {} };
  await queues.process(handlers, { expandConcurrency: 1, dispatchConcurrency: 1 });
  return taken;
}

/** As recovery does: tries until it is accepted. */
export function enqueueWhenPossible(queues: Queues, id: string): Promise<void> {
  const attempt = () => queues.enqueueExpand([id]).then(() => 'accepted', String);
  return expect.poll(attempt, { timeout: 90_000, interval: 200 }).toBe('accepted');
}

/** Closes what `openQueues` and `startFailure` opened. */
export async function closeQueues(): Promise<void> {
  await Promise.all(open.map((queues) => queues.close(AbortSignal.timeout(5_000))));
  open = [];
}
