/** Enums of events. The outbox stores the same values in lower case. */
import { RUN_STATES } from '../runs/run-enums.js';
import { enumOf } from '../types/enum-of.js';

export const ExecutionStatus = enumOf(
  'ExecutionStatus',
  'State of a run as reported by events: its run state, or that the slot was skipped.',
  { ...RUN_STATES, skipped: 'The slot was skipped.' },
);

export const ChangeStatus = enumOf('ChangeStatus', 'State of a schedule or agent as reported by events.', {
  enabled: 'Exists and is enabled.',
  disabled: 'Exists and is disabled.',
  deleted: 'Was deleted.',
});

export const RecordKind = enumOf('RecordKind', 'Kind of record.', {
  webhook: 'A webhook, or one of its calls.',
  notification: 'A notification, or one of its deliveries.',
  token: 'An API token.',
  setting: 'A setting.',
  pipeline: 'A pipeline.',
  backfill: 'A backfill.',
  audit: 'An audit entry.',
});

export const RecordChange = enumOf('RecordChange', 'What happened to a record.', {
  created: 'It was created.',
  changed: 'It was changed.',
  deleted: 'It was deleted.',
});
