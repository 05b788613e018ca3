import { setTimeout as sleep } from 'node:timers/promises';
import {
  areGivenBack,
  type CancelScope,
  requestCancellation,
  STOP_GRACE_MS,
} from '../../db/jobs/cancel-attempts.js';
import type { Pool } from '../../runtime/database/pool.js';

const FIRST_LOOK_MS = 10;
const LONGEST_PAUSE_MS = 200;

/**
 * Leaves attempts that are to be cancelled to the workers that have claimed them: they write the answers that
 * they have received, and give back the others, unsent or aborted. Resolves when they have done so, usually
 * within milliseconds. If a worker has not after {@link STOP_GRACE_MS}, the attempts are cancelled anyway.
 */
export async function leaveToWorkers(pool: Pool, scope: CancelScope): Promise<void> {
  const until = performance.now() + STOP_GRACE_MS;
  // An answer may start the next step of a context, so they are asked until nothing is claimed.
  for (;;) {
    const asked = await requestCancellation(pool, scope);
    if (asked.length === 0) return;
    for (let pause = FIRST_LOOK_MS; !(await areGivenBack(pool, asked)); pause *= 2) {
      if (performance.now() >= until) return;
      await sleep(Math.min(pause, LONGEST_PAUSE_MS));
    }
  }
}
