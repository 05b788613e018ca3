import { usageError } from '../cli-error.js';
import type { Client } from '../connection/client.js';
import { findSchedule } from '../find-target.js';
import { type Output, table } from '../output.js';
import { readCount, readDuration } from '../read-values.js';

interface PreviewOptions {
  schedule?: string;
  cron?: string;
  interval?: string;
  timezone?: string;
  /** As the user wrote it. */
  count: string;
}

interface Preview {
  timezone: string;
  occurrences: { at: string; fireAt: string }[];
  overdue: { firstAt: string; lastAt: string; count: number; runs: number } | null;
  transitions: { at: string; effect: string }[];
}

/** Prefix of the effect of a clock change that does not affect the schedule. */
const NO_EFFECT = 'No effect: ';

const QUERY = `query ($input: PreviewScheduleInput!, $count: Int!) {
  previewSchedule(input: $input, count: $count) { timezone occurrences { at fireAt } overdue { firstAt lastAt count runs } transitions { at effect } }
}`;

export async function previewSlots(client: Client, options: PreviewOptions, output: Output): Promise<void> {
  const count = readCount(options.count, '--count');
  const input = await inputOf(client, options);
  const { previewSchedule } = await client.request<{ previewSchedule: Preview }>(QUERY, { input, count });
  output.result(previewSchedule, () => describe(previewSchedule));
}

async function inputOf(
  client: Client,
  { schedule, cron, interval, timezone }: PreviewOptions,
): Promise<object> {
  const given = [schedule, cron, interval].filter((one) => one !== undefined);
  if (given.length !== 1) throw usageError('give one schedule, or use --cron or --interval');
  if (schedule !== undefined) return { scheduleId: (await findSchedule(client, schedule)).id, timezone };
  const every = interval === undefined ? undefined : readDuration(interval, '--interval');
  return { repeat: 'REPEATING', cronExpression: cron, interval: every, timezone };
}

/** Each slot in the zone of the schedule, and in UTC. */
function describe({ timezone, occurrences, overdue, transitions }: Preview): string {
  const local = new Intl.DateTimeFormat('en-GB', {
    timeZone: timezone,
    dateStyle: 'full',
    timeStyle: 'long',
  });
  const slots = occurrences.map(({ at }) => [local.format(new Date(at)), at]);
  const changes = transitions.filter(({ effect }) => !effect.startsWith(NO_EFFECT));
  const notes = changes.map(({ at, effect }) => `Clock change at ${at}: ${effect}`);
  const lines = slots.length === 0 ? 'There are no further slots.' : table(slots);
  const late = overdue ? [describeOverdue(overdue)] : [];
  return [`Time zone: ${timezone}`, ...late, lines, ...notes].join('\n');
}

function describeOverdue({ firstAt, lastAt, count, runs }: NonNullable<Preview['overdue']>): string {
  if (count === 1)
    return `Overdue: the slot at ${firstAt}. If a worker claims it now, it ${runs === 1 ? 'runs' : 'does not run'}.`;
  return `Overdue: ${count} slots from ${firstAt} to ${lastAt}. If a worker claims them now, ${runs} of them ${runs === 1 ? 'runs' : 'run'}.`;
}
