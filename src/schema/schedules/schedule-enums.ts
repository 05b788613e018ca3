/** Enums of schedules and backfills. The database stores the same values in lower case. */
import { enumOf } from '../types/enum-of.js';

export const Repeat = enumOf('Repeat', 'How often a schedule runs.', {
  once: 'Once.',
  repeating: 'Repeatedly, by cron expression or interval.',
});

export const AfterOnce = enumOf('AfterOnce', 'What happens to a one-time schedule after it has run.', {
  disable: 'It is disabled.',
  delete: 'It is deleted. Its history is kept.',
});

export const DstGap = enumOf(
  'DstGap',
  'What happens to a slot at a local time that does not exist because clocks go forward.',
  {
    next_valid: 'It is due at the first instant after the gap.',
    skip: 'It is left out.',
  },
);

export const DstRepeat = enumOf(
  'DstRepeat',
  'Which occurrence of a slot runs when its local time occurs twice because clocks go back.',
  {
    first: 'The first.',
    last: 'The last.',
    both: 'Both.',
  },
);

export const MisfirePolicy = enumOf(
  'MisfirePolicy',
  'What happens to slots that no worker claimed in time.',
  {
    latest: 'One run, for the newest slot.',
    all: 'One run for each slot, oldest first, at most 100.',
    skip: 'No run.',
  },
);

export const ConcurrencyPolicy = enumOf(
  'ConcurrencyPolicy',
  'What happens when a slot is due while an earlier run is active.',
  {
    allow: 'Both run.',
    forbid: 'The slot is skipped.',
    replace: 'The earlier run is cancelled.',
    queue: 'The slot waits for the earlier run. A newer slot replaces a waiting one.',
  },
);

export const ScheduleAlertKind = enumOf('ScheduleAlertKind', 'What keeps a schedule from running.', {
  overdue: 'A slot is due and no worker has claimed it.',
  flagged: 'The schedule is blocked.',
  no_next_run: 'The schedule is enabled but has no next run.',
  waiting: 'A run is waiting and does not start.',
});

export const BackfillStatus = enumOf('BackfillStatus', 'State of a backfill.', {
  pending: 'Not started.',
  running: 'Runs are being created or are in progress.',
  completed: 'All runs ended.',
  cancelled: 'The backfill was cancelled.',
});
