import { insertFirstConfigValue } from '../../db/system/config-values.js';
import type { Queryable } from '../../db/system/queryable.js';
import type { Logger } from '../../runtime/telemetry/logger.js';
import { readSchedulerConfig } from './read-settings.js';

/**
 * On start: stores the default time zone in a database without schedules and settings. Later it
 * changes nothing, because a changed zone moves schedules, which is the decision of an admin.
 * @returns the default time zone in effect
 */
export async function setFirstTimeZone(
  client: Queryable,
  timezone: string | undefined,
  logger: Logger,
): Promise<string> {
  if (timezone !== undefined) await insertFirstConfigValue(client, 'scheduler', { scheduler: { timezone } });
  const { scheduler } = await readSchedulerConfig(client);
  if (timezone !== undefined && scheduler.timezone !== timezone)
    logger.info(
      'config.timezone_kept',
      { timezone: scheduler.timezone, given: timezone },
      `CALLBOARD_TIMEZONE sets the default time zone only at the first start. It remains ${scheduler.timezone}; an admin can change it on the Settings page`,
    );
  return scheduler.timezone;
}
