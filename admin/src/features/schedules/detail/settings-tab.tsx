import { CodeBlock } from '../../../components/code-block.js';
import { type Fact, Facts } from '../../../components/facts.js';
import { Time } from '../../../components/time.js';
import { Who } from '../../../components/who.js';
import { formatDuration, formatInstant } from '../../../lib/time.js';
import { timingWords } from '../timing-words.js';
import { Action } from './schedule-header.js';
import type { ShownSchedule } from './shown-schedule.js';
import type { ScheduleActions } from './use-schedule-actions.js';

/** All there is to set, to read: what is in force, and what it means. */
export function SettingsTab({ schedule, actions }: { schedule: ShownSchedule; actions: ScheduleActions }) {
  const groups = [
    { title: 'Timing', facts: timingFacts(schedule) },
    { title: 'Limits', facts: limitFacts(schedule) },
    { title: 'Slots', facts: slotFacts(schedule) },
    { title: 'Calls', facts: callFacts(schedule) },
    { title: 'History', facts: historyFacts(schedule) },
    { title: 'Origin', facts: originFacts(schedule) },
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
            {index === 0 && <Action action={actions.edit} size="sm" />}
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
        note: `On a fixed grid from ${startAt ? 'its start' : 'its creation'}, however long runs take.`,
      }),
    },
    {
      label: 'Time zone',
      value: zone,
      ...(timezone === null && { note: 'Of the settings: it has none of its own.' }),
    },
    {
      label: 'Starts',
      value: startAt ? instant(startAt) : none(repeat === 'ONCE' ? 'at once' : 'since its creation'),
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
            label: 'Runs at most',
            value: maxRuns === null ? none('without limit') : `${maxRuns.toLocaleString('en')} times`,
            ...(maxRuns !== null && { note: `${runCount.toLocaleString('en')} so far.` }),
          },
        ]),
    ...(template
      ? [{ label: 'Template', value: 'Yes', note: 'Never runs by time: waits for triggers.' }]
      : []),
    ...(cronExpression === null ? [] : dstFacts(schedule)),
  ];
}

function afterOnce({ afterOnce: wanted }: ShownSchedule): Fact {
  return { label: 'Afterwards', value: wanted === 'DELETE' ? 'It is deleted' : 'It is disabled' };
}

function dstFacts({ dstGap, dstRepeat }: ShownSchedule): Fact[] {
  const gap = {
    NEXT_VALID: 'Times that the clock leaves out run once, right after the gap.',
    SKIP: 'Times that the clock leaves out do not run.',
  };
  const repeat = {
    FIRST: 'Times that come twice run the first time.',
    LAST: 'Times that come twice run the last time.',
    BOTH: 'Times that come twice run twice.',
  };
  return [
    { label: 'Clock forward', value: code(dstGap), note: gap[dstGap] },
    { label: 'Clock back', value: code(dstRepeat), note: repeat[dstRepeat] },
  ];
}

function limitFacts(schedule: ShownSchedule): Fact[] {
  const { minInterval, maxInterval, failureBackoff, failureCount, jitter } = schedule;
  return [
    {
      label: 'Shortest interval',
      value: minInterval === null ? none('none') : formatDuration(minInterval),
      note: 'From each decision the next run is not sooner, whatever a hint says.',
    },
    {
      label: 'Longest interval',
      value: maxInterval === null ? none('none') : formatDuration(maxInterval),
      note: 'Counted from the last run: the next run is not later, whatever a hint says.',
    },
    {
      label: 'Failure backoff',
      value: failureBackoff ? 'On' : none('off'),
      note: failureBackoff
        ? `Each failed run in a row doubles the interval, up to ×32. ${failureCount} in a row now.`
        : 'Failures do not change when it runs.',
    },
    {
      label: 'Jitter',
      value: jitter === null ? none('none') : `up to ${formatDuration(jitter)}`,
      note: 'Each slot fires so much later, by an amount of its own that stays.',
    },
  ];
}

