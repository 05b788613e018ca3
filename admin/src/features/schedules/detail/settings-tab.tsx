import { CodeBlock } from '../../../components/code/code-block.js';
import { ActionButton } from '../../../components/entity-actions.js';
import { type Fact, Facts } from '../../../components/facts/facts.js';
import { Time } from '../../../components/facts/time.js';
import { Who } from '../../../components/facts/who.js';
import { showRetry } from '../../../components/forms/draft.js';
import { waitsWords } from '../../../components/forms/retry-fields.js';
import { formatDuration, formatInstant } from '../../../lib/text/time.js';
import { timingWords } from '../timing-words.js';
import type { ShownSchedule } from './shown-schedule.js';
import type { ScheduleActions } from './use-schedule-actions.js';

/** All settings in effect, with explanations. */
export function SettingsTab({ schedule, actions }: { schedule: ShownSchedule; actions: ScheduleActions }) {
  const groups = [
    { title: 'Timing', facts: timingFacts(schedule) },
    { title: 'Limits', facts: limitFacts(schedule) },
    { title: 'Slots', facts: slotFacts(schedule) },
    { title: 'Delivery', facts: callFacts(schedule) },
    { title: 'History', facts: historyFacts(schedule) },
    { title: 'Labels and origin', facts: originFacts(schedule) },
  ];
  return (
    <div className="flex flex-col gap-5 px-4 py-3 md:px-6">
      {groups.map(({ title, facts }, index) => (
        <section
          key={title}
          aria-label={title}
          className="flex max-w-3xl flex-col gap-1 sm:[&_dl]:grid-cols-[10rem_minmax(0,1fr)]"
        >
          <div className="flex min-h-7 items-center justify-between">
            <h2 className="font-semibold">{title}</h2>
            {index === 0 && <ActionButton action={actions.edit} size="sm" />}
          </div>
          <Facts facts={facts} />
        </section>
      ))}
    </div>
  );
}

const none = (text: string) => <span className="text-muted">{text}</span>;
const code = (text: string) => <code className="font-mono text-xs">{text}</code>;

function timingFacts(schedule: ShownSchedule): Fact[] {
  const { cronExpression, interval, repeat, startAt, endAt, zone, timezone, template, maxRuns, runCount } =
    schedule;
  const instant = (at: string) => `${formatInstant(new Date(at), zone)}`;
  return [
    {
      label: 'Runs',
      value: timingWords(schedule, zone),
      ...(cronExpression !== null && { note: code(cronExpression) }),
      ...(interval !== null && {
        note: `On a fixed grid that starts at ${startAt ? 'the start time' : 'creation'}, regardless of how long runs take.`,
      }),
    },
    {
      label: 'Time zone',
      value: zone,
      ...(timezone === null && { note: 'Default time zone from the settings.' }),
    },
    {
      label: 'Starts',
      value: startAt ? instant(startAt) : none(repeat === 'ONCE' ? 'immediately' : 'at creation'),
      ...(startAt && repeat === 'REPEATING' && { note: 'Inclusive.' }),
    },
    ...(repeat === 'ONCE'
      ? [afterOnce(schedule)]
      : [
          {
            label: 'Ends',
            value: endAt ? instant(endAt) : none('never'),
            ...(endAt && { note: 'Exclusive.' }),
          },
          {
            label: 'Maximum runs',
            value: maxRuns === null ? none('no limit') : `${maxRuns.toLocaleString('en')} times`,
            ...(maxRuns !== null && { note: `${runCount.toLocaleString('en')} so far.` }),
          },
        ]),
    ...(template
      ? [{ label: 'Template', value: 'Yes', note: 'Never runs by time. It waits for triggers.' }]
      : []),
    ...(cronExpression === null ? [] : dstFacts(schedule)),
  ];
}

function afterOnce({ afterOnce: wanted }: ShownSchedule): Fact {
  return {
    label: 'After the run',
    value: wanted === 'DELETE' ? 'Delete the schedule' : 'Disable the schedule',
  };
}

function dstFacts({ dstGap, dstRepeat }: ShownSchedule): Fact[] {
  const gap = {
    NEXT_VALID: 'Local times that are skipped run once, right after the gap.',
    SKIP: 'Local times that are skipped do not run.',
  };
  const repeat = {
    FIRST: 'Local times that occur twice run the first time.',
    LAST: 'Local times that occur twice run the second time.',
    BOTH: 'Local times that occur twice run both times.',
  };
  return [
    { label: 'Clock moves forward', value: code(dstGap), note: gap[dstGap] },
    { label: 'Clock moves back', value: code(dstRepeat), note: repeat[dstRepeat] },
  ];
}

