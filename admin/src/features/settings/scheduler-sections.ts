import type { Setting } from './setting.js';

export interface Section {
  /** In the URL, after #. */
  id: string;
  title: string;
  about?: string;
  settings: readonly Setting[];
}

const ZONES = () => Intl.supportedValuesOf('timeZone');

/** All of the orchestrator's settings, as `updateSchedulerConfig` takes them. */
export const SCHEDULER_SECTIONS: readonly Section[] = [
  {
    id: 'scheduling',
    title: 'Scheduling',
    settings: [
      {
        path: 'scheduler.enabled',
        label: 'Schedules fire',
        hint: 'Off: due slots are recorded as skipped, for all schedules. What is running goes on.',
        kind: 'boolean',
        warning: (isOn) => (isOn ? undefined : 'No schedule fires.'),
      },
      {
        path: 'scheduler.timezone',
        label: 'Time zone',
        hint: 'Of schedules that name none. They are planned anew when it changes.',
        kind: 'text',
        suggestions: ZONES,
      },
      {
        path: 'scheduler.misfireThreshold',
        label: 'Late after',
        hint: 'A slot found later than this is late: the misfire policy of its schedule decides.',
        kind: 'duration',
      },
      {
        path: 'scheduler.checkInterval',
        label: 'Look for due schedules every',
        hint: 'A safety net only: workers wake by themselves when a slot is due.',
        kind: 'duration',
      },
      {
        path: 'scheduler.orphanCheckInterval',
        label: 'Look for lost work every',
        hint: 'Everything is checked for what a crash may have left behind.',
        kind: 'duration',
      },
      {
        path: 'scheduler.maxExpansion',
        label: 'Largest expansion',
        hint: 'An execution that would create more jobs fails before it creates one.',
        kind: 'integer',
        unit: 'jobs',
      },
    ],
  },
  {
    id: 'attempts',
    title: 'Attempts',
    about: 'Of a job, where neither schedule nor agent say otherwise.',
    settings: [
      {
        path: 'scheduler.attemptTimeout',
        label: 'Timeout',
        hint: 'From the first send to the reported end; progress begins it anew.',
        kind: 'duration',
      },
      {
        path: 'scheduler.maxAttemptDuration',
        label: 'Longest attempt',
        hint: 'However much progress is reported.',
        kind: 'duration',
      },
      {
        path: 'scheduler.maxQueueTime',
        label: 'Longest wait in the queue',
        hint: 'From a job’s release to its start; then it fails with QUEUE_TIMEOUT. Empty: as long as it takes.',
        kind: 'duration',
      },
      {
        path: 'scheduler.endJobsOfDeadAgents',
        label: 'End attempts of dead agents',
        hint: 'An attempt that an agent accepted fails as AGENT_LOST when the heartbeats of the agent stop. Agents that never sent one are left alone.',
        kind: 'boolean',
      },
      {
        path: 'scheduler.shutdownGrace',
        label: 'Grace when a worker stops',
        hint: 'How long what is in flight may take to finish.',
        kind: 'duration',
      },
    ],
  },
  {
    id: 'calls',
    title: 'Calls to agents',
    settings: [
      {
        path: 'httpClient.timeout',
        label: 'Answer within',
        hint: 'Of one HTTP exchange, where the agent does not say otherwise.',
        kind: 'duration',
      },
      {
        path: 'httpClient.maxConcurrentRequests',
        label: 'Requests at once',
        hint: 'Per worker. CALLBOARD_MAX_CONCURRENT of a worker wins.',
        kind: 'integer',
      },
      {
        path: 'httpClient.connectionPool.maxSockets',
        label: 'Connections to one address',
        hint: 'Per worker. A lower value than Requests at once also caps the requests at once.',
        kind: 'integer',
      },
      {
        path: 'httpClient.connectionPool.keepAlive',
        label: 'Keep connections open',
        hint: 'For the next request.',
        kind: 'boolean',
      },
    ],
  },
  {
    id: 'retries',
    title: 'Retries',
    about: 'Where neither step, schedule nor agent have a policy.',
    settings: [
      {
        path: 'httpClient.retryConfig.maxRetries',
        label: 'Retries',
        hint: 'After the first attempt; what fails then is a dead letter.',
        kind: 'integer',
      },
      {
        path: 'httpClient.retryConfig.backoff.type',
        label: 'Wait',
        hint: 'Before retry n: delay × 2ⁿ⁻¹, delay × n, or delay.',
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
        hint: 'At most one hour comes of it.',
        kind: 'duration',
      },
    ],
  },
  {
    id: 'circuits',
    title: 'Circuit breaker',
    about:
      'When nobody answers at an agent’s address, its jobs wait, and one at a time is sent to see whether it is back.',
    settings: [
      {
        path: 'httpClient.circuitBreaker.enabled',
        label: 'Circuits open',
        hint: 'Off: jobs go on failing one by one.',
        kind: 'boolean',
      },
      {
        path: 'httpClient.circuitBreaker.failureThreshold',
        label: 'Failures in a row',
        hint: 'That open it.',
        kind: 'integer',
      },
      {
        path: 'httpClient.circuitBreaker.coolDown',
        label: 'First probe after',
        hint: 'Doubled with each probe that fails.',
        kind: 'duration',
      },
      {
        path: 'httpClient.circuitBreaker.maxCoolDown',
        label: 'Longest wait for a probe',
        hint: 'However many have failed.',
        kind: 'duration',
      },
    ],
  },
  {
    id: 'batches',
    title: 'Batches',
    about: 'Of expanded jobs, where the data source says nothing else.',
    settings: [
      {
        path: 'defaultBatchProcessing.batchSize',
        label: 'Jobs in a batch',
        hint: 'Inside a batch all run in parallel.',
        kind: 'integer',
      },
      {
        path: 'defaultBatchProcessing.staggerDelay',
        label: 'Pause between batches',
        hint: 'After the last of a batch was answered.',
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
        label: 'Watch and tell',
        hint: 'Schedules, jobs and workers.',
        kind: 'boolean',
        warning: (isOn) => (isOn ? undefined : 'Nobody is told of anything.'),
      },
      {
        path: 'monitoring.notifyOnFailure',
        label: 'Tell of failures',
        hint: 'Dead letters, jobs and executions that failed.',
        kind: 'boolean',
      },
      {
        path: 'monitoring.jobWaitThreshold',
        label: 'Report jobs that wait longer than',
        hint: 'Once for each agent, with the reason.',
        kind: 'duration',
      },
      {
        path: 'monitoring.notificationChannels',
        label: 'Channels in use',
        hint: 'Their names, separated by commas. They are set up under Notifications.',
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
        label: 'Largest body',
        hint: 'Of one call, at most 25 MiB; what is larger is refused with 413.',
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
        hint: 'Executions that have ended, with their jobs. Schedules may keep fewer by limits of their own.',
        kind: 'duration',
      },
      {
        path: 'scheduler.auditMaxAge',
        label: 'Keep the audit for',
        hint: 'Who did what.',
        kind: 'duration',
      },
    ],
  },
];