const MISFIRE = {
  LATEST: 'Of the slots missed while no worker was there, the newest runs; the others are recorded.',
  ALL: 'Slots missed while no worker was there all run, the oldest first, at most 100.',
  SKIP: 'Slots missed while no worker was there do not run; they are recorded.',
};

const OVERLAP = {
  ALLOW: 'A slot runs also while an earlier run is going on.',
  FORBID: 'A slot is skipped while an earlier run is going on.',
  REPLACE: 'A slot cancels the earlier run, and starts at once.',
  QUEUE: 'A slot waits until the earlier run has ended; a newer one takes its place.',
};

function slotFacts({ misfirePolicy, startingDeadline, concurrencyPolicy }: ShownSchedule): Fact[] {
  return [
    { label: 'Overlap', value: code(concurrencyPolicy), note: OVERLAP[concurrencyPolicy] },
    { label: 'Misfire', value: code(misfirePolicy), note: MISFIRE[misfirePolicy] },
    {
      label: 'Starting deadline',
      value: startingDeadline === null ? none('none') : formatDuration(startingDeadline),
      note: 'A slot that is later than this does not run.',
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
      value: retryConfig ? retryWords(retryConfig) : none('as the agent says'),
      ...(retryConfig && retryConfig.maxRetries > 0 && { note: waitWords(retryConfig) }),
    },
    {
      label: 'Timeout',
      value: timeout === null ? none('as the agent says') : formatDuration(timeout),
      note: 'For one attempt, from its first send.',
    },
    {
      label: 'Wait in queue at most',
      value: maxQueueTime === null ? none('as the agent says') : formatDuration(maxQueueTime),
      note: 'After a job’s release; then it fails.',
    },
    {
      label: 'Stop a run after',
      value: zombieThresholdMs === null ? none('no limit') : formatDuration(zombieThresholdMs),
      note: 'The whole run with all its retries; then it fails.',
    },
    { label: 'Priority', value: priority, note: 'Higher first, among jobs whose turn has come.' },
    {
      label: 'Agent version',
      value: environment === 'PRODUCTION' ? none('production') : environment.toLowerCase(),
      note: 'The version that is deployed in this environment, else in production.',
    },
    {
      label: 'Requirements',
      value: requirements ? <CodeBlock label="requirements" value={requirements} /> : none('none'),
      note: 'What a worker must be able to do.',
    },
  ];
}

type Retry = NonNullable<ShownSchedule['retryConfig']>;

function retryWords({ maxRetries }: Retry): string {
  return maxRetries === 0 ? 'none' : `up to ${maxRetries}`;
}

/** `Waits 5 s, 10 s, 20 s, … at most 1 h`. */
function waitWords({ maxRetries, backoff, delay, maxDelay, jitter }: Retry): string {
  const cap = maxDelay ?? 3_600_000;
  const waits = Array.from({ length: Math.min(maxRetries, 4) }, (_, index) => {
    const wait =
      backoff === 'EXPONENTIAL' ? delay * 2 ** index : backoff === 'LINEAR' ? delay * (index + 1) : delay;
    return formatDuration(Math.min(wait, cap));
  });
  const rest = maxRetries > waits.length ? ', …' : '';
  const spread = { FULL: ', anywhere up to that', EQUAL: ', anywhere in its upper half', NONE: '' }[
    jitter ?? 'NONE'
  ];
  return `Waits ${waits.join(', ')}${rest}${spread}.`;
}

function historyFacts({ successfulHistoryLimit, failedHistoryLimit }: ShownSchedule): Fact[] {
  const kept = (limit: number | null) =>
    limit === null ? none('all, until they are too old') : `the last ${limit.toLocaleString('en')}`;
  return [
    { label: 'Successful runs kept', value: kept(successfulHistoryLimit) },
    { label: 'Failed runs kept', value: kept(failedHistoryLimit) },
  ];
}

function originFacts({ createdAt, createdBy, createdByName, updatedAt }: ShownSchedule): Fact[] {
  return [
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
    {
      label: 'Changed',
      value: <Time at={updatedAt} show="absolute" />,
      note: 'By anybody, the engine included.',
    },
  ];
}