function limitFacts(schedule: ShownSchedule): Fact[] {
  const { minInterval, maxInterval, failureBackoff, failureCount, jitter } = schedule;
  return [
    {
      label: 'Minimum interval',
      value: minInterval === null ? none('none') : formatDuration(minInterval),
      note: 'The next run is no earlier than this after each decision, regardless of hints.',
    },
    {
      label: 'Maximum interval',
      value: maxInterval === null ? none('none') : formatDuration(maxInterval),
      note: 'The next run is no later than this after the last run, regardless of hints.',
    },
    {
      label: 'Failure backoff',
      value: failureBackoff ? 'On' : none('off'),
      note: failureBackoff
        ? `Each consecutive failed run doubles the interval, up to ×32. Currently ${failureCount} in a row.`
        : 'Failures do not change the timing.',
    },
    {
      label: 'Jitter',
      value: jitter === null ? none('none') : `up to ${formatDuration(jitter)}`,
      note: 'Each slot is delayed by a fixed random amount up to this value.',
    },
  ];
}

const MISFIRE = {
  LATEST:
    'If slots are missed while no worker is running, only the newest runs. The others are recorded as skipped.',
  ALL: 'All slots missed while no worker is running are run, oldest first, up to 100.',
  SKIP: 'Slots missed while no worker is running are recorded as skipped.',
};

const OVERLAP = {
  ALLOW: 'A slot runs even if an earlier run is in progress.',
  FORBID: 'A slot is skipped if an earlier run is in progress.',
  REPLACE: 'A slot cancels the earlier run and starts immediately.',
  QUEUE: 'A slot waits until the earlier run has ended. A newer slot replaces it.',
};

function slotFacts({ misfirePolicy, startingDeadline, concurrencyPolicy }: ShownSchedule): Fact[] {
  return [
    { label: 'Overlap policy', value: code(concurrencyPolicy), note: OVERLAP[concurrencyPolicy] },
    { label: 'Misfire policy', value: code(misfirePolicy), note: MISFIRE[misfirePolicy] },
    {
      label: 'Starting deadline',
      value: startingDeadline === null ? none('none') : formatDuration(startingDeadline),
      note: 'A slot that is later than this is skipped.',
    },
  ];
}

function callFacts({
  retryConfig,
  timeout,
  maxQueueTime,
  zombieThresholdMs,
  priority,
  requirements,
  environment,
}: ShownSchedule): Fact[] {
  return [
    {
      label: 'Retries',
      value: retryConfig ? retriesWords(retryConfig.maxRetries) : none('agent’s default'),
      ...(retryConfig && retryConfig.maxRetries > 0 && { note: waitsWords(showRetry(retryConfig)) }),
    },
    {
      label: 'Attempt timeout',
      value: timeout === null ? none('agent’s default') : formatDuration(timeout),
      note: 'For one attempt, from its first send.',
    },
    {
      label: 'Maximum queue time',
      value: maxQueueTime === null ? none('agent’s default') : formatDuration(maxQueueTime),
      note: 'Measured from the job’s release. After that, the job fails.',
    },
    {
      label: 'Run timeout',
      value: zombieThresholdMs === null ? none('no limit') : formatDuration(zombieThresholdMs),
      note: 'For the whole run including retries. After that, the run fails.',
    },
    { label: 'Priority', value: priority, note: 'Jobs with a higher priority run first.' },
    {
      label: 'Agent version',
      value: environment === 'PRODUCTION' ? none('production') : environment.toLowerCase(),
      note: 'The version deployed to this environment, or to production if there is none.',
    },
    {
      label: 'Worker requirements',
      value: requirements ? <CodeBlock label="requirements" value={requirements} /> : none('none'),
      note: 'Capabilities a worker needs.',
    },
  ];
}

const retriesWords = (count: number) => (count === 0 ? 'none' : `up to ${count}`);

function historyFacts({ successfulHistoryLimit, failedHistoryLimit }: ShownSchedule): Fact[] {
  const kept = (limit: number | null) =>
    limit === null ? none('all, until they expire') : `the last ${limit.toLocaleString('en')}`;
  return [
    { label: 'Successful runs to keep', value: kept(successfulHistoryLimit) },
    { label: 'Failed runs to keep', value: kept(failedHistoryLimit) },
  ];
}

function originFacts({ labels, createdAt, createdBy, createdByName, updatedAt }: ShownSchedule): Fact[] {
  return [
    {
      label: 'Labels',
      value: labels.length > 0 ? code(labels.join(', ')) : none('none'),
      note: 'API tokens can be limited to the schedules with a label.',
    },
    {
      label: 'Created',
      value: (
        <span className="inline-flex flex-wrap gap-x-2">
          <Time at={createdAt} show="absolute" />
          <span className="inline-flex items-center gap-1 text-muted">
            by <Who id={createdBy} name={createdByName} />
          </span>
        </span>
      ),
    },
    { label: 'Changed', value: <Time at={updatedAt} show="absolute" />, note: 'By a user or by Callboard.' },
  ];
}
