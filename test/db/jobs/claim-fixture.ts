import type { Lease } from '../../../src/db/jobs/claim/claim-attempts.js';
import type { AnswerRecord } from '../../../src/db/jobs/end/write-answers.js';
import { registerWorker } from '../../../src/db/workers/worker-lease.js';
import type { Pool } from '../../../src/runtime/database/pool.js';
import { insertExpanded } from '../../support/rows.js';

/** The answer of an attempt that completed. Not settled, unless its run is given. */
export const completed = (id: string, change: Partial<AnswerRecord> = {}): AnswerRecord => ({
  id,
  scheduleExecutionId: '',
  sentAfterMs: 0,
  status: 'completed',
  accepted: false,
  result: { done: true },
  error: null,
  metrics: null,
  statusCode: 200,
  durationMs: 5,
  responseBody: null,
  responseTruncated: false,
  resultInvalid: false,
  ...change,
});

/** Workers and jobs of a test of claims. */
export function claimFixture(pool: () => Pool) {
  return {
    register(id: string, leaseMs = 60_000): Promise<Lease> {
      const worker = { id, host: 'test', pid: 1, version: '1', concurrency: 10, capabilities: {} };
      return registerWorker(pool(), worker, leaseMs);
    },
    jobs: (agentId: string, count: number, priority = 0) =>
      insertExpanded(pool(), { agentId, priority, jobs: Array.from({ length: count }, (_, n) => ({ n })) }),
    async attemptOf(id: string) {
      const { rows } = await pool().query('SELECT * FROM "AgentJobExecution" WHERE id = $1', [id]);
      return rows[0];
    },
  };
}
