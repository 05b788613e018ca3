/**
 * The run-time settings that an admin changes, stored in `AgentConfig` under `scheduler`. Shape and
 * defaults follow the reference; Callboard's own settings are beside them. All durations are
 * milliseconds; in input they may also be text such as "30s".
 */
import { z } from 'zod';
import { formatDuration, parseDuration } from '../duration.js';
import type { Issue } from '../issue.js';
import { issuesOf, parseLeniently } from '../parse-leniently.js';
import type { RetryConfig } from '../retry/retry.js';
import { isTimeZone } from '../schedule/zone.js';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 3_600 * SECOND;
const DAY = 24 * HOUR;
const MEBIBYTE = 1024 * 1024;

const zone = z.string().refine(isTimeZone, 'must be an IANA time zone such as "Europe/Berlin" or "UTC"');
const whole = (min: number, max: number) =>
  z
    .number(`must be a whole number from ${min} to ${max}`)
    .int(`must be a whole number from ${min} to ${max}`)
    .min(min, `must be at least ${min}`)
    .max(max, `must be at most ${max}`);

/** Milliseconds from `min` to `max`; accepts a number or text. */
const duration = (min: number, max: number) =>
  z
    .union([z.number(), z.string()], 'must be milliseconds or a duration such as "30s"')
    .transform((value, context) => {
      const parsed = parseDuration(value);
      const message =
        parsed.kind === 'error'
          ? parsed.message
          : parsed.ms < min
            ? `must be at least ${formatDuration(min)}`
            : parsed.ms > max
              ? `must be at most ${formatDuration(max)}`
              : undefined;
      if (parsed.kind === 'ok' && message === undefined) return parsed.ms;
      context.addIssue({ code: 'custom', message: message ?? 'is not a duration' });
      return z.NEVER;
    });

const scheduler = z.strictObject({
  /** false: due slots are recorded as skipped. Running work continues. */
  enabled: z.boolean('must be true or false').default(true),
  /** Default time zone for schedules without one. */
  timezone: zone.default('America/New_York'),
  /** Safety net: workers check for due schedules at least this often, whatever wakes them. */
  checkInterval: duration(SECOND, DAY).default(60 * SECOND),
  /** A slot older than this is late, and the misfire policy applies. */
  misfireThreshold: duration(0, DAY).default(5 * SECOND),
  /** Jobs that one run may create. */
  maxExpansion: whole(1, 10_000_000).default(100_000),
  /** Default for attempts, if neither schedule nor agent has a limit. */
  attemptTimeout: duration(SECOND, DAY).default(HOUR),
  /** How long a released job may wait. Null if not limited. */
  maxQueueTime: duration(SECOND, 24 * DAY)
    .nullable()
    .default(null),
  /**
   * Attempts that an agent has accepted end as AGENT_LOST when its heartbeats stop. Agents that never sent
   * one are not affected.
   */
  endJobsOfDeadAgents: z.boolean('must be true or false').default(true),
  /** An attempt ends this long after its first send, however much progress is reported. */
  maxAttemptDuration: duration(SECOND, 24 * DAY).default(DAY),
  /** How often workers check everything for orphaned work. */
  orphanCheckInterval: duration(SECOND, DAY).default(300 * SECOND),
  /** How long a stopping worker waits for work in flight. */
  shutdownGrace: duration(0, HOUR).default(30 * SECOND),
  /** How long ended runs and their jobs are kept. The newest run of a schedule is kept longer. */
  historyMaxAge: duration(HOUR, 3_650 * DAY).default(30 * DAY),
  /** How long audit entries are kept. */
  auditMaxAge: duration(DAY, 3_650 * DAY).default(365 * DAY),
});

