import { useEffect, useRef } from 'react';
import { Callout } from '../../../components/callout.js';
import { ActionButton } from '../../../components/entity-actions.js';
import { formatInstants } from '../../../components/facts/instant-text.js';
import { StatusShape } from '../../../components/facts/status-badge.js';
import { Time } from '../../../components/facts/time.js';
import { NotLoaded } from '../../../components/not-loaded.js';
import { Section } from '../../../components/section.js';
import { EmptyState } from '../../../components/states.js';
import { ArrowDownRight, ArrowUpRight } from '../../../icons/lucide.js';
import { cn } from '../../../lib/class-names.js';
import { sourceLabel } from '../../../lib/decision.js';
import { useLiveQuery } from '../../../lib/graphql/use-live-query.js';
import {
  formatDuration,
  formatInstant,
  formatRelative,
  useClockText,
  VIEWER_ZONE,
  zoneCity,
} from '../../../lib/text/time.js';
import { useUrlState } from '../../../lib/url-state.js';
import { texts } from '../texts/detail.js';
import { isOwnRhythm } from '../timing-words.js';
import {
  ScheduleDetailUpcomingDocument,
  type ScheduleDetailUpcomingQuery,
} from './schedule-detail.generated.js';
import type { ShownSchedule } from './shown-schedule.js';
import type { ScheduleActions } from './use-schedule-actions.js';

const t = texts.upcoming;

/** Timers of browsers cannot be longer. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

type Preview = ScheduleDetailUpcomingQuery['previewSchedule'];

/** The next ten runs with their reasons, and the effects of clock changes. */
export function UpcomingTab({ schedule, actions }: { schedule: ShownSchedule; actions: ScheduleActions }) {
  const { id, enabled, flag, template, repeat } = schedule;
  const query = useLiveQuery(ScheduleDetailUpcomingDocument, {
    variables: { id },
    refetchOn: { schedule: (event) => event.id === id },
  });
  const { data, refetch } = query;
  useRefetchWhenLate(data?.previewSchedule, refetch);
  if (template) {
    return (
      <EmptyState title={t.templateTitle} action={<ActionButton action={actions.trigger} />}>
        {t.template}
      </EmptyState>
    );
  }
  if (!query.data) return <NotLoaded what={t.what} query={query} />;
  const { occurrences, overdue, transitions, timezone } = query.data.previewSchedule;
  const condition = !enabled ? t.ifEnabled : flag !== null ? t.ifNotBlocked : undefined;
  if (occurrences.length === 0 && !overdue) {
    return (
      <EmptyState title={t.endedTitle} action={<ActionButton action={actions.edit} />}>
        {t.ended}
      </EmptyState>
    );
  }
  return (
    <div className="flex flex-col gap-6 px-4 py-3 md:px-6">
      {overdue && <Overdue slots={overdue} zone={timezone} />}
      {occurrences.length > 0 && (
        <section aria-labelledby="next-runs" className="flex flex-col gap-1">
          <h2 id="next-runs" className="flex min-h-7 items-center gap-2 font-semibold">
            {t.title(occurrences.length)}
            {condition && <span className="font-normal text-muted"> {condition}</span>}
          </h2>
          <ol className="-mx-2 flex flex-col">
            {occurrences.map((occurrence, index) => {
              const reason = reasonOf(occurrence);
              const before = occurrences[index - 1];
              return (
                <Occurrence
                  key={occurrence.at}
                  occurrence={occurrence}
                  // A repeated reason is shown only once.
                  reason={before && reasonOf(before) === reason ? undefined : reason}
                  zone={timezone}
                />
              );
            })}
          </ol>
        </section>
      )}
      {repeat === 'REPEATING' && <ClockChanges transitions={transitions} zone={timezone} />}
    </div>
  );
}

/** Milliseconds after its time in which a slot is normally claimed. */
const CLAIM_MS = 2_000;

/** Slots that pass without a claim cause no event. */
function useRefetchWhenLate(preview: Preview | undefined, refetch: () => void): void {
  const newest = useRef(refetch);
  newest.current = refetch;
  useEffect(() => {
    const next = preview?.occurrences[0];
    if (!next) return;
    const wait = Math.max(new Date(next.at).getTime() - Date.now(), 0) + CLAIM_MS;
    if (wait > LONGEST_TIMER_MS) return;
    const timer = setTimeout(() => newest.current(), wait);
    return () => clearTimeout(timer);
  }, [preview]);
}

