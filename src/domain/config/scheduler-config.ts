/** Reads and validates the settings of {@link SCHEDULER_SETTINGS}, as stored and as given. */
import type { Issue } from '../issue.js';
import { issuesOf, parseLeniently } from '../parse-leniently.js';
import type { RetryConfig } from '../retry/retry.js';
import { SCHEDULER_SETTINGS } from './scheduler-settings.js';
import { schemaOf, type ValueOf } from './setting.js';

const schema = schemaOf(SCHEDULER_SETTINGS);

export type SchedulerConfig = ValueOf<typeof SCHEDULER_SETTINGS>;

/** The settings that apply if nothing is stored. */
export const DEFAULT_SCHEDULER_CONFIG: SchedulerConfig = schema.parse({});

/**
 * Concurrent calls of one worker. A call that waits for a socket would use up its own deadline, so fewer
 * sockets mean fewer calls. The default number of sockets means no limit: with more concurrent calls there
 * are as many sockets.
 */
export function callsAtOnce(maxConcurrent: number, maxSockets: number): number {
  const isDefault = maxSockets === DEFAULT_SCHEDULER_CONFIG.httpClient.connectionPool.maxSockets;
  return isDefault ? maxConcurrent : Math.min(maxConcurrent, maxSockets);
}

/**
 * Reads the stored value, which may have been written by SQL. Missing and unusable settings take their
 * default. Each unusable or unknown one is listed in `issues`, by its path.
 */
export function parseSchedulerConfig(value: unknown): { config: SchedulerConfig; issues: Issue[] } {
  const { value: config, issues } = parseLeniently(schema, value ?? {});
  return { config: config ?? DEFAULT_SCHEDULER_CONFIG, issues };
}

/**
 * Strict validation, for a change. Returns everything that is wrong with the given settings; missing ones
 * take their defaults.
 */
export function validateSchedulerConfig(
  value: unknown,
): { kind: 'ok'; config: SchedulerConfig } | { kind: 'error'; issues: Issue[] } {
  const parsed = schema.safeParse(value);
  if (parsed.success) return { kind: 'ok', config: parsed.data };
  return { kind: 'error', issues: issuesOf(parsed.error, schema) };
}

/** The default that `resolveRetry` falls back to, in the form that schedules and agents use. */
export function configuredRetry({ httpClient: { retryConfig } }: SchedulerConfig): RetryConfig {
  const { maxRetries, backoff } = retryConfig;
  return { maxRetries, backoff: backoff.type, delay: backoff.delay };
}
