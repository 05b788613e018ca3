/**
 * Every setting that an admin changes at run time, defined once: its name, range, default and meaning.
 * The shape and most of the defaults follow the reference. Durations are milliseconds. The range and the
 * default of a setting are spread, so that they fit on one line.
 */
import { choice, duration, flag, group, limitOrNone, names, timeZone, whole } from './setting.js';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const MEBIBYTE = 1024 * 1024;

const scheduler = group('SchedulerSettings', 'How schedules and jobs run.', {
  enabled: flag({
    label: 'Scheduler enabled',
    about: 'Whether schedules run',
    more: 'While off, due slots are recorded as skipped and active runs continue.',
    byDefault: true,
  }),
  timezone: timeZone({
    label: 'Time zone',
    about: 'Default IANA time zone for schedules without one',
    more: 'Changing it updates their next runs.',
    byDefault: 'America/New_York',
  }),
  misfireThreshold: duration({
    label: 'Misfire threshold',
    about: 'How late a slot can be claimed before the misfire policy applies',
    ...{ min: 0, max: DAY, byDefault: 5 * SECOND },
  }),
  checkInterval: duration({
    label: 'Polling interval',
    about: 'Longest time between two checks for due schedules',
    more: 'This is a fallback: workers normally wake up when a slot is due.',
    ...{ min: SECOND, max: DAY, byDefault: MINUTE },
  }),
  orphanCheckInterval: duration({
    label: 'Recovery interval',
    about: 'How often recovery looks for interrupted work',
    ...{ min: SECOND, max: DAY, byDefault: 5 * MINUTE },
  }),
  maxExpansion: whole({
    label: 'Maximum jobs per run',
    about: 'Maximum number of jobs of one run',
    more: 'A run that would create more jobs fails before it creates any.',
    ...{ min: 1, max: 10_000_000, byDefault: 100_000, unit: 'jobs' },
  }),
  attemptTimeout: duration({
    label: 'Timeout',
    about: 'Time limit for one attempt if neither schedule nor agent sets one',
    more: 'Counts from the first send. Progress resets it.',
    ...{ min: SECOND, max: DAY, byDefault: HOUR },
  }),
  maxAttemptDuration: duration({
    label: 'Maximum attempt duration',
    about: 'Time after which an attempt fails even if it keeps reporting progress',
    ...{ min: SECOND, max: 24 * DAY, byDefault: DAY },
  }),
  maxQueueTime: limitOrNone({
    label: 'Maximum queue time',
    about: 'How long a released job may wait to start if neither step, schedule nor agent sets a limit',
    more: 'After that, it fails with `QUEUE_TIMEOUT`.',
    ...{ min: SECOND, max: 24 * DAY },
  }),
  endJobsOfDeadAgents: flag({
    label: 'Fail attempts of dead agents',
    about: 'Whether accepted attempts fail with `AGENT_LOST` when the heartbeats of their agent stop',
    more: 'Agents that never sent a heartbeat are not affected.',
    byDefault: true,
  }),
  shutdownGrace: duration({
    label: 'Shutdown grace period',
    about: 'How long a stopping worker waits for calls in progress',
    ...{ min: 0, max: HOUR, byDefault: 30 * SECOND },
  }),
  historyMaxAge: duration({
    label: 'Keep history for',
    about: 'How long ended runs and their jobs are kept',
    more: 'The newest run of each schedule is always kept. Schedules can set lower limits.',
    ...{ min: HOUR, max: 3_650 * DAY, byDefault: 30 * DAY },
  }),
  auditMaxAge: duration({
    label: 'Keep audit log for',
    about: 'How long audit entries are kept',
    ...{ min: DAY, max: 3_650 * DAY, byDefault: 365 * DAY },
  }),
});

const retryConfig = group('DefaultRetryConfig', 'Retry policy if neither schedule nor agent sets one.', {
  maxRetries: whole({
    label: 'Maximum retries',
    about: 'Maximum number of retries',
    more: 'After the last one, a failed job becomes a dead letter.',
    ...{ min: 0, max: 100, byDefault: 3 },
  }),
  backoff: group('DefaultBackoff', 'How the delay between retries grows.', {
    type: choice({
      label: 'Backoff',
      about: 'How the delay grows from retry to retry',
      more: 'Before retry n, it is delay × 2ⁿ⁻¹ (exponential), delay × n (linear) or delay (fixed).',
      choices: ['exponential', 'linear', 'fixed'],
      byDefault: 'exponential',
    }),
    delay: duration({
      label: 'Delay',
      about: 'Base delay',
      more: 'No delay exceeds 1 hour, however it grows.',
      ...{ min: 0, max: DAY, byDefault: 5 * SECOND },
    }),
  }),
});

