import type { Setting } from './setting.js';

export interface Section {
  /** Fragment of the URL. */
  id: string;
  title: string;
  about?: string;
  settings: readonly Setting[];
}

const ZONES = () => Intl.supportedValuesOf('timeZone');

/** All scheduler settings, in the form that `updateSchedulerConfig` accepts. */
export const SCHEDULER_SECTIONS: readonly Section[] = [
  {
    id: 'scheduling',
    title: 'Scheduling',
    settings: [
      {
        path: 'scheduler.enabled',
        label: 'Scheduler enabled',
        hint: 'When off, due slots of all schedules are recorded as skipped. Current runs continue.',
        kind: 'boolean',
        warning: (isOn) => (isOn ? undefined : 'No scheduled runs start.'),
      },
      {
        path: 'scheduler.timezone',
        label: 'Time zone',
        hint: 'Default time zone for schedules without one. Changing it updates their next runs.',
        kind: 'text',
        suggestions: ZONES,
      },
      {
        path: 'scheduler.misfireThreshold',
        label: 'Misfire threshold',
        hint: 'A slot later than this is handled by the schedule’s misfire policy.',
        kind: 'duration',
      },
      {
        path: 'scheduler.checkInterval',
        label: 'Polling interval',
        hint: 'How often to check for due schedules. This is only a fallback: workers normally wake up when a slot is due.',
        kind: 'duration',
      },
      {
        path: 'scheduler.orphanCheckInterval',
        label: 'Recovery interval',
        hint: 'How often to recover work that a crash left unfinished.',
        kind: 'duration',
      },
      {
        path: 'scheduler.maxExpansion',
        label: 'Maximum jobs per run',
        hint: 'A run that would create more jobs fails before it creates any.',
        kind: 'integer',
        unit: 'jobs',
      },
    ],
  },
  {
    id: 'attempts',
    title: 'Attempts',
    about: 'For jobs whose schedule and agent have no values of their own.',
    settings: [
      {
        path: 'scheduler.attemptTimeout',
        label: 'Timeout',
        hint: 'From the first send to the reported end. Progress resets it.',
        kind: 'duration',
      },
      {
        path: 'scheduler.maxAttemptDuration',
        label: 'Maximum attempt duration',
        hint: 'Applies regardless of reported progress.',
        kind: 'duration',
      },
      {
        path: 'scheduler.maxQueueTime',
        label: 'Maximum queue time',
        hint: 'From a job’s release to its start. After that, the job fails with QUEUE_TIMEOUT. Leave empty for no limit.',
        kind: 'duration',
      },
      {
        path: 'scheduler.endJobsOfDeadAgents',
        label: 'Fail attempts of dead agents',
        hint: 'If an agent’s heartbeats stop, its accepted attempts fail as AGENT_LOST. Agents that never sent a heartbeat are not affected.',
        kind: 'boolean',
      },
      {
        path: 'scheduler.shutdownGrace',
        label: 'Shutdown grace period',
        hint: 'How long attempts may take to finish when a worker stops.',
        kind: 'duration',
      },
    ],
  },
  {
    id: 'calls',
    title: 'Agent calls',
    settings: [
      {
        path: 'httpClient.timeout',
        label: 'Response timeout',
        hint: 'For one HTTP request, unless the agent sets its own.',
        kind: 'duration',
      },
      {
        path: 'httpClient.maxConcurrentRequests',
        label: 'Concurrent requests',
        hint: 'Per worker. CALLBOARD_MAX_CONCURRENT takes precedence.',
        kind: 'integer',
      },
      {
        path: 'httpClient.connectionPool.maxSockets',
        label: 'Connections per address',
        hint: 'Per worker. Also limits concurrent requests if it is lower.',
        kind: 'integer',
      },
      {
        path: 'httpClient.connectionPool.keepAlive',
        label: 'Keep-alive',
        hint: 'How long idle connections stay open.',
        kind: 'boolean',
      },
    ],
  },
  {
    id: 'retries',
    title: 'Retries',
    about: 'If neither step, schedule nor agent has a retry policy.',
    settings: [
      {
        path: 'httpClient.retryConfig.maxRetries',
        label: 'Maximum retries',
        hint: 'After the last retry, a failed job becomes a dead letter.',
        kind: 'integer',
      },
      {
        path: 'httpClient.retryConfig.backoff.type',
        label: 'Backoff',
        hint: 'Delay before retry n: delay × 2ⁿ⁻¹ (exponential), delay × n (linear) or delay (fixed).',
        kind: 'choice',
        options: [
          { value: 'EXPONENTIAL', label: 'exponential' },
          { value: 'LINEAR', label: 'linear' },
          { value: 'FIXED', label: 'fixed' },
        ],
      },
      {
        path: 'httpClient.retryConfig.backoff.delay',
        label: 'Delay',
        hint: 'Capped at 1 hour.',
        kind: 'duration',
      },
    ],
  },
  {
    id: 'circuits',
    title: 'Circuit breaker',
    about:
      'If an agent’s address does not respond, its jobs wait while single probes check whether it is back.',
    settings: [
      {
        path: 'httpClient.circuitBreaker.enabled',
        label: 'Circuit breaker enabled',
        hint: 'When off, jobs keep failing one by one.',
        kind: 'boolean',
      },
      {
        path: 'httpClient.circuitBreaker.failureThreshold',
        label: 'Failure threshold',
        hint: 'Consecutive failures that open the circuit.',
        kind: 'integer',
      },
      {
        path: 'httpClient.circuitBreaker.coolDown',
        label: 'First probe after',
        hint: 'Doubles with each failed probe.',
        kind: 'duration',
      },
      {
        path: 'httpClient.circuitBreaker.maxCoolDown',
        label: 'Maximum probe delay',
        hint: 'Upper limit for the doubled delay.',
        kind: 'duration',
      },
    ],
  },
  {
    id: 'batches',
    title: 'Batches',
    about: 'Defaults for expanded jobs. A data source can set its own.',
    settings: [
      {
        path: 'defaultBatchProcessing.batchSize',
        label: 'Batch size',
        hint: 'Jobs in a batch run in parallel.',
        kind: 'integer',
      },
      {
        path: 'defaultBatchProcessing.staggerDelay',
        label: 'Delay between batches',
        hint: 'Starts when the last job of a batch has finished.',
        kind: 'duration',
      },
    ],
  },
  {
    id: 'monitoring',
    title: 'Monitoring',
    settings: [
      {
        path: 'monitoring.enabled',
        label: 'Monitoring enabled',
        hint: 'Monitors schedules, jobs and workers.',
        kind: 'boolean',
        warning: (isOn) => (isOn ? undefined : 'No notifications are sent.'),
      },
      {
        path: 'monitoring.notifyOnFailure',
        label: 'Notify of failures',
        hint: 'Dead letters, failed jobs and failed runs.',
        kind: 'boolean',
      },
      {
        path: 'monitoring.jobWaitThreshold',
        label: 'Report jobs waiting longer than',
        hint: 'Sent once per agent, with the reason.',
        kind: 'duration',
      },
      {
        path: 'monitoring.notificationChannels',
        label: 'Enabled channels',
        hint: 'Channel names, separated by commas. Set up channels under Notifications.',
        kind: 'list',
      },
    ],
  },
  {
    id: 'webhooks',
    title: 'Webhooks',
    settings: [
      {
        path: 'webhooks.maxBodyBytes',
        label: 'Maximum body size',
        hint: 'Per call, up to 25 MiB. Larger bodies are refused with 413.',
        kind: 'integer',
        unit: 'bytes',
      },
    ],
  },
  {
    id: 'retention',
    title: 'Retention',
    settings: [
      {
        path: 'scheduler.historyMaxAge',
        label: 'Keep history for',
        hint: 'Finished runs with their jobs. Schedules can set lower limits.',
        kind: 'duration',
      },
      {
        path: 'scheduler.auditMaxAge',
        label: 'Keep audit log for',
        hint: 'All recorded changes.',
        kind: 'duration',
      },
    ],
  },
];

