import type { SchedulerConfig } from '../domain/config/scheduler-config.js';
import type { Logger } from '../runtime/telemetry/logger.js';
import type { DeliverDeps } from '../services/notifications/deliver-notifications.js';

export interface WatchOptions extends DeliverDeps {
  logger: Logger;
  /** The settings in effect. */
  config(): Promise<SchedulerConfig>;
}
