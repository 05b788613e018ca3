import { measureQueue } from '../../db/system/measure/measure-queue.js';
import { countExpiredLeases, measureFleet } from '../../db/workers/count-workers.js';
import type { Pool } from '../../runtime/database/pool.js';
import { readScheduleAlerts } from '../../services/schedules/read-schedule-alerts.js';
import { readSchedulerConfig } from '../../services/system/read-settings.js';
import { type Finding, fine, problem, warning } from './finding.js';

const MOST_COUNTED = 10_000;
/** Limit on schedules named in a message. */
const NAMES = 5;

/** Checks whether workers are running, and whether work is stuck. */
export async function checkWork(pool: Pool): Promise<Finding[]> {
  const [fleet, config, alerts, queue, expired] = await Promise.all([
    measureFleet(pool),
    readSchedulerConfig(pool),
    readScheduleAlerts({ pool }),
    measureQueue(pool, MOST_COUNTED),
    countExpiredLeases(pool),
  ]);
  return [
    checkFleet(fleet),
    config.scheduler.enabled
      ? fine('scheduler', 'The scheduler is enabled.')
      : warning(
          'scheduler',
          'The scheduler is disabled: due slots are skipped.',
          'Enable it on the Settings page.',
        ),
    checkAlerts(alerts),
    checkLeases(expired),
    checkWaiting(queue, config.monitoring.jobWaitThreshold),
  ];
}

function checkFleet({ alive, claiming, lastSeenAt }: Awaited<ReturnType<typeof measureFleet>>): Finding {
  if (claiming > 0) return fine('workers', `${claiming} worker${claiming === 1 ? ' is' : 's are'} running.`);
  if (alive > 0)
    return problem(
      'workers',
      'All workers are draining and take no new work.',
      'Start a worker: "callboard worker".',
    );
  const since = lastSeenAt ? `; one was last seen at ${lastSeenAt.toISOString()}` : '';
  return problem('workers', `No worker is running${since}.`, 'Start one: "callboard worker".');
}

function checkAlerts(alerts: Awaited<ReturnType<typeof readScheduleAlerts>>): Finding {
  if (alerts.length === 0) return fine('schedules', 'No schedule is overdue or blocked.');
  const names = alerts.slice(0, NAMES).map(({ scheduleName, message }) => `${scheduleName}: ${message}`);
  const more = alerts.length > NAMES ? [`and ${alerts.length - NAMES} more`] : [];
  return problem(
    'schedules',
    [`Schedules that should run but do not: ${alerts.length}.`, ...names, ...more].join('\n  '),
    'Follow what each message says; the Overview page lists them all.',
  );
}

function checkLeases(expired: number): Finding {
  return expired === 0
    ? fine('leases', 'No attempt belongs to a worker whose lease has expired.')
    : problem(
        'leases',
        `Attempts of workers whose lease has expired: ${expired}.`,
        'A running worker takes them over within seconds. If they stay, restart a worker and read its log.',
      );
}

function checkWaiting(
  { depth, oldestReadyMs }: Awaited<ReturnType<typeof measureQueue>>,
  thresholdMs: number,
): Finding {
  if (oldestReadyMs < thresholdMs) return fine('waiting jobs', `Jobs waiting to be sent: ${depth}.`);
  return warning(
    'waiting jobs',
    `Jobs waiting to be sent: ${depth}, the oldest for ${Math.round(oldestReadyMs / 60_000)} minutes.`,
    'Start more workers, or raise the limits of the agents. A waiting job says why it waits.',
  );
}