/** Settings with names known from other schedulers. Empty ones follow the settings above and the defaults. */
export const ENGINE_SECTION: Section = {
  id: 'engine',
  title: 'Engine',
  about:
    'Internal settings of the workers. Empty settings use the values above and the defaults; values set here take precedence.',
  settings: [
    {
      path: 'pollIntervalMs',
      label: 'Polling interval',
      hint: 'pollIntervalMs. Takes precedence over the value under Scheduling.',
      kind: 'duration',
    },
    {
      path: 'claimBatchSize',
      label: 'Claim batch size',
      hint: 'claimBatchSize: schedules claimed in one transaction.',
      kind: 'integer',
    },
    {
      path: 'jitterThreshold',
      label: 'Jitter threshold',
      hint: 'jitterThreshold: after downtime, late schedules are spread if more than this are claimed together.',
      kind: 'integer',
    },
    {
      path: 'maxJitterMs',
      label: 'Jitter window',
      hint: 'maxJitterMs.',
      kind: 'duration',
    },
    {
      path: 'maxConcurrent',
      label: 'Concurrent requests',
      hint: 'maxConcurrent, per worker. Takes precedence over the value under Agent calls.',
      kind: 'integer',
    },
    {
      path: 'lockTtlMs',
      label: 'Worker lease',
      hint: 'lockTtlMs: a worker that does not renew its lease for this long loses its claims. Workers renew at a third of it.',
      kind: 'duration',
    },
    {
      path: 'heartbeatIntervalMs',
      label: 'Heartbeat interval',
      hint: 'heartbeatIntervalMs: expected from agents that send heartbeats. Workers store a snapshot of their machine at the same interval.',
      kind: 'duration',
    },
    {
      path: 'deadHeartbeatThreshold',
      label: 'Missed heartbeats until dead',
      hint: 'deadHeartbeatThreshold.',
      kind: 'integer',
    },
    {
      path: 'orphanCheckIntervalMs',
      label: 'Recovery interval',
      hint: 'orphanCheckIntervalMs. Takes precedence over the value under Scheduling.',
      kind: 'duration',
    },
  ],
};
