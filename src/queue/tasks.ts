/**
 * What can be put in line. A payload names rows and carries nothing of them: whoever takes a task claims the rows first,
 * so a task that is lost is put in line again from the rows, and one that comes twice finds nothing to do.
 */
import { z } from 'zod';

export interface Task<P> {
  /** Also the queue's name. */
  readonly name: string;
  /** Parsed where a task is put in line and again where it is taken: the two may be of different versions. */
  readonly payload: z.ZodType<P>;
  /** The same for the same work: what is still in line is not put there twice. No `:` and no bare number, which BullMQ refuses. */
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
  /** Tells one putting in line from a later one of the same rows: a task that its worker took to the grave does not block the next. */
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
