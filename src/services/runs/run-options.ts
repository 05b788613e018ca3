/** Options of a trigger for its one run, besides the params. */
import { z } from 'zod';
import { databaseNow } from '../../db/system/database-now.js';
import type { Queryable } from '../../db/system/queryable.js';
import { ENVIRONMENTS } from '../../domain/agent/environment.js';
import { durationMs, int32, longDurationMs, oneOf } from '../../domain/input-forms.js';
import { retryConfigSchema } from '../../domain/retry/retry.js';
import type { ScheduleSettings } from '../../domain/run/snapshot.js';
import { requirementsSchema } from '../../domain/worker/requirements.js';
import { invalidAt, ok, type Result } from '../system/result.js';

export const runOptionsShape = {
  priority: int32(-2_147_483_648).nullish(),
  retryConfig: retryConfigSchema.nullish(),
  timeout: durationMs.nullish(),
  requirements: requirementsSchema.nullish(),
  environment: oneOf(ENVIRONMENTS).nullish(),
  delay: longDurationMs.nullish(),
  runAt: z.date('must be a date and time').nullish(),
};

const runOptions = z.object(runOptionsShape);
export type RunOptions = z.output<typeof runOptions>;

/** The given options. A repeated request with the same idempotency key must have the same ones. */
export function givenOptions({
  priority,
  retryConfig,
  timeout,
  requirements,
  environment,
  delay,
  runAt,
}: RunOptions) {
  const all = { priority, retryConfig, timeout, requirements, environment, delay, runAt };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value != null));
}

/** The settings of the run: its options replace those of the schedule, and requirements are merged. */
export function settingsWith(settings: ScheduleSettings, options: RunOptions): ScheduleSettings {
  const { priority, retryConfig, timeout, requirements, environment } = options;
  return {
    ...settings,
    priority: priority ?? settings.priority,
    retryConfig: retryConfig ?? settings.retryConfig,
    timeout: timeout ?? settings.timeout,
    requirements: requirements ? { ...settings.requirements, ...requirements } : settings.requirements,
    environment: environment ?? settings.environment,
  };
}

/** When the run starts. Null means now. */
export async function startOf(
  client: Queryable,
  { delay, runAt }: Pick<RunOptions, 'delay' | 'runAt'>,
): Promise<Result<Date | null>> {
  if (delay == null && runAt == null) return ok(null);
  if (delay != null && runAt != null)
    return invalidAt(['runAt'], 'cannot be combined with delay: give only one');
  const now = await databaseNow(client);
  if (delay != null) return ok(new Date(now.getTime() + delay));
  return runAt && runAt > now ? ok(runAt) : invalidAt(['runAt'], 'is in the past: omit it to run now');
}
