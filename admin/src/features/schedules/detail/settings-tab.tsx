import { ActionButton } from '../../../components/entity-actions.js';
import { type Fact, Facts } from '../../../components/facts/facts.js';
import { Time } from '../../../components/facts/time.js';
import { Who } from '../../../components/facts/who.js';
import { showRetry } from '../../../components/forms/draft.js';
import { waitsWords } from '../../../components/forms/retry-fields.js';
import { formatInstant } from '../../../lib/text/time.js';
import { optionFacts } from '../option-kinds.js';
import { SCHEDULE_OPTIONS } from '../schedule-options.js';
import { timingWords } from '../timing-words.js';
import type { ShownSchedule } from './shown-schedule.js';
import type { ScheduleActions } from './use-schedule-actions.js';

/** All settings in effect, with explanations. */
export function SettingsTab({ schedule, actions }: { schedule: ShownSchedule; actions: ScheduleActions }) {
  const groups = [
    { title: 'Timing', facts: timingFacts(schedule) },
    { title: 'Limits', facts: optionFacts(SCHEDULE_OPTIONS.limits, schedule) },
    { title: 'Slots', facts: optionFacts(SCHEDULE_OPTIONS.slots, schedule) },
    { title: 'Delivery', facts: deliveryFacts(schedule) },
    { title: 'History', facts: optionFacts(SCHEDULE_OPTIONS.history, schedule) },
    { title: 'Labels and origin', facts: originFacts(schedule) },
  ];
  return (
    <div className="flex flex-col gap-5 px-4 py-3 md:px-6">
      {groups.map(({ title, facts }, index) => (
        <section
          key={title}
          aria-label={title}
          className="flex max-w-3xl flex-col gap-1 sm:[&_dl]:grid-cols-[13rem_minmax(0,1fr)]"
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
  const { cronExpression, interval, repeat, startAt, endAt, zone, timezone } = schedule;
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
    ...(repeat === 'REPEATING'
      ? [
          {
            label: 'Ends',
            value: endAt ? instant(endAt) : none('never'),
            ...(endAt && { note: 'Exclusive.' }),
          },
        ]
      : []),
    ...optionFacts(SCHEDULE_OPTIONS.timing, schedule),
    ...(cronExpression === null ? [] : optionFacts(SCHEDULE_OPTIONS.clock, schedule)),
  ];
}

function deliveryFacts(schedule: ShownSchedule): Fact[] {
  const { retryConfig } = schedule;
  return [
    {
      label: 'Retries',
      value: retryConfig ? retriesWords(retryConfig.maxRetries) : none('agent’s default'),
      ...(retryConfig && retryConfig.maxRetries > 0 && { note: waitsWords(showRetry(retryConfig)) }),
    },
    ...optionFacts(SCHEDULE_OPTIONS.delivery, schedule),
    ...optionFacts(SCHEDULE_OPTIONS.workers, schedule),
  ];
}

const retriesWords = (count: number) => (count === 0 ? 'none' : `up to ${count}`);

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
