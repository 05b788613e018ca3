import DataLoader from 'dataloader';
import type { PrismaClient } from '../db/generated/client.js';
import type { OutboxEvent } from '../events/outbox-event.js';

/** Columns, by name, as Prisma selects them. */
export type Columns = Readonly<Record<string, boolean>>;

/**
 * The rows that events are about. One event goes to many subscribers, and most ask for the same columns: the row is read
 * once for all of them, and rows of events that came together in one statement.
 */
export interface EventRows {
  /** Null: it is gone. */
  load(event: OutboxEvent, columns: Columns): Promise<object | null>;
}

const MODELS = {
  job: 'agentJobExecution',
  execution: 'scheduleExecution',
  schedule: 'schedule',
  agent: 'agentRegistry',
  worker: 'worker',
} as const;

/** Different selections at once: far more than documents in use, and few enough to forget. */
const MAX_LOADERS = 200;

export function createEventRows(prisma: PrismaClient): EventRows {
  /** Forgotten with the event itself. */
  const found = new WeakMap<OutboxEvent, Map<string, Promise<object | null>>>();
  const loaders = new Map<string, DataLoader<string, object | null>>();

  function loaderFor(kind: OutboxEvent['kind'], columns: Columns, key: string) {
    const known = loaders.get(key);
    if (known) return known;
    if (loaders.size >= MAX_LOADERS) loaders.clear();
    const model = prisma[MODELS[kind as keyof typeof MODELS]] as unknown as {
      findMany(query: object): Promise<{ id: string }[]>;
    };
    const loader = new DataLoader<string, object | null>(
      async (ids) => {
        const rows = await model.findMany({
          select: { ...columns, id: true },
          where: { id: { in: [...new Set(ids)] } },
        });
        const byId = new Map(rows.map((row) => [row.id, row]));
        return ids.map((id) => byId.get(id) ?? null);
      },
      { cache: false },
    );
    loaders.set(key, loader);
    return loader;
  }

  return {
    load(event, columns) {
      const key = [event.kind, ...Object.keys(columns).sort()].join(' ');
      const rows = found.get(event) ?? new Map<string, Promise<object | null>>();
      found.set(event, rows);
      const known = rows.get(key);
      if (known) return known;
      const row = loaderFor(event.kind, columns, key).load(event.entityId);
      rows.set(key, row);
      return row;
    },
  };
}
