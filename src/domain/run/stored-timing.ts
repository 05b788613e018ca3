import { z } from 'zod';
import type { Timing } from '../schedule/timing.js';

const instant = z.iso.datetime().transform((text) => new Date(text));

/** A schedule's timing as JSON. A backfill uses it, whatever happens to the schedule. */
export const storedTimingSchema: z.ZodType<Timing> = z.object({
  repeat: z.enum(['once', 'repeating']),
  cronExpression: z.string().nullable(),
  interval: z.number().nullable(),
  timezone: z.string(),
  startAt: instant.nullable(),
  endAt: instant.nullable(),
  dstGap: z.enum(['next_valid', 'skip']),
  dstRepeat: z.enum(['first', 'last', 'both']),
  origin: instant,
});
