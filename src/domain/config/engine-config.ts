/**
 * Engine settings, stored in `AgentConfig` under `engine`. Names and defaults are those of other
 * schedulers. Each one that is set overrides the scheduler setting with the same meaning. All are
 * optional, and in milliseconds unless they say otherwise.
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
  /**
   * Workers check for due schedules at least this often, whatever wakes them. Overrides
   * `scheduler.checkInterval`.
   */
  pollIntervalMs: whole(SECOND, DAY),
  /**
   * Concurrent requests to agents per worker. Overrides `httpClient.maxConcurrentRequests`;
   * `CALLBOARD_MAX_CONCURRENT` overrides both.
   */
  maxConcurrent: whole(1, 10_000),
  /** After downtime, late schedules that are claimed together are spread over this time. */
  maxJitterMs: whole(0, HOUR),
  /** The number of late schedules claimed together above which they are spread; a count. */
  jitterThreshold: whole(0, 100_000),
  /**
   * How often agents are expected to send heartbeats, and how often workers store a snapshot of their
   * machine.
   */
  heartbeatIntervalMs: whole(SECOND, DAY),
  /** How often workers check everything for orphaned work. Overrides `scheduler.orphanCheckInterval`. */
  orphanCheckIntervalMs: whole(SECOND, DAY),
  /** Missed heartbeats after which an agent counts as dead; a count. */
  deadHeartbeatThreshold: whole(1, 1_000),
  /** Schedules claimed in one transaction; a count. */
  claimBatchSize: whole(1, 10_000),
  /**
   * The lease of a worker: how long it keeps what it claimed without renewing. It renews every third of this
   * time.
   */
  lockTtlMs: whole(3 * SECOND, HOUR),
});

/** The names of the settings. */
export const ENGINE_SETTINGS = Object.keys(schema.shape) as readonly (keyof EngineConfig)[];

/** The settings that are set. */
export type EngineConfig = z.output<typeof schema>;

/** The settings in effect. */
export type EngineSettings = Required<{ [Name in keyof EngineConfig]: number }>;

/**
 * Reads the stored value, which anybody may have written by SQL. Unusable settings count as not set and are
 * listed in `issues`.
 */
export function parseEngineConfig(value: unknown): { config: EngineConfig; issues: Issue[] } {
  const { value: config, issues } = parseLeniently(schema, value ?? {});
  return { config: config ?? {}, issues };
}

/** Strict validation, for a change. */
export function validateEngineConfig(
  value: unknown,
): { kind: 'ok'; config: EngineConfig } | { kind: 'error'; issues: Issue[] } {
  const parsed = schema.safeParse(value);
  if (parsed.success) return { kind: 'ok', config: parsed.data };
  return { kind: 'error', issues: issuesOf(parsed.error, schema) };
}

/** Resolves each setting: the engine setting, otherwise the scheduler setting, otherwise the default. */
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
