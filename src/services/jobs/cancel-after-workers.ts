import { setTimeout as sleep } from 'node:timers/promises';
import {
  areGivenBack,
  type CancelScope,
  requestCancellation,
  STOP_GRACE_MS,
  withdrawCancellation,
} from '../../db/jobs/end/cancel-attempts.js';
import type { Pool } from '../../runtime/database/pool.js';
import type { Result } from '../system/result.js';

const FIRST_LOOK_MS = 10;
const LONGEST_PAUSE_MS = 200;
/** How long the workers have for each further change, once they have let a time limit pass. */
const HURRIED_MS = 200;

/** How long workers have to write or give back attempts. Changes that belong together share it. */
export interface GracePeriod {
  ms: number;
}

export const gracePeriod = (): GracePeriod => ({ ms: STOP_GRACE_MS });

/**
 * Leaves attempts that are to be cancelled to the workers that have claimed them, and then cancels them. The
 * workers write the answers that they have received, and give back the others, unsent or aborted, usually
 * within milliseconds. What a worker has not given back in time is cancelled anyway.
 *
 * @param cancel if it refuses or throws, the attempts are claimed again at once
 */
export async function cancelAfterWorkers<T>(
  pool: Pool,
  scope: CancelScope,
  grace: GracePeriod,
  cancel: () => Promise<Result<T>>,
): Promise<Result<T>> {
  /** The attempts that no worker claims for now. */
  const requested: string[] = [];
  const withdraw = async () => {
    if (requested.length > 0) await withdrawCancellation(pool, requested);
  };
  try {
    await leaveToWorkers(pool, scope, grace, requested);
    const result = await cancel();
    if (result.kind !== 'ok') await withdraw();
    return result;
  } catch (error) {
    // If the database is unavailable, the request lapses after a while.
    await withdraw().catch(() => {});
    throw error;
  }
}

/** @param all receives the ids of the attempts that no worker claims for now */
async function leaveToWorkers(
  pool: Pool,
  scope: CancelScope,
  grace: GracePeriod,
  all: string[],
): Promise<void> {
  const until = performance.now() + grace.ms;
  // An answer may start the next step of a context, so they are asked until nothing is claimed.
  while (performance.now() < until) {
    const requested = await requestCancellation(pool, scope);
    const asked = requested.filter(({ isClaimed }) => isClaimed).map(({ id }) => id);
    all.push(...requested.map(({ id }) => id));
    if (asked.length === 0) return;
    for (let pause = FIRST_LOOK_MS; !(await areGivenBack(pool, scope, asked)); pause *= 2) {
      if (performance.now() >= until) break;
      await sleep(Math.min(pause, LONGEST_PAUSE_MS));
    }
  }
  grace.ms = Math.min(grace.ms, HURRIED_MS);
}
