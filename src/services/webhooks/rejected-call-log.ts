import { type Delivery, recordDelivery } from '../../db/webhooks/record-delivery.js';
import type { ServiceDeps } from '../access/context.js';

/** Records calls of webhooks whose sender was not verified. Each call is counted, however many there are. */
export interface RejectedCallLog {
  record(delivery: Delivery): Promise<void>;
  /** Writes the calls that have only been counted so far. */
  close(): Promise<void>;
}

/** Calls of one kind since the last one was written. */
interface Gathering {
  timer: NodeJS.Timeout;
  waiting: { latest: Delivery; count: number } | undefined;
}

/**
 * Writes the first call of a kind (webhook and status) immediately, and those that follow together,
 * once per `intervalMs`. A flood of calls costs the database one small statement a second, and the
 * history one row a minute.
 */
export function createRejectedCallLog(
  { pool, logger }: Pick<ServiceDeps, 'pool' | 'logger'>,
  intervalMs = 1_000,
): RejectedCallLog {
  const gatherings = new Map<string, Gathering>();

  async function write(latest: Delivery, count: number): Promise<void> {
    const { webhookId, httpStatus, remoteAddress } = latest;
    logger.warn('webhook.refused', { webhookId, httpStatus, remoteAddress, count });
    // The call is refused whether or not it can be recorded.
    await recordDelivery(pool, latest, count).catch((err: unknown) =>
      logger.error('webhook.not_recorded', { webhookId, err }),
    );
  }

  function gather(kind: string): void {
    const timer = setTimeout(() => void flush(kind), intervalMs).unref();
    gatherings.set(kind, { timer, waiting: undefined });
  }

  async function flush(kind: string): Promise<void> {
    const waiting = gatherings.get(kind)?.waiting;
    gatherings.delete(kind);
    if (waiting === undefined) return;
    gather(kind);
    await write(waiting.latest, waiting.count);
  }

  return {
    async record(delivery) {
      const kind = `${delivery.webhookId} ${delivery.httpStatus}`;
      const gathering = gatherings.get(kind);
      if (gathering) {
        gathering.waiting = { latest: delivery, count: (gathering.waiting?.count ?? 0) + 1 };
        return;
      }
      gather(kind);
      await write(delivery, 1);
    },
    async close() {
      const left = [...gatherings.values()];
      gatherings.clear();
      for (const { timer } of left) clearTimeout(timer);
      await Promise.all(left.map(({ waiting }) => waiting && write(waiting.latest, waiting.count)));
    },
  };
}
