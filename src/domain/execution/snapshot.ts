import { z } from 'zod';
import { retryConfigSchema } from '../retry/retry.js';

/**
 * The schedule (or the ad-hoc call) as it was when its execution came to be. Work in flight goes on from this, whatever
 * happens to the schedule afterwards.
 */
export const snapshotSchema = z.object({
  scheduleName: z.string().nullable(),
  params: z.record(z.string(), z.json()),
  retryConfig: retryConfigSchema.nullable(),
  /** milliseconds for one attempt, from its first send; null: the agent's */
  timeout: z.number().int().positive().nullable(),
  priority: z.number().int(),
});

export type Snapshot = z.infer<typeof snapshotSchema>;
