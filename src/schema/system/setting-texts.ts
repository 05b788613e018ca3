/** Descriptions of the settings, shared by the types that read them and the inputs that change them. */
export const SETTING_TEXTS = {
  scheduler: {
    enabled: 'Whether schedules run. If false, due slots are recorded as skipped and active runs continue.',
    timezone: 'Default IANA time zone for schedules without one. Defaults to America/New_York.',
    checkInterval:
      'Longest time between two checks for due schedules, from 1 second to 1 day. Defaults to 60 seconds.',
    misfireThreshold:
      'How late a slot can be claimed before it counts as missed and the misfire policy applies, up to 1 day. Defaults to 5 seconds.',
    maxExpansion: 'Maximum number of jobs of one run, from 1 to 10,000,000. Defaults to 100,000.',
    attemptTimeout:
      'Time limit for one attempt if neither schedule nor agent sets one, from 1 second to 1 day. Defaults to 1 hour.',
    maxAttemptDuration:
      'Time after which an attempt fails even if it keeps reporting progress, from 1 second to 24 days. Defaults to 1 day.',
    endJobsOfDeadAgents:
      'Whether accepted attempts fail with `AGENT_LOST` when the heartbeats of their agent stop. Agents that never sent a heartbeat are not affected. Defaults to true.',
    maxQueueTime:
      'How long a released job may wait to start if neither step, schedule nor agent sets a limit, from 1 second to 24 days. Null, the default, sets no limit.',
    orphanCheckInterval:
      'How often recovery looks for interrupted work, from 1 second to 1 day. Defaults to 5 minutes.',
    shutdownGrace:
      'How long a stopping worker waits for calls in progress, up to 1 hour. Defaults to 30 seconds.',
    historyMaxAge:
      'How long ended runs and their jobs are kept, from 1 hour to 3,650 days. The newest run of a schedule is kept longer. Defaults to 30 days.',
    auditMaxAge: 'How long audit entries are kept, from 1 day to 3,650 days. Defaults to 365 days.',
  },
  httpClient: {
    timeout: 'Time limit for one HTTP request if the agent sets none, up to 1 day. Defaults to 5 minutes.',
    maxConcurrentRequests:
      'Maximum number of requests to agents at once, per worker, from 1 to 10,000. Defaults to 50.',
    retryConfig: 'Retry policy if neither schedule nor agent sets one.',
    connectionPool: 'Connections of a worker to agents.',
    circuitBreaker: 'Circuit breakers of agents’ addresses.',
  },
  retry: {
    maxRetries: 'Maximum number of retries, from 0 to 100. Defaults to 3.',
    backoff: 'How the delay between retries grows.',
  },
  backoff: {
    type: 'How the delay grows from retry to retry. Defaults to `EXPONENTIAL`.',
    delay: 'Base delay, up to 1 day. Defaults to 5 seconds.',
  },
  connectionPool: {
    maxSockets:
      'Maximum number of connections of a worker to one origin, from 1 to 10,000. A value below `maxConcurrentRequests` also limits the calls a worker makes at once. The default, 100, sets no limit.',
    keepAlive: 'Whether connections are reused. Defaults to true.',
  },
  circuitBreaker: {
    enabled: 'Whether circuit breakers are used. Defaults to true.',
    failureThreshold: 'Number of consecutive failures that opens a circuit, from 1 to 1,000. Defaults to 5.',
    coolDown:
      'Time from opening a circuit to the first probe, from 100 ms to 1 hour. Each failed probe doubles it. Defaults to 10 seconds.',
    maxCoolDown: 'Longest time between probes, from 100 ms to 1 day. Defaults to 5 minutes.',
  },
  batches: {
    batchSize: 'Number of jobs in a batch, from 1 to 10,000. Defaults to 10.',
    staggerDelay: 'Pause between batches, up to 1 day. Defaults to 1 second.',
  },
  monitoring: {
    enabled: 'Whether notifications are sent. Defaults to true.',
    notifyOnFailure: 'Whether failed jobs and runs are reported. Defaults to true.',
    notificationChannels:
      'Names of the channels that notifications use, at most 20. Defaults to "email" and "slack".',
    jobWaitThreshold:
      'Jobs that wait longer than this are reported, from 1 minute to 24 days. Defaults to 10 minutes.',
  },
  webhooks: {
    maxBodyBytes:
      'Maximum size of the body of a webhook call, in bytes, up to 26,214,400 (25 MiB). Defaults to 1,048,576 (1 MiB).',
  },
} as const;
