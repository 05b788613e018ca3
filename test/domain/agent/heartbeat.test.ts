import { expect, test } from 'vitest';
import { assessHeartbeat } from '../../../src/domain/agent/heartbeat.js';
import { engineSettings } from '../../../src/domain/config/engine-config.js';
import { DEFAULT_SCHEDULER_CONFIG } from '../../../src/domain/config/scheduler-config.js';

const now = new Date('2026-03-01T12:00:00Z');
const ago = (ms: number) => new Date(now.getTime() - ms);
const settings = engineSettings(
  { heartbeatIntervalMs: 10_000, deadHeartbeatThreshold: 3 },
  DEFAULT_SCHEDULER_CONFIG,
);

test.each([
  [null, 'never'],
  [ago(0), 'alive'],
  [ago(10_000), 'alive'],
  [ago(10_001), 'late'],
  [ago(30_000), 'late'],
  [ago(30_001), 'dead'],
  [ago(-5_000), 'alive'],
] as const)('an agent with a last heartbeat at %s is %s', (lastHeartbeat, status) => {
  expect(assessHeartbeat(lastHeartbeat, now, settings)).toBe(status);
});

test('one missed heartbeat is enough if the threshold is 1', () => {
  expect(assessHeartbeat(ago(10_001), now, { ...settings, deadHeartbeatThreshold: 1 })).toBe('dead');
});