const httpClient = group('HttpClientSettings', 'How agents are called.', {
  timeout: duration({
    label: 'Response timeout',
    about: 'Time limit for one HTTP request if the agent sets none',
    ...{ min: 1, max: DAY, byDefault: 5 * MINUTE },
  }),
  maxConcurrentRequests: whole({
    label: 'Concurrent requests',
    about: 'Maximum number of requests to agents at once, per worker',
    more: 'The environment variable `CALLBOARD_MAX_CONCURRENT` of a worker takes precedence.',
    ...{ min: 1, max: 10_000, byDefault: 50 },
  }),
  retryConfig,
  connectionPool: group('ConnectionPool', 'Connections of a worker to agents.', {
    maxSockets: whole({
      label: 'Connections per address',
      about: 'Maximum number of connections of a worker to one origin',
      more: 'Any value except the default also limits the calls that a worker makes at once.',
      ...{ min: 1, max: 10_000, byDefault: 100 },
    }),
    keepAlive: flag({ label: 'Keep-alive', about: 'Whether connections are reused', byDefault: true }),
  }),
  circuitBreaker: group(
    'CircuitBreakerSettings',
    'Circuit breakers. When an agent’s address does not answer, its jobs wait, and one at a time is sent as a probe.',
    {
      enabled: flag({
        label: 'Circuit breaker enabled',
        about: 'Whether circuit breakers are used',
        more: 'While off, jobs keep failing one by one.',
        byDefault: true,
      }),
      failureThreshold: whole({
        label: 'Failure threshold',
        about: 'Number of consecutive failures that opens a circuit',
        ...{ min: 1, max: 1_000, byDefault: 5 },
      }),
      coolDown: duration({
        label: 'First probe after',
        about: 'Time from opening a circuit to the first probe',
        more: 'Each failed probe doubles it.',
        ...{ min: 100, max: HOUR, byDefault: 10 * SECOND },
      }),
      maxCoolDown: duration({
        label: 'Maximum probe delay',
        about: 'Longest time between probes',
        ...{ min: 100, max: DAY, byDefault: 5 * MINUTE },
      }),
    },
  ),
});

const defaultBatchProcessing = group('BatchSettings', 'Default division of expanded jobs into batches.', {
  batchSize: whole({
    label: 'Batch size',
    about: 'Number of jobs in a batch',
    more: 'They run in parallel.',
    ...{ min: 1, max: 10_000, byDefault: 10 },
  }),
  staggerDelay: duration({
    label: 'Delay between batches',
    about: 'Pause between batches',
    more: 'It starts when the last job of a batch has been answered.',
    ...{ min: 0, max: DAY, byDefault: SECOND },
  }),
});

const monitoring = group('MonitoringSettings', 'What is reported, and through which channels.', {
  enabled: flag({ label: 'Monitoring enabled', about: 'Whether notifications are sent', byDefault: true }),
  notifyOnFailure: flag({
    label: 'Notify of failures',
    about: 'Whether failed jobs and runs are reported',
    byDefault: true,
  }),
  jobWaitThreshold: duration({
    label: 'Report jobs waiting longer than',
    about: 'Jobs that wait longer than this are reported',
    more: 'The report is sent once per agent, with the reason.',
    ...{ min: MINUTE, max: 24 * DAY, byDefault: 10 * MINUTE },
  }),
  notificationChannels: names({
    label: 'Enabled channels',
    about: 'Names of the channels that notifications use, at most 20',
    byDefault: ['email', 'slack'],
    atMost: 20,
  }),
});

const webhooks = group('WebhookSettings', 'Limits of webhooks.', {
  maxBodyBytes: whole({
    label: 'Maximum body size',
    about: 'Maximum size of the body of a webhook call, in bytes',
    more: 'Larger calls are refused with status 413.',
    ...{ min: 1, max: 25 * MEBIBYTE, byDefault: MEBIBYTE, unit: 'bytes' },
  }),
});

/** Stored in `AgentConfig` under `scheduler`. */
export const SCHEDULER_SETTINGS = group(
  'SchedulerConfig',
  'Settings that an admin changes at run time. Changes take effect immediately.',
  { scheduler, httpClient, defaultBatchProcessing, monitoring, webhooks },
);

/**
 * The names that the references give to settings above. They are stored in `AgentConfig` under `engine`.
 * One that is set there overrides the setting that it names.
 */
export const ALIASES = {
  pollIntervalMs: 'scheduler.checkInterval',
  maxConcurrent: 'httpClient.maxConcurrentRequests',
  orphanCheckIntervalMs: 'scheduler.orphanCheckInterval',
} as const;

/** Settings that only the references name. They are stored under `engine` too. */
export const ENGINE_ONLY_SETTINGS = {
  claimBatchSize: whole({
    label: 'Claim batch size',
    about: 'Number of schedules claimed in one transaction',
    ...{ min: 1, max: 10_000, byDefault: 500 },
  }),
  jitterThreshold: whole({
    label: 'Jitter threshold',
    about: 'Number of overdue schedules claimed together above which their runs are spread over time',
    ...{ min: 0, max: 100_000, byDefault: 3 },
  }),
  maxJitterMs: duration({
    label: 'Jitter window',
    about: 'Time over which runs of overdue schedules are spread if many are claimed together after downtime',
    ...{ min: 0, max: HOUR, byDefault: 30 * SECOND },
  }),
  lockTtlMs: duration({
    label: 'Worker lease',
    about: 'How long a worker keeps its lease and its claims without renewing the lease',
    more: 'Workers renew their lease every third of this time.',
    ...{ min: 3 * SECOND, max: HOUR, byDefault: 30 * SECOND },
  }),
  heartbeatIntervalMs: duration({
    label: 'Heartbeat interval',
    about:
      'How often agents are expected to write `lastHeartbeat`, and workers store a snapshot of their machine',
    ...{ min: SECOND, max: DAY, byDefault: MINUTE },
  }),
  deadHeartbeatThreshold: whole({
    label: 'Missed heartbeats until dead',
    about: 'Number of missed heartbeats after which an agent counts as dead',
    ...{ min: 1, max: 1_000, byDefault: 2 },
  }),
} as const;
