/** Fields that several types about runs share, with the same names and meanings. */
import { RUN_REASON, RunReason, RunSource } from '../types/codes.js';
import { DeliveryStatus } from './run-enums.js';

interface RowWithStatus {
  status: string;
}

export const DELIVERY_STATUS = {
  type: DeliveryStatus,
  description: 'Whether the agents accepted the jobs.',
  resolve: ({ status }: RowWithStatus) => status as typeof DeliveryStatus.$inferType,
} as const;

export const REASON_CODE = {
  type: RunReason.type,
  nullable: true,
  description: RUN_REASON,
  resolve: ({ reason }: { reason: string | null }) => RunReason.read(reason),
} as const;

export const SLOT_SOURCE = {
  type: RunSource.type,
  description: 'What determined the slot.',
  resolve: ({ source }: { source: string }) => RunSource.read(source),
} as const;

/** Columns of the type `DateTime`. */
export const RUN_TIMES = {
  slotAt: 'Nominal time of the slot. Null for runs without a slot.',
  lastSlotAt:
    'The last of the consecutive missed slots that this record represents. Null if it represents one slot.',
  completedAt: 'Time the run ended. Null if it has not ended.',
  cancelRequestedAt: 'Time cancellation was requested. Null if it was not.',
} as const;

/** Columns of the type `DateTime!`. */
export const RUN_START_TIMES = {
  fireAt: 'Time the run is due: the slot including jitter, or the requested time.',
  executionTime: 'Time the run was claimed or requested.',
} as const;

/** Columns of the type `Int!`. */
export const RUN_COUNTS = {
  missedCount: 'Number of missed slots that this record represents.',
  jobsCreated: 'Number of jobs created.',
  jobsCompleted: 'Number of jobs completed.',
  jobsFailed: 'Number of jobs failed, including dead letters.',
  jobsSkipped: 'Number of jobs skipped.',
  jobsCancelled: 'Number of jobs cancelled.',
} as const;