function Overdue({ slots, zone }: { slots: NonNullable<Preview['overdue']>; zone: string }) {
  const { firstAt, lastAt } = slots;
  return (
    <Callout kind="warning">
      {t.overdue(
        slots,
        <Time at={firstAt} zone={zone} show="absolute" />,
        <Time at={lastAt} zone={zone} show="absolute" />,
      )}{' '}
      {t.overdueWill(slots)}
    </Callout>
  );
}

type OccurrenceFields = Preview['occurrences'][number];

function reasonOf({ decision }: OccurrenceFields): string | undefined {
  return decision?.candidates.find(({ chosen }) => chosen)?.reason;
}

/** A row that opens the decision at the side. */
function Occurrence({
  occurrence,
  reason,
  zone,
}: {
  occurrence: OccurrenceFields;
  reason: string | undefined;
  zone: string;
}) {
  const { at, fireAt, source } = occurrence;
  const [url, change] = useUrlState();
  const relative = useClockText((now) => untilWords(new Date(at), now));
  const isShown = url.at === at;
  const late = new Date(fireAt).getTime() - new Date(at).getTime();
  return (
    <li>
      <button
        type="button"
        aria-pressed={isShown}
        onClick={() => change({ at: isShown ? undefined : at }, 'replace')}
        className={cn(
          'grid w-full grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-4 rounded-md px-2 py-1.5 text-left hover:bg-hover sm:grid-cols-[13rem_7rem_minmax(0,1fr)]',
          isShown && 'bg-accent-soft hover:bg-accent-soft',
        )}
      >
        <span>
          {formatInstant(new Date(at), zone)}
          {zone !== VIEWER_ZONE && (
            <span className="block text-xs text-muted">
              {formatInstant(new Date(at))} {zoneCity(VIEWER_ZONE)}
            </span>
          )}
        </span>
        <span className="text-right text-muted sm:text-left">{relative}</span>
        <span className="col-span-2 min-w-0 sm:col-span-1">
          <span className={cn('flex items-center gap-1.5', isOwnRhythm(source) && 'text-muted')}>
            {!isOwnRhythm(source) && <StatusShape status="running" />}
            {sourceLabel(source)}
            {late > 0 && <span className="text-xs text-muted">{t.startsLater(formatDuration(late))}</span>}
          </span>
          {reason && (
            <span className="block truncate text-xs text-muted">{formatInstants(reason, zone)}</span>
          )}
        </span>
      </button>
    </li>
  );
}

function ClockChanges({ transitions, zone }: { transitions: Preview['transitions']; zone: string }) {
  return (
    <Section title={t.clockChanges(zoneCity(zone))}>
      {transitions.length === 0 ? (
        <p className="text-muted">{t.noClockChanges}</p>
      ) : (
        <ul className="flex flex-col gap-3">
          {transitions.map((transition) => (
            <Transition key={transition.at} transition={transition} />
          ))}
        </ul>
      )}
    </Section>
  );
}

function Transition({ transition }: { transition: Preview['transitions'][number] }) {
  const { kind, from, to, localFrom, localTo, effect } = transition;
  const Icon = kind === 'GAP' ? ArrowUpRight : ArrowDownRight;
  const [day = '', before = ''] = localFrom.split('T');
  const after = localTo.split('T')[1] ?? '';
  return (
    <li className="flex gap-2">
      <Icon aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-muted" />
      <div className="min-w-0">
        <p>
          {t.clockChange(formatDay(day), before, after)}{' '}
          <span className="text-muted">
            ({from} → {to})
          </span>
        </p>
        <p className={effect.startsWith('No effect') ? 'text-muted' : undefined}>{effect}</p>
      </div>
    </li>
  );
}

/** In days, even beyond a month, because the date is beside it. */
function untilWords(at: Date, now: Date): string {
  const days = Math.floor((at.getTime() - now.getTime()) / 86_400_000);
  return days > 30 ? t.inDays(days) : formatRelative(at, now);
}

/** `Sun 29 Mar 2026` for `2026-03-29`. */
function formatDay(day: string): string {
  return new Date(`${day}T12:00:00Z`)
    .toLocaleDateString('en-GB', {
      weekday: 'short',
      day: 'numeric',
      month: 'short',
      year: 'numeric',
      timeZone: 'UTC',
    })
    .replace(',', '');
}
