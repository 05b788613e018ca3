/** Fields that stand in several types about runs, with the same names and meanings. */
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

/** The name that `deliveryStatus` had. */
export const DEPRECATED_STATUS = {
  ...DELIVERY_STATUS,
  deprecationReason: 'Use `deliveryStatus`: the state of a run is `runStatus`.',
} as const;

export const REASON_CODE = {
  type: RunReason.type,
  nullable: true,
  description: RUN_REASON,
  resolve: ({ reason }: { reason: string | null }) => RunReason.read(reason),
} as const;

export const DEPRECATED_REASON = {
  nullable: true,
  description: RUN_REASON,
  deprecationReason: 'Use `reasonCode`, which is an enum.',
} as const;

export const SLOT_SOURCE = {
  type: RunSource.type,
  description: 'What determined the slot.',
  resolve: ({ source }: { source: string }) => RunSource.read(source),
} as const;

export const DEPRECATED_SOURCE = {
  description: SLOT_SOURCE.description,
  deprecationReason: 'Use `slotSource`, which is an enum.',
} as const;

/** Columns, in the options of `expose`. */
export const RUN_COLUMNS = {
  slotAt: {
    type: 'DateTime',
    nullable: true,
    description: 'Nominal time of the slot. Null for runs without a slot.',
  },
  lastSlotAt: {
    type: 'DateTime',
    nullable: true,
    description:
      'The last of the consecutive missed slots that this record stands for. Null if it stands for one slot.',
  },
  missedCount: { description: 'Number of missed slots that this record stands for.' },
  fireAt: {
    type: 'DateTime',
    description: 'Time the run is due: the slot including jitter, or the requested time.',
  },
  executionTime: { type: 'DateTime', description: 'Time the run was claimed or requested.' },
  completedAt: {
    type: 'DateTime',
    nullable: true,
    description: 'Time the run ended. Null if it has not ended.',
  },
  cancelRequestedAt: {
    type: 'DateTime',
    nullable: true,
    description: 'Time cancellation was requested. Null if it was not.',
  },
  jobsCreated: { description: 'Number of jobs created.' },
  jobsCompleted: { description: 'Number of jobs completed.' },
  jobsFailed: { description: 'Number of jobs failed, including dead letters.' },
  jobsSkipped: { description: 'Number of jobs skipped.' },
  jobsCancelled: { description: 'Number of jobs cancelled.' },
} as const;
