/** Enums of runs. The database stores the same values in lower case. */
import { enumOf } from '../types/enum-of.js';

export const RUN_STATES = {
  pending: 'Not started.',
  running: 'Jobs are in progress.',
  succeeded: 'All jobs completed.',
  partial: 'Some jobs completed and some failed.',
  failed: 'No job completed, or the expansion failed.',
  cancelled: 'The run was cancelled.',
};
export const RunStatus = enumOf('RunStatus', 'State of a run.', RUN_STATES);

export const DeliveryStatus = enumOf(
  'DeliveryStatus',
  'Whether agents accepted the jobs of a run, however they ended (see `RunStatus`).',
  {
    pending: 'Some first attempts are still unanswered.',
    success: 'All first attempts started: the agents answered with 2xx or reported.',
    partial: 'Some first attempts started.',
    failed: 'No first attempt started (4xx, 5xx or no response), or the expansion failed.',
    skipped: 'The slot was skipped.',
  },
);

export const ExecutionTrigger = enumOf('ExecutionTrigger', 'What started a run.', {
  schedule: 'The timing of a schedule.',
  manual: 'A trigger through the API or admin UI.',
  webhook: 'A call of a webhook.',
  backfill: 'A backfill.',
});

export const TargetType = enumOf('TargetType', 'What a schedule or run calls.', {
  agent: 'An agent.',
  pipeline: 'A pipeline.',
});
