/**
 * The orchestrator's settings that an admin changes at run time: `AgentConfig`, key `scheduler`. Shape and defaults are
 * MediaPulse's; the settings of ours stand under `scheduler` beside theirs. All durations are milliseconds; written, they
 * may also be text such as "30s".
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

/** Milliseconds from `min` to `max`, written as number or text. */
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
  /** false: due slots are recorded as skipped; work already running goes on. */
  enabled: z.boolean('must be true or false').default(true),
  /** Of schedules that name none. */
  timezone: zone.default('America/New_York'),
  /** The safety net: due schedules are looked for at least this often, whatever woke the engine or did not. */
  checkInterval: duration(SECOND, DAY).default(60 * SECOND),
  /** A slot older than this is late, and the misfire policy decides. */
  misfireThreshold: duration(0, DAY).default(5 * SECOND),
  /** Jobs that one execution may create. */
  maxExpansion: whole(1, 10_000_000).default(100_000),
  /** Of an attempt, where neither schedule nor agent say otherwise. */
  attemptTimeout: duration(SECOND, DAY).default(HOUR),
  /** How long a job may wait for its turn after its release; null: as long as it takes. */
  maxQueueTime: duration(SECOND, 24 * DAY)
    .nullable()
    .default(null),
  /** Attempts that an agent has accepted end as AGENT_LOST when its heartbeats stop; of agents that never sent one, never. */
  endJobsOfDeadAgents: z.boolean('must be true or false').default(true),
  /** However much progress is reported, an attempt ends this long after its first send. */
  maxAttemptDuration: duration(SECOND, 24 * DAY).default(DAY),
  /** How often everything is checked for work that got lost. */
  orphanCheckInterval: duration(SECOND, DAY).default(300 * SECOND),
  /** How long work in flight may take to finish when a worker is told to stop. */
  shutdownGrace: duration(0, HOUR).default(30 * SECOND),
  /** Ended executions are kept so long, with their jobs; the newest of a schedule longer. */
  historyMaxAge: duration(HOUR, 3_650 * DAY).default(30 * DAY),
  /** Entries of the audit are kept so long. */
  auditMaxAge: duration(DAY, 3_650 * DAY).default(365 * DAY),
});

const httpClient = z.strictObject({
  /** Of one HTTP exchange, where the agent does not say otherwise. */
  timeout: duration(1, DAY).default(300 * SECOND),
  /** Requests to agents under way at once, per worker. */
  maxConcurrentRequests: whole(1, 10_000).default(50),
  /** Where neither schedule nor agent have a policy. */
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
      /** Per origin. Fewer than calls at once mean fewer calls: see `callsAtOnce`. */
      maxSockets: whole(1, 10_000).default(100),
      keepAlive: z.boolean('must be true or false').default(true),
    })
    .prefault({}),
  /** Ours: when nobody answers at an agent's address, its jobs wait, and one at a time is sent as a probe. */
  circuitBreaker: z
    .strictObject({
      enabled: z.boolean('must be true or false').default(true),
      /** Contacts in a row that failed. */
      failureThreshold: whole(1, 1_000).default(5),
      /** To the first probe; doubled with each that fails. */
      coolDown: duration(100, HOUR).default(10 * SECOND),
      maxCoolDown: duration(100, DAY).default(300 * SECOND),
    })
    .prefault({}),
});

const schema = z.strictObject({
  scheduler: scheduler.prefault({}),
  httpClient: httpClient.prefault({}),
  /** Where a data source string says nothing else. */
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
      /** Jobs that have waited longer than this are reported. */
      jobWaitThreshold: duration(MINUTE, 24 * DAY).default(10 * MINUTE),
      notificationChannels: z.array(z.string().min(1).max(100)).max(20).default(['email', 'slack']),
    })
    .prefault({}),
  /** Ours. */
  webhooks: z
    .strictObject({
      /** Of one call; what is larger is refused. */
      maxBodyBytes: whole(1, 25 * MEBIBYTE).default(MEBIBYTE),
    })
    .prefault({}),
});

export type SchedulerConfig = z.output<typeof schema>;

/** What holds where nothing is stored. */
export const DEFAULT_SCHEDULER_CONFIG: SchedulerConfig = schema.parse({});

/**
 * Calls of one worker at once. A call that waited for a socket would spend its own deadline, so fewer sockets mean fewer calls. The
 * default is no limit: with more calls at once there are as many sockets.
 */
export function callsAtOnce(maxConcurrent: number, maxSockets: number): number {
  const isDefault = maxSockets === DEFAULT_SCHEDULER_CONFIG.httpClient.connectionPool.maxSockets;
  return isDefault ? maxConcurrent : Math.min(maxConcurrent, maxSockets);
}

/**
 * Reads the stored value, which anybody may have written by SQL: missing and unusable settings take their default; each
 * unusable or unknown one is told in `issues`, by its path.
 */
export function parseSchedulerConfig(value: unknown): { config: SchedulerConfig; issues: Issue[] } {
  const { value: config, issues } = parseLeniently(schema, value ?? {});
  return { config: config ?? DEFAULT_SCHEDULER_CONFIG, issues };
}

/** The strict form, for a change: everything wrong with the settings given; missing ones are their defaults. */
export function validateSchedulerConfig(
  value: unknown,
): { kind: 'ok'; config: SchedulerConfig } | { kind: 'error'; issues: Issue[] } {
  const parsed = schema.safeParse(value);
  if (parsed.success) return { kind: 'ok', config: parsed.data };
  return { kind: 'error', issues: issuesOf(parsed.error, schema) };
}

/** The last resort of `resolveRetry`, in the form that schedules and agents use. */
export function configuredRetry({ httpClient: { retryConfig } }: SchedulerConfig): RetryConfig {
  const { maxRetries, backoff } = retryConfig;
  return { maxRetries, backoff: backoff.type, delay: backoff.delay };
}