const httpClient = z.strictObject({
  /** Default for one HTTP exchange, if the agent has no limit. */
  timeout: duration(1, DAY).default(300 * SECOND),
  /** Concurrent requests to agents per worker. */
  maxConcurrentRequests: whole(1, 10_000).default(50),
  /** Default retry policy, if neither schedule nor agent has one. */
  retryConfig: z
    .strictObject({
      maxRetries: whole(0, 100).default(3),
      backoff: z
        .strictObject({
          type: z
            .enum(['exponential', 'linear', 'fixed'], 'must be "exponential", "linear" or "fixed"')
            .default('exponential'),
          delay: duration(0, DAY).default(5 * SECOND),
        })
        .prefault({}),
    })
    .prefault({}),
  connectionPool: z
    .strictObject({
      /** Per origin. Fewer sockets than concurrent calls limit the calls: see `callsAtOnce`. */
      maxSockets: whole(1, 10_000).default(100),
      keepAlive: z.boolean('must be true or false').default(true),
    })
    .prefault({}),
  /** While an agent cannot be reached, its jobs wait, and one at a time is sent as a probe. */
  circuitBreaker: z
    .strictObject({
      enabled: z.boolean('must be true or false').default(true),
      /** Consecutive failed contacts that open the circuit. */
      failureThreshold: whole(1, 1_000).default(5),
      /** Time to the first probe; doubles with each failed probe. */
      coolDown: duration(100, HOUR).default(10 * SECOND),
      maxCoolDown: duration(100, DAY).default(300 * SECOND),
    })
    .prefault({}),
});

const schema = z.strictObject({
  scheduler: scheduler.prefault({}),
  httpClient: httpClient.prefault({}),
  /** Defaults for data sources without these options. */
  defaultBatchProcessing: z
    .strictObject({
      batchSize: whole(1, 10_000).default(10),
      staggerDelay: duration(0, DAY).default(SECOND),
    })
    .prefault({}),
  monitoring: z
    .strictObject({
      enabled: z.boolean('must be true or false').default(true),
      notifyOnFailure: z.boolean('must be true or false').default(true),
      /** Jobs that have waited longer are reported. */
      jobWaitThreshold: duration(MINUTE, 24 * DAY).default(10 * MINUTE),
      notificationChannels: z.array(z.string().min(1).max(100)).max(20).default(['email', 'slack']),
    })
    .prefault({}),
  /** Settings of webhooks. */
  webhooks: z
    .strictObject({
      /** Size of one call; larger calls are refused. */
      maxBodyBytes: whole(1, 25 * MEBIBYTE).default(MEBIBYTE),
    })
    .prefault({}),
});

export type SchedulerConfig = z.output<typeof schema>;

/** The settings that apply if nothing is stored. */
export const DEFAULT_SCHEDULER_CONFIG: SchedulerConfig = schema.parse({});

/**
 * Concurrent calls of one worker. A call that waits for a socket would use up its own deadline, so fewer
 * sockets mean fewer calls. The default number of sockets means no limit: with more concurrent calls there
 * are as many sockets.
 */
export function callsAtOnce(maxConcurrent: number, maxSockets: number): number {
  const isDefault = maxSockets === DEFAULT_SCHEDULER_CONFIG.httpClient.connectionPool.maxSockets;
  return isDefault ? maxConcurrent : Math.min(maxConcurrent, maxSockets);
}

/**
 * Reads the stored value, which anybody may have written by SQL. Missing and unusable settings take their
 * default. Each unusable or unknown one is listed in `issues`, by its path.
 */
export function parseSchedulerConfig(value: unknown): { config: SchedulerConfig; issues: Issue[] } {
  const { value: config, issues } = parseLeniently(schema, value ?? {});
  return { config: config ?? DEFAULT_SCHEDULER_CONFIG, issues };
}

/**
 * Strict validation, for a change. Returns everything that is wrong with the given settings; missing ones
 * take their defaults.
 */
export function validateSchedulerConfig(
  value: unknown,
): { kind: 'ok'; config: SchedulerConfig } | { kind: 'error'; issues: Issue[] } {
  const parsed = schema.safeParse(value);
  if (parsed.success) return { kind: 'ok', config: parsed.data };
  return { kind: 'error', issues: issuesOf(parsed.error, schema) };
}

/** The default that `resolveRetry` falls back to, in the form that schedules and agents use. */
export function configuredRetry({ httpClient: { retryConfig } }: SchedulerConfig): RetryConfig {
  const { maxRetries, backoff } = retryConfig;
  return { maxRetries, backoff: backoff.type, delay: backoff.delay };
}
