import { loadConfigValue } from '../../db/system/load-config-value.js';
import { parseSchedulerConfig, type SchedulerConfig } from '../../domain/config/scheduler-config.js';
import type { Issue } from '../../domain/issue.js';
import type { Actor, ServiceDeps } from '../access/context.js';

/**
 * The settings in effect. `issues` names stored values (written by SQL) that are unusable, for which the
 * defaults apply.
 */
export async function getSchedulerConfig(
  deps: ServiceDeps,
  _actor: Actor,
): Promise<{ config: SchedulerConfig; issues: Issue[] }> {
  return parseSchedulerConfig(await loadConfigValue(deps.pool, 'scheduler'));
}
