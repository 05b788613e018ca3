/**
 * How the engine goes about its work: `AgentConfig`, key `engine`. Names and defaults are Genie's and Cronicorn's; each, when
 * set, wins over the setting of the scheduler that means the same. All are optional, in milliseconds unless they say otherwise.
 */
import { z } from 'zod';
import type { Issue } from '../issue.js';
import { issuesOf, parseLeniently } from '../parse-leniently.js';
import type { SchedulerConfig } from './scheduler-config.js';

const SECOND = 1_000;
const HOUR = 3_600 * SECOND;
const DAY = 24 * HOUR;

const whole = (min: number, max: number) => {
  const message = `must be a whole number from ${min} to ${max}`;
  return z.number(message).int(message).min(min, message).max(max, message).optional();
};

const schema = z.strictObject({
  /** Due schedules are looked for at least this often, whatever woke the engine or did not. Wins over `scheduler.checkInterval`. */
  pollIntervalMs: whole(SECOND, DAY),
  /** Requests to agents under way at once, per worker. Wins over `httpClient.maxConcurrentRequests`; `CALLBOARD_MAX_CONCURRENT` wins over both. */
  maxConcurrent: whole(1, 10_000),
  /** After downtime, late schedules claimed together are spread over this. */
  maxJitterMs: whole(0, HOUR),
  /** Late schedules claimed together before they are spread; a count. */
  jitterThreshold: whole(0, 100_000),
  /** How often agents are expected to write `lastHeartbeat`, and how often workers store a snapshot of their machine. */
  heartbeatIntervalMs: whole(SECOND, DAY),
  /** How often everything is checked for work that got lost. Wins over `scheduler.orphanCheckInterval`. */
  orphanCheckIntervalMs: whole(SECOND, DAY),
  /** Heartbeats that an agent misses before it counts as dead; a count. */
  deadHeartbeatThreshold: whole(1, 1_000),
  /** Schedules claimed in one transaction; a count. */
  claimBatchSize: whole(1, 10_000),
  /** How long a worker that is not heard of keeps what it holds: its lease, renewed every third of this. */
  lockTtlMs: whole(3 * SECOND, HOUR),
});

/** Their names. */
export const ENGINE_SETTINGS = Object.keys(schema.shape) as readonly (keyof EngineConfig)[];

/** What is set. */
export type EngineConfig = z.output<typeof schema>;

/** What is in force. */
export type EngineSettings = Required<{ [Name in keyof EngineConfig]: number }>;

/** Reads the stored value, which anybody may have written by SQL: what is unusable counts as not set, and is told in `issues`. */
export function parseEngineConfig(value: unknown): { config: EngineConfig; issues: Issue[] } {
  const { value: config, issues } = parseLeniently(schema, value ?? {});
  return { config: config ?? {}, issues };
}

/** The strict form, for a change. */
export function validateEngineConfig(
  value: unknown,
): { kind: 'ok'; config: EngineConfig } | { kind: 'error'; issues: Issue[] } {
  const parsed = schema.safeParse(value);
  if (parsed.success) return { kind: 'ok', config: parsed.data };
  return { kind: 'error', issues: issuesOf(parsed.error, schema) };
}

/** What is set, over what the scheduler's settings say, over the defaults. */
export function engineSettings(
  set: EngineConfig,
  { scheduler, httpClient }: SchedulerConfig,
): EngineSettings {
  return {
    pollIntervalMs: set.pollIntervalMs ?? scheduler.checkInterval,
    maxConcurrent: set.maxConcurrent ?? httpClient.maxConcurrentRequests,
    maxJitterMs: set.maxJitterMs ?? 30 * SECOND,
    jitterThreshold: set.jitterThreshold ?? 3,
    heartbeatIntervalMs: set.heartbeatIntervalMs ?? 60 * SECOND,
    orphanCheckIntervalMs: set.orphanCheckIntervalMs ?? scheduler.orphanCheckInterval,
    deadHeartbeatThreshold: set.deadHeartbeatThreshold ?? 2,
    claimBatchSize: set.claimBatchSize ?? 500,
    lockTtlMs: set.lockTtlMs ?? 30 * SECOND,
  };
}
