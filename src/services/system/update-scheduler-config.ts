import { beginZoneChange } from '../../db/schedules/zone-change.js';
import { lockConfigValue, writeConfigValue } from '../../db/system/config-values.js';
import {
  parseSchedulerConfig,
  type SchedulerConfig,
  validateSchedulerConfig,
} from '../../domain/config/scheduler-config.js';
import { isObject } from '../../domain/json.js';
import { withTransaction } from '../../runtime/database/pool.js';
import { replanZone } from '../schedules/plan/replan-zone.js';
import { invalid, invalidAt, ok } from './result.js';
import type { UseCase } from './use-case.js';

/** How long a change of the zone waits for schedules to be planned again. */
const REPLAN_HERE_MS = 1_000;

/**
 * Changes the given settings, at any depth, and leaves the rest. Null resets a setting to its
 * default. Takes effect without a restart. If the default zone changes, schedules without a zone of
 * their own are planned again: the first ones here, the rest by the engine right after.
 */
export const updateSchedulerConfig: UseCase<unknown, { config: SchedulerConfig }> = async (
  deps,
  actor,
  patch,
) => {
  if (!isObject(patch)) return invalidAt([], 'must be an object of settings');
  // Validated separately first, so that a mistake in the patch is reported whatever is stored.
  const given = validateSchedulerConfig(merge({}, patch));
  if (given.kind === 'error') return invalid(given.issues);
  const config = await withTransaction(deps.pool, async (client) => {
    const before = parseSchedulerConfig(await lockConfigValue(client, 'scheduler')).config;
    const { config } = parseSchedulerConfig(merge(before, patch));
    await writeConfigValue(client, 'scheduler', config, actor);
    if (config.scheduler.timezone !== before.scheduler.timezone)
      await beginZoneChange(client, before.scheduler.timezone);
    return config;
  });
  await replanZone(deps, REPLAN_HERE_MS);
  deps.logger.info('config.updated', { key: 'scheduler', settings: Object.keys(patch), actor: actor.id });
  return ok({ config });
};

/** Objects are merged, everything else is replaced; null removes a key. */
function merge(base: Record<string, unknown>, patch: Record<string, unknown>): Record<string, unknown> {
  const merged = { ...base };
  for (const [key, value] of Object.entries(patch)) {
    const current = Object.hasOwn(base, key) ? base[key] : undefined;
    if (value === null) delete merged[key];
    else if (value !== undefined) {
      const next = isObject(value) ? merge(isObject(current) ? current : {}, value) : value;
      // Defined, not assigned, so that "__proto__" from JSON is an ordinary key and refused as unknown.
      Object.defineProperty(merged, key, {
        value: next,
        enumerable: true,
        configurable: true,
        writable: true,
      });
    }
  }
  return merged;
}
