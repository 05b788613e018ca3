import { ActionButton } from '../../../components/entity-actions.js';
import { Facts } from '../../../components/facts/facts.js';
import { Time } from '../../../components/facts/time.js';
import { Who } from '../../../components/facts/who.js';
import { EmptyState } from '../../../components/states.js';
import { formatDuration, useClockText } from '../../../lib/text/time.js';
import { common } from '../texts/common.js';
import { texts } from '../texts/detail.js';
import type { ShownSchedule } from './shown-schedule.js';
import type { ScheduleActions } from './use-schedule-actions.js';

const t = texts.hints;

interface HintsTabProps {
  schedule: ShownSchedule;
  actions: ScheduleActions;
}

export function HintsTab({ schedule, actions }: HintsTabProps) {
  const { hint } = schedule;
  if (!hint) return <NoHint schedule={schedule} actions={actions} />;
  return (
    <div className="flex flex-col gap-3 px-4 py-3 md:px-6">
      <div className="flex min-h-7 flex-wrap items-center gap-2">
        <h2 className="mr-auto font-semibold">{t.title}</h2>
        <ActionButton action={{ ...actions.hint, label: t.replace }} size="sm" />
        <ActionButton action={actions.clearHint} size="sm" />
      </div>
      <Countdown hint={hint} />
      <Hint hint={hint} zone={schedule.zone} />
      <p className="max-w-prose text-muted">{t.precedence}</p>
    </div>
  );
}

type HintFields = NonNullable<ShownSchedule['hint']>;

/** The remaining time of the hint as a shrinking bar. */
function Countdown({ hint: { proposedAt, expiresAt } }: { hint: HintFields }) {
  const end = new Date(expiresAt).getTime();
  const left = useClockText((now) => String(Math.max(0, Math.floor((end - now.getTime()) / 1_000) * 1_000)));
  const whole = proposedAt ? end - new Date(proposedAt).getTime() : 0;
  const share = whole > 0 ? Math.min(1, Number(left) / whole) : 0;
  return (
    <div className="flex max-w-md flex-col gap-1.5">
      <p>
        <span className="text-lg font-semibold">{formatDuration(Number(left))}</span>{' '}
        <span className="text-muted">{t.left(whole > 0 ? formatDuration(whole) : undefined)}</span>
      </p>
      {whole > 0 && (
        <div aria-hidden="true" className="h-1.5 overflow-hidden rounded-full bg-grey-soft">
          <div className="h-full bg-blue" style={{ width: `${share * 100}%` }} />
        </div>
      )}
    </div>
  );
}

function Hint({ hint, zone }: { hint: HintFields; zone: string }) {
  const { intervalMs, nextRunAt, reason, proposedAt, proposedBy, proposedByName, expiresAt } = hint;
  return (
    <Facts
      facts={[
        { label: common.reason, value: `“${reason}”` },
        ...(intervalMs === null
          ? []
          : [
              {
                label: common.interval,
                value: common.timingWords.every(formatDuration(intervalMs)),
                note: t.intervalNote,
              },
            ]),
        ...(nextRunAt === null
          ? []
          : [
              {
                label: common.extraRun,
                value: <Time at={nextRunAt} zone={zone} show="absolute" />,
                note: t.extraRunNote,
              },
            ]),
        { label: t.expires, value: <Time at={expiresAt} zone={zone} show="absolute" /> },
        {
          label: t.proposed,
          value: (
            <span className="inline-flex flex-wrap gap-x-2">
              <Time at={proposedAt} zone={zone} />
              {proposedBy && (
                <span className="inline-flex items-center gap-1 text-muted">
                  {t.by(<Who id={proposedBy} name={proposedByName} />)}
                </span>
              )}
            </span>
          ),
        },
      ]}
    />
  );
}

function NoHint({ schedule: { id }, actions }: HintsTabProps) {
  const example = `mutation {
  proposeHint(
    scheduleId: "${id}"
    input: { interval: "5m", ttl: "1h", reason: "Errors are rising" }
  ) {
    __typename
    ... on Error { message }
    ... on Schedule { nextRunAt nextRunSource }
  }
}`;
  return (
    <EmptyState
      title={t.emptyTitle}
      action={<ActionButton action={actions.hint} variant="primary" />}
      example={example}
    >
      {t.empty}
    </EmptyState>
  );
}
