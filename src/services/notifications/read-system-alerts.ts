import { measureFleet } from '../../db/workers/count-workers.js';
import type { ServiceDeps } from '../access/context.js';

export interface SystemAlert {
  kind: 'no_worker' | 'workers_draining';
  /** Null if the problem has always existed. */
  since: Date | null;
  /** One sentence for people. */
  message: string;
}

/** Problems that keep everything from running. */
export async function readSystemAlerts({ pool }: Pick<ServiceDeps, 'pool'>): Promise<SystemAlert[]> {
  const { alive, claiming, lastSeenAt } = await measureFleet(pool);
  if (alive === 0)
    return [
      {
        kind: 'no_worker',
        since: lastSeenAt,
        message: 'No worker is running. Schedules are not being claimed, and jobs do not start.',
      },
    ];
  if (claiming === 0)
    return [
      {
        kind: 'workers_draining',
        since: null,
        message: 'All workers are draining. Schedules are not being claimed, and jobs do not start.',
      },
    ];
  return [];
}
