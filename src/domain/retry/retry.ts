import { z } from 'zod';
import { parseDuration } from '../duration.js';

/** The longest wait between attempts without a `maxDelay`: one hour, in ms. */
const DEFAULT_MAX_DELAY_MS = 3_600_000;
/** The longest `Retry-After` that is respected: 24 hours, in ms. */
export const MAX_RETRY_AFTER_MS = 86_400_000;

/** More than is ever useful. The limit keeps a typo from causing a hundred thousand calls. */
const MAX_RETRIES = 100;

const duration = z
  .union([z.number(), z.string()], 'must be milliseconds or a duration such as "30s"')
  .transform((value, context) => {
    const parsed = parseDuration(value);
    if (parsed.kind === 'ok') return parsed.ms;
    context.addIssue({ code: 'custom', message: parsed.message });
    return z.NEVER;
  })
  .meta({ title: 'Duration' });

const retries = `must be a whole number from 0 to ${MAX_RETRIES}`;
const BACKOFFS = ['exponential', 'linear', 'fixed'] as const;
const JITTERS = ['none', 'full', 'equal'] as const;

/** `retryConfig` as users and agents write it; durations are ms or text and are parsed to ms. */
export const retryConfigSchema = z.strictObject(
  {
    maxRetries: z.number(retries).int(retries).min(0, retries).max(MAX_RETRIES, retries),
    backoff: z.enum(BACKOFFS, `must be one of ${BACKOFFS.join(', ')}`),
    delay: duration,
    maxDelay: duration.nullish(),
    jitter: z.enum(JITTERS, `must be one of ${JITTERS.join(', ')}`).nullish(),
  },
  // An unknown key has its own message.
  { error: (issue) => (issue.code === 'unrecognized_keys' ? undefined : 'must be an object') },
);

/** How often a failed attempt is retried, and after which waits (ms). */
export type RetryConfig = z.infer<typeof retryConfigSchema>;

/**
 * The first configuration that is set applies as a whole: of the step, otherwise of the schedule, the agent,
 * the settings.
 */
export function resolveRetry(
  ...candidates: readonly (RetryConfig | null | undefined)[]
): RetryConfig | undefined {
  return candidates.find((candidate) => candidate !== null && candidate !== undefined);
}

/**
 * The wait in whole ms before retry `n` (1-based). With `delay` d, before the cap and jitter:
 *
 * | backoff       | waits d·…        | for 5 s           |
 * |---------------|------------------|-------------------|
 * | `exponential` | 1, 2, 4, 8, …    | 5 s, 10 s, 20 s … |
 * | `linear`      | 1, 2, 3, 4, …    | 5 s, 10 s, 15 s … |
 * | `fixed`       | 1, 1, 1, 1, …    | 5 s, 5 s, 5 s …   |
 *
 * at most `maxDelay`; then jitter: `full` in [0, d), `equal` in [d/2, d), both rounded down. The agent's
 * `Retry-After` wins when it is longer, up to 24 hours, whatever `maxDelay` says.
 *
 * @param random in [0, 1)
 * @param retryAfterMs what the agent asked for, if anything
 */
export function retryDelayMs(
  config: RetryConfig,
  n: number,
  random: number,
  retryAfterMs?: number | null,
): number {
  const capped = Math.min(backoffMs(config, n), config.maxDelay ?? DEFAULT_MAX_DELAY_MS);
  return Math.max(
    withJitter(config, capped, random),
    Math.min(Math.ceil(retryAfterMs ?? 0), MAX_RETRY_AFTER_MS),
  );
}

function backoffMs({ backoff, delay }: RetryConfig, n: number): number {
  switch (backoff) {
    case 'exponential':
      // The exponent is bounded because 0 · Infinity is NaN.
      return delay * 2 ** Math.min(n - 1, 64);
    case 'linear':
      return delay * n;
    case 'fixed':
      return delay;
  }
}

function withJitter({ jitter }: RetryConfig, wait: number, random: number): number {
  if (jitter === undefined || jitter === null || jitter === 'none') return wait;
  const least = jitter === 'full' ? 0 : Math.floor(wait / 2);
  return least + Math.floor((wait - least) * random);
}
