import { expect, test } from 'vitest';
import {
  ENGINE_SETTINGS,
  engineSettings,
  parseEngineConfig,
  validateEngineConfig,
} from '../../../src/domain/config/engine-config.js';
import { parseSchedulerConfig } from '../../../src/domain/config/scheduler-config.js';

const { config: scheduler } = parseSchedulerConfig({
  scheduler: { checkInterval: 7_000, orphanCheckInterval: 8_000 },
  httpClient: { maxConcurrentRequests: 9 },
});

test('a value that is not set comes from the scheduler settings, otherwise it is the default', () => {
  expect(engineSettings({}, scheduler)).toEqual({
    pollIntervalMs: 7_000,
    maxConcurrent: 9,
    maxJitterMs: 30_000,
    jitterThreshold: 3,
    heartbeatIntervalMs: 60_000,
    orphanCheckIntervalMs: 8_000,
    deadHeartbeatThreshold: 2,
    claimBatchSize: 500,
    lockTtlMs: 30_000,
  });
});

test('set values win, each on its own', () => {
  for (const { name } of ENGINE_SETTINGS) {
    const settings = engineSettings({ [name]: 4_321 }, scheduler);
    expect(settings).toEqual({ ...engineSettings({}, scheduler), [name]: 4_321 });
  }
});

test('a stored value that cannot be used counts as not set, and is reported', () => {
  const { config, issues } = parseEngineConfig({ lockTtlMs: 10, maxConcurrent: 5, pollIntervall: 5_000 });
  expect(config).toEqual({ maxConcurrent: 5 });
  expect(issues).toHaveLength(2);
  expect(issues).toContainEqual({
    path: ['pollIntervall'],
    message: expect.stringMatching(/pollIntervalMs/),
  });
  expect(issues).toContainEqual({ path: ['lockTtlMs'], message: expect.stringMatching(/3,000/) });
  for (const nonsense of [null, 'x', 7, []]) expect(parseEngineConfig(nonsense).config).toEqual({});
});

test.each([
  { maxConcurrent: 0 },
  { maxConcurrent: 1.5 },
  { pollIntervalMs: '5s' },
  { jitterThreshold: -1 },
  { deadHeartbeatThreshold: 0 },
  { claimBatchSize: 10_001 },
])('a change to %j is refused by name', (change) => {
  const result = validateEngineConfig(change);
  expect(result).toMatchObject({ kind: 'error', issues: [{ path: Object.keys(change) }] });
});