/** Under the names that Genie and Cronicorn use; empty ones follow the settings above, and the defaults. */
export const ENGINE_SECTION: Section = {
  id: 'engine',
  title: 'Engine',
  about:
    'How workers go about their work. What is left empty follows the settings above and the defaults; what is set wins over them.',
  settings: [
    {
      path: 'pollIntervalMs',
      label: 'Look for due schedules every',
      hint: 'pollIntervalMs. Wins over the one under Scheduling.',
      kind: 'duration',
    },
    {
      path: 'claimBatchSize',
      label: 'Schedules claimed together',
      hint: 'claimBatchSize: in one transaction.',
      kind: 'integer',
    },
    {
      path: 'jitterThreshold',
      label: 'Spread late schedules from',
      hint: 'jitterThreshold: more than so many claimed at once, after downtime.',
      kind: 'integer',
    },
    {
      path: 'maxJitterMs',
      label: 'Spread them over',
      hint: 'maxJitterMs.',
      kind: 'duration',
    },
    {
      path: 'maxConcurrent',
      label: 'Requests at once',
      hint: 'maxConcurrent, per worker. Wins over the one under Calls to agents.',
      kind: 'integer',
    },
    {
      path: 'lockTtlMs',
      label: 'Lease of a worker',
      hint: 'lockTtlMs: one that is not heard of for so long loses what it holds. Renewed every third of it.',
      kind: 'duration',
    },
    {
      path: 'heartbeatIntervalMs',
      label: 'Heartbeats every',
      hint: 'heartbeatIntervalMs: expected of agents that write them; workers store a snapshot of their machine as often.',
      kind: 'duration',
    },
    {
      path: 'deadHeartbeatThreshold',
      label: 'Dead after missed heartbeats',
      hint: 'deadHeartbeatThreshold.',
      kind: 'integer',
    },
    {
      path: 'orphanCheckIntervalMs',
      label: 'Look for lost work every',
      hint: 'orphanCheckIntervalMs. Wins over the one under Scheduling.',
      kind: 'duration',
    },
  ],
};
