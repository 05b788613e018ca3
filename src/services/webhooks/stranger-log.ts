import { type Delivery, recordDelivery } from '../../db/webhooks/record-delivery.js';
import type { ServiceDeps } from '../access/context.js';

/** Calls of webhooks by people who have not proven who they are: each is counted, however many they are. */
export interface StrangerLog {
  record(delivery: Delivery): Promise<void>;
  /** Writes what is still only counted. */
  close(): Promise<void>;
}

/** Calls of one kind that came since the last one was written. */
interface Quiet {
  timer: NodeJS.Timeout;
  waiting: { latest: Delivery; count: number } | undefined;
}

/**
 * The first call of a kind (webhook and status) is written at once, those that follow together, once in `intervalMs`. So a
 * flood costs the database one small statement a second, and the history one row a minute.
 */
export function createStrangerLog(
  { pool, logger }: Pick<ServiceDeps, 'pool' | 'logger'>,
  intervalMs = 1_000,
): StrangerLog {
  const quiets = new Map<string, Quiet>();

  async function write(latest: Delivery, count: number): Promise<void> {
    const { webhookId, httpStatus, remoteAddress } = latest;
    logger.warn('webhook.refused', { webhookId, httpStatus, remoteAddress, count });
    // Whoever is refused is refused, written down or not.
    await recordDelivery(pool, latest, count).catch((err: unknown) =>
      logger.error('webhook.not_recorded', { webhookId, err }),
    );
  }

  function rest(kind: string): void {
    const timer = setTimeout(() => void wakeUp(kind), intervalMs).unref();
    quiets.set(kind, { timer, waiting: undefined });
  }

  async function wakeUp(kind: string): Promise<void> {
    const waiting = quiets.get(kind)?.waiting;
    quiets.delete(kind);
    if (waiting === undefined) return;
    rest(kind);
    await write(waiting.latest, waiting.count);
  }

  return {
    async record(delivery) {
      const kind = `${delivery.webhookId} ${delivery.httpStatus}`;
      const quiet = quiets.get(kind);
      if (quiet) {
        quiet.waiting = { latest: delivery, count: (quiet.waiting?.count ?? 0) + 1 };
        return;
      }
      rest(kind);
      await write(delivery, 1);
    },
    async close() {
      const left = [...quiets.values()];
      quiets.clear();
      for (const { timer } of left) clearTimeout(timer);
      await Promise.all(left.map(({ waiting }) => waiting && write(waiting.latest, waiting.count)));
    },
  };
}
