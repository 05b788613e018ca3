import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  configuredRetry,
  DEFAULT_SCHEDULER_CONFIG,
  parseSchedulerConfig,
  validateSchedulerConfig,
} from '../../../src/domain/config/scheduler-config.js';

test('the defaults are those of the reference, plus ours', () => {
  expect(DEFAULT_SCHEDULER_CONFIG).toEqual({
    scheduler: {
      enabled: true,
      timezone: 'America/New_York',
      checkInterval: 60_000,
      misfireThreshold: 5_000,
      maxExpansion: 100_000,
      attemptTimeout: 3_600_000,
      maxQueueTime: null,
      endJobsOfDeadAgents: true,
      maxAttemptDuration: 86_400_000,
      orphanCheckInterval: 300_000,
      shutdownGrace: 30_000,
      historyMaxAge: 30 * 24 * 3_600_000,
      auditMaxAge: 365 * 24 * 3_600_000,
    },
    httpClient: {
      timeout: 300_000,
      maxConcurrentRequests: 50,
      retryConfig: { maxRetries: 3, backoff: { type: 'exponential', delay: 5_000 } },
      connectionPool: { maxSockets: 100, keepAlive: true },
      circuitBreaker: { enabled: true, failureThreshold: 5, coolDown: 10_000, maxCoolDown: 300_000 },
    },
    defaultBatchProcessing: { batchSize: 10, staggerDelay: 1_000 },
    monitoring: {
      enabled: true,
      notifyOnFailure: true,
      jobWaitThreshold: 600_000,
      notificationChannels: ['email', 'slack'],
    },
    webhooks: { maxBodyBytes: 1_048_576 },
  });
  expect(parseSchedulerConfig(undefined)).toEqual({ config: DEFAULT_SCHEDULER_CONFIG, issues: [] });
  expect(configuredRetry(DEFAULT_SCHEDULER_CONFIG)).toEqual({
    maxRetries: 3,
    backoff: 'exponential',
    delay: 5_000,
  });
});

test('valid settings are kept beside invalid ones', () => {
  const { config, issues } = parseSchedulerConfig({
    scheduler: { timezone: 'Nowhere', checkInterval: '30s', enabled: false, cron: true },
    httpClient: {
      retryConfig: { backoff: { type: 'sometimes', delay: 10 }, maxRetries: 1 },
      connectionPool: 7,
    },
    defaultBatchProcessing: null,
  });
  expect(config.scheduler).toEqual({
    ...DEFAULT_SCHEDULER_CONFIG.scheduler,
    checkInterval: 30_000,
    enabled: false,
  });
  expect(config.httpClient.retryConfig).toEqual({
    maxRetries: 1,
    backoff: { type: 'exponential', delay: 10 },
  });
  expect(config.httpClient.connectionPool).toEqual(DEFAULT_SCHEDULER_CONFIG.httpClient.connectionPool);
  expect(issues.map(({ path }) => path.join('.')).sort()).toEqual([
    'defaultBatchProcessing',
    'httpClient.connectionPool',
    'httpClient.retryConfig.backoff.type',
    'scheduler.cron',
    'scheduler.timezone',
  ]);
});

test('any stored value gives a valid configuration', () => {
  const anything = fc.jsonValue();
  const similar = fc.record(
    { scheduler: anything, httpClient: fc.record({ retryConfig: anything, timeout: anything }) },
    { requiredKeys: [] },
  );
  fc.assert(
    fc.property(fc.oneof(anything, similar), (stored) => {
      const { config } = parseSchedulerConfig(stored);
      expect(validateSchedulerConfig(config)).toEqual({ kind: 'ok', config });
    }),
  );
});
