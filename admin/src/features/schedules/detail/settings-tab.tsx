import { ActionButton } from '../../../components/entity-actions.js';
import { type Fact, Facts } from '../../../components/facts/facts.js';
import { Time } from '../../../components/facts/time.js';
import { Who } from '../../../components/facts/who.js';
import { showRetry } from '../../../components/forms/draft.js';
import { waitsWords } from '../../../components/forms/retry-fields.js';
import { formatInstant } from '../../../lib/text/time.js';
import { optionFacts } from '../option-kinds.js';
import { SCHEDULE_OPTIONS } from '../schedule-options.js';
import { common } from '../texts/common.js';
import { texts } from '../texts/detail.js';
import { timingWords } from '../timing-words.js';
import type { ShownSchedule } from './shown-schedule.js';
import type { ScheduleActions } from './use-schedule-actions.js';

const t = texts.settings;

/** All settings in effect, with explanations. */
export function SettingsTab({ schedule, actions }: { schedule: ShownSchedule; actions: ScheduleActions }) {
  const groups = [
    { title: common.timing, facts: timingFacts(schedule) },
    { title: t.limits, facts: optionFacts(SCHEDULE_OPTIONS.limits, schedule) },
    { title: common.slots, facts: optionFacts(SCHEDULE_OPTIONS.slots, schedule) },
    { title: t.delivery, facts: deliveryFacts(schedule) },
    { title: common.history, facts: optionFacts(SCHEDULE_OPTIONS.history, schedule) },
    { title: t.origin, facts: originFacts(schedule) },
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
  const instant = (at: string) => formatInstant(new Date(at), zone);
  return [
    {
      label: t.runs,
      value: timingWords(schedule, zone),
      ...(cronExpression !== null && { note: code(cronExpression) }),
      ...(interval !== null && { note: t.gridNote(startAt !== null) }),
    },
    { label: common.timeZone, value: zone, ...(timezone === null && { note: t.zoneDefault }) },
    {
      label: t.starts,
      value: startAt ? instant(startAt) : none(repeat === 'ONCE' ? t.startsNow : t.startsAtCreation),
      ...(startAt && repeat === 'REPEATING' && { note: t.startsNote }),
    },
    ...(repeat === 'REPEATING'
      ? [
          {
            label: t.ends,
            value: endAt ? instant(endAt) : none(common.never),
            ...(endAt && { note: t.endsNote }),
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
      label: common.retries,
      value: retryConfig ? t.upToRetries(retryConfig.maxRetries) : none(t.retriesDefault),
      ...(retryConfig && retryConfig.maxRetries > 0 && { note: waitsWords(showRetry(retryConfig)) }),
    },
    ...optionFacts(SCHEDULE_OPTIONS.delivery, schedule),
    ...optionFacts(SCHEDULE_OPTIONS.workers, schedule),
  ];
}

function originFacts({
  labels,
  createdAt,
  createdBy,
  createdByName,
  updatedAt,
  zone,
}: ShownSchedule): Fact[] {
  return [
    {
      label: common.labels,
      value: labels.length > 0 ? code(labels.join(', ')) : none(common.none),
      note: t.labelsNote,
    },
    {
      label: common.created,
      value: (
        <span className="inline-flex flex-wrap gap-x-2">
          <Time at={createdAt} zone={zone} show="absolute" />
          <span className="inline-flex items-center gap-1 text-muted">
            {t.createdBy(<Who id={createdBy} name={createdByName} />)}
          </span>
        </span>
      ),
    },
    { label: t.changed, value: <Time at={updatedAt} zone={zone} show="absolute" />, note: t.changedNote },
  ];
}
