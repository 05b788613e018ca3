import { markDeadWorkers } from '../../db/jobs/end/recover-attempts.js';
import { withdrawNotification } from '../../db/notifications/notifications.js';
import { raiseNotifications } from '../../db/notifications/raise-notifications.js';
import { lockWatch, saveWatch } from '../../db/notifications/watch.js';
import type { Queryable } from '../../db/system/queryable.js';
import { measureFleet } from '../../db/workers/count-workers.js';
import { measureIdleWork } from '../../db/workers/measure-idle-work.js';
import type { SchedulerConfig } from '../../domain/config/scheduler-config.js';
import { LIMITS } from '../../domain/limits.js';
import { groupSignals, type Signal } from '../../domain/notification/group-signals.js';
import { isWanted } from '../../domain/notification/notification.js';
import {
  MOST_COUNTED,
  signalAbsence,
  signalReturn,
  WORKERS_KEY,
} from '../../domain/notification/worker-absence.js';
import { type Pool, withTransaction } from '../../runtime/database/pool.js';

/** Limit on names listed in a message. */
const NAMES = 5;
/** If another process checked within this time, its check is recent enough. */
const FRESH_MS = LIMITS.watchIntervalMs / 2;

/** The state kept between two checks. */
interface WatchState {
  /** Since when workers were present at every check. */
  presentSince?: string;
  /** Set if it was reported that no worker is running, with the time one was last seen. */
  reported?: { lastSeenAt: string | null } | null;
}

export interface WatchedWorkers {
  /** Workers whose lease has expired. */
  dead: { id: string; host: string; pid: number }[];
  /** How long workers have been present at every check. Null if there is none. */
  presentForMs: number | null;
}

/**
 * Reports once when no worker is running while there is work, and once when one is running again. Any
 * number of processes may call it: one at a time checks, and the others rely on it.
 * @returns undefined if another process is checking or has just checked
 */
export async function watchWorkers(
  pool: Pool,
  config: Pick<SchedulerConfig, 'monitoring' | 'scheduler'>,
): Promise<WatchedWorkers | undefined> {
  return withTransaction(pool, async (client) => {
    const watch = await lockWatch(client, 'workers');
    const state = (watch?.state ?? {}) as WatchState;
    const isFirst = Object.keys(state).length === 0;
    if (!watch || (watch.ageMs < FRESH_MS && !isFirst)) return undefined;
    const dead = await markDeadWorkers(client);
    const fleet = await measureFleet(client);
    const raise = async (signal: Signal) => {
      if (isWanted(signal.kind, config.monitoring)) await raiseNotifications(client, groupSignals([signal]));
    };
    if (fleet.alive === 0) {
      const mayReport = !state.reported && isWanted('no_worker', config.monitoring);
      const absence = mayReport ? await findAbsence(client, fleet, config) : undefined;
      if (absence) await raise(signalAbsence(absence, fleet.now));
      const reported = state.reported ?? (absence && { lastSeenAt: fleet.lastSeenAt?.toISOString() ?? null });
      await saveWatch(client, 'workers', { reported: reported ?? null });
      return { dead, presentForMs: null };
    }
    if (state.reported) {
      const { lastSeenAt } = state.reported;
      // If workers come and go, a message that waits for the end of its window is no longer true.
      const isUnsent = await withdrawNotification(client, { kind: 'no_worker', groupKey: WORKERS_KEY });
      if (!isUnsent) await raise(signalReturn(lastSeenAt === null ? null : new Date(lastSeenAt), fleet.now));
    }
    const presentSince = state.presentSince ?? fleet.now.toISOString();
    await saveWatch(client, 'workers', { presentSince });
    return { dead, presentForMs: fleet.now.getTime() - Date.parse(presentSince) };
  });
}

/** Work that no worker does. Undefined if there is none, or if it has not waited long enough. */
async function findAbsence(
  client: Queryable,
  { now, lastSeenAt }: { now: Date; lastSeenAt: Date | null },
  { scheduler }: Pick<SchedulerConfig, 'scheduler'>,
) {
  const { since, ...work } = await measureIdleWork(client, {
    slots: scheduler.enabled,
    most: MOST_COUNTED,
    names: NAMES,
  });
  if (since === null) return undefined;
  const idleSince = Math.max(since.getTime(), lastSeenAt?.getTime() ?? 0);
  return now.getTime() - idleSince < LIMITS.workerAbsenceGraceMs ? undefined : { ...work, lastSeenAt };
}
