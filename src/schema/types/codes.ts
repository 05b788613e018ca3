/**
 * Machine-readable codes as enums. The database stores them in lower case; rows may have codes of
 * other versions.
 */

import type { JobReason as StoredJobReason } from '../../domain/job/reasons.js';
import {
  SKIP_REASONS,
  type SkipReason,
  type RunReason as StoredRunReason,
  WHY_SKIPPED,
} from '../../domain/run/reasons.js';
import type { BlockReason as StoredBlockReason } from '../../domain/schedule/alert.js';
import type { RunSource as StoredRunSource } from '../../domain/schedule/governor/decision.js';
import type { AuditedType } from '../../services/access/record-audit.js';
import { openEnumOf } from './enum-of.js';

/** Description of every field with the reason of a run. */
export const RUN_REASON =
  'Why the slot was skipped, why the run waits, or why it was stopped. Null if none of these apply.';

export const RunReason = openEnumOf<StoredRunReason>(
  'RunReason',
  'Why a slot was skipped, why a run waits, or why it was stopped.',
  {
    ...skipTexts(),
    waiting: 'Waits until the previous run has ended.',
    data_source_unavailable: 'Waits: a data source is unavailable. The expansion is retried.',
    database_unavailable: 'Waits: the database interrupted the expansion, which is retried.',
    expansion_error: 'Waits: the expansion failed unexpectedly and is retried.',
    slow_expansions:
      'Waits for its turn: the expansions of its schedule, agent or pipeline are slow, and a worker runs one slow expansion at a time.',
    operator: 'Stopped by a user.',
    replaced: 'Stopped: a newer run replaced it.',
    run_timeout: 'Stopped: it exceeded `zombieThresholdMs` of its schedule.',
  },
);

export const JobReason = openEnumOf<StoredJobReason>(
  'JobReason',
  'Why a job waits, was skipped or was cancelled.',
  {
    no_matching_worker: 'Waits: no running worker has the required capabilities.',
    circuit_open: 'Waits: the circuit of its agent is open.',
    rate_limited: 'Waits: the rate limit of its agent is used up.',
    dependency_failed: 'Skipped: a step it depends on failed.',
    dependency_cancelled: 'Skipped: a step it depends on was cancelled.',
    dependency_skipped: 'Skipped: a step it depends on was skipped.',
    condition_not_met: 'Skipped: its `runIf` can no longer be met.',
    dependency_timeout: 'Failed: the steps it depends on took longer than `dependencyTimeout`.',
    context_damaged: 'Skipped: rows of its context were changed or deleted in the database.',
    operator: 'Cancelled by a user.',
    replaced: 'Cancelled: a newer run replaced its run.',
    run_timeout: 'Cancelled: its run exceeded `zombieThresholdMs`.',
  },
);

export const RunSource = openEnumOf<StoredRunSource>('RunSource', 'What determined the time of a slot.', {
  'baseline-cron': 'The cron expression.',
  'baseline-interval': 'The interval.',
  'baseline-once': 'The time of a one-time schedule.',
  'ai-interval': 'The interval of a hint.',
  'ai-oneshot': 'The additional run of a hint.',
  'clamped-min': 'The limit `minInterval`.',
  'clamped-max': 'The limit `maxInterval`.',
  paused: 'The end of the pause.',
});

export const BlockReason = openEnumOf<StoredBlockReason>(
  'BlockReason',
  'Why an enabled schedule is blocked and cannot run.',
  {
    invalid_target: 'Its agent or pipeline is missing or disabled.',
    invalid_timing: 'Its timing is not valid.',
  },
);

export const AuditResource = openEnumOf<AuditedType>('AuditResource', 'Type of a changed resource.', {
  Agent: 'An agent.',
  AgentConfig: 'A setting. The ID is its key.',
  AgentLogin: 'A database login of agents. The ID is its name.',
  AgentVersionDeployment: 'The deployed version of an agent. The ID is that of the agent.',
  ApiToken: 'An API token.',
  Backfill: 'A backfill.',
  Endpoint: 'An endpoint that was checked. The ID is its URL.',
  JobExecution: 'A job. The ID is its `jobId`.',
  NotificationChannel: 'A notification channel. The ID is its name.',
  Person: 'A person who signs in with the identity provider.',
  Pipeline: 'A pipeline.',
  Schedule: 'A schedule.',
  ScheduleExecution: 'A run.',
  Webhook: 'A webhook.',
  Worker: 'A worker.',
});

function skipTexts() {
  const texts = SKIP_REASONS.map((reason) => [reason, `Skipped: ${WHY_SKIPPED[reason]}.`]);
  return Object.fromEntries(texts) as Record<SkipReason, string>;
}
