import type { ClaimedAttempt, Lease } from '../../../db/jobs/claim/claim-attempts.js';
import { releaseUnsent } from '../../../db/workers/worker-lease.js';
import type { Pool } from '../../../runtime/database/pool.js';
import type { Logger } from '../../../runtime/telemetry/logger.js';

/** Makes attempts claimable for other workers again. Never rejects. */
export type GiveBack = (
  lease: Lease,
  attempts: readonly ClaimedAttempt[],
  release?: typeof releaseUnsent,
) => Promise<void>;

export function createGiveBack({ pool, logger }: { pool: Pool; logger: Logger }): GiveBack {
  return async (lease, attempts, release = releaseUnsent) => {
    if (attempts.length === 0) return;
    const ids = attempts.map(({ id }) => id);
    await release(pool, lease, ids).catch((err: unknown) =>
      logger.warn(
        'dispatch.not_given_back',
        { err, attempts: ids.length },
        'Other workers send these attempts when the lease has expired',
      ),
    );
  };
}
