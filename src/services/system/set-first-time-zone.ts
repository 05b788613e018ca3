import type { Queryable } from '../../db/system/queryable.js';
import { toJsonb } from '../../db/system/to-jsonb.js';
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
  if (timezone !== undefined)
    await client.query(
      `INSERT INTO "AgentConfig" (key, value) SELECT 'scheduler', $1::jsonb WHERE NOT EXISTS (SELECT FROM "Schedule")
       ON CONFLICT (key) DO NOTHING`,
      [toJsonb({ scheduler: { timezone } })],
    );
  const { scheduler } = await readSchedulerConfig(client);
  if (timezone !== undefined && scheduler.timezone !== timezone)
    logger.info(
      'config.timezone_kept',
      { timezone: scheduler.timezone, given: timezone },
      `CALLBOARD_TIMEZONE sets the default time zone only at the first start. It remains ${scheduler.timezone}; an admin can change it on the Settings page`,
    );
  return scheduler.timezone;
}
