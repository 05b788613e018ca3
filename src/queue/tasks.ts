/**
 * The tasks. A payload names rows and contains nothing of them. A worker that takes a task claims the rows
 * first, so a lost task is queued again from the rows, and a task that is delivered twice finds nothing to
 * do.
 */
import { z } from 'zod';

export interface Task<P> {
  /** Also the queue's name. */
  readonly name: string;
  /**
   * Parsed when a task is queued and again when it is taken: the two programs may have different versions.
   */
  readonly payload: z.ZodType<P>;
  /**
   * The same for the same work: a task that is still queued is not added twice. No `:` and no bare number,
   * which BullMQ refuses.
   */
  jobId(payload: P): string;
}

/** A part of a released batch whose jobs wait to be claimed and sent. */
const Dispatch = z.strictObject({
  scheduleExecutionId: z
    .string()
    .min(1)
    .max(100)
    .regex(/^[^:]+$/),
  batchIndex: z.int().nonnegative(),
  part: z.int().nonnegative(),
  /**
   * Distinguishes a later task for the same rows: a task that a dead worker took does not block the next one.
   */
  round: z.int().nonnegative(),
});
export type DispatchToken = z.infer<typeof Dispatch>;

const Expand = z.strictObject({
  executionId: z
    .string()
    .min(1)
    .max(100)
    .regex(/^[^:]+$/),
});

export const expandTask: Task<z.infer<typeof Expand>> = {
  name: 'callboard-expand',
  payload: Expand,
  jobId: ({ executionId }) => `${executionId}-expand`,
};

export const dispatchTask: Task<DispatchToken> = {
  name: 'callboard-dispatch',
  payload: Dispatch,
  jobId: ({ scheduleExecutionId, batchIndex, part, round }) =>
    `${scheduleExecutionId}-b${batchIndex}-p${part}-r${round}`,
};
