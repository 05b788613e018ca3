import type { ReactNode } from 'react';
import { Sparkline } from '../../../components/charts/sparkline.js';
import { ManagedByMark } from '../../../components/facts/managed-by.js';
import { None } from '../../../components/facts/none.js';
import { RunBar, RunResult } from '../../../components/facts/run-outcome.js';
import { runStatusWord, StatusShape, StatusText } from '../../../components/facts/status-badge.js';
import { Time } from '../../../components/facts/time.js';
import type { Column } from '../../../components/lists/table-column.js';
import { Tooltip } from '../../../components/tooltip.js';
import { Bot, Workflow } from '../../../icons/lucide.js';
import { endedOf } from '../../../lib/run-counters.js';
import { useClockText, zoneCity } from '../../../lib/text/time.js';
import { reasonWords } from '../../executions/execution-words.js';
import { common } from '../texts/common.js';
import { texts } from '../texts/list.js';
import { isOwnRhythm, shortInstant, timingWords } from '../timing-words.js';
import { NextTime } from './next-time.js';
import type { ScheduleRowFragment as Row } from './schedule-list.generated.js';
import {
  formatRate,
  outcomeStatus,
  type ScheduleState,
  STATE_LOOK,
  scheduleState,
  successRate,
} from './schedule-state.js';

const t = texts.columns;

/** @param defaultZone time zone of schedules without one; undefined while it is not known */
export function scheduleColumns(defaultZone: string | undefined): readonly Column<Row>[] {
  return [
    {
      header: common.schedule,
      width: 'minmax(11rem,2fr)',
      sortField: 'NAME',
      cell: (row) => <Name row={row} />,
    },
    {
      header: common.timing,
      width: 'minmax(9.5rem,1.6fr)',
      cell: (row) => <Timing row={row} zone={row.timezone ?? defaultZone} />,
    },
    {
      header: common.nextRun,
      width: 'minmax(9.5rem,1.2fr)',
      sortField: 'NEXT_RUN_AT',
      cell: (row) => <Next row={row} zone={row.timezone ?? defaultZone} />,
    },
    {
      header: common.lastRun,
      width: 'minmax(8rem,1fr)',
      sortField: 'LAST_RUN_AT',
      cell: (row) => <Last row={row} />,
    },
    { header: t.recent, width: '7.5rem', from: 'lg', cell: (row) => <Recent row={row} /> },
    { header: t.success, width: '4rem', align: 'right', from: 'md', cell: (row) => <Rate row={row} /> },
    {
      header: common.created,
      width: '5.5rem',
      align: 'right',
      from: '2xl',
      sortField: 'CREATED_AT',
      cell: ({ createdAt }) => <Time at={createdAt} />,
    },
  ];
}

function useScheduleState(row: Row): ScheduleState {
  return useClockText((now) => scheduleState(row, now)) as ScheduleState;
}

/** A text with a secondary line below it. */
function TwoLines({ title, children, below }: { title?: string; children: ReactNode; below: ReactNode }) {
  return (
    <span
      title={title}
      className="flex min-w-0 flex-col leading-4.5 max-sm:flex-row max-sm:flex-wrap max-sm:items-baseline max-sm:gap-x-1.5"
    >
      <span className="truncate">{children}</span>
      {below && <span className="truncate text-xs font-normal text-muted">{below}</span>}
    </span>
  );
}

function Name({ row }: { row: Row }) {
  const { status, word } = STATE_LOOK[useScheduleState(row)];
  const target = row.agent?.name ?? row.pipeline?.name ?? row.agentId ?? row.pipelineId;
  const Icon = row.targetType === 'AGENT' ? Bot : Workflow;
  return (
    <span className="flex min-w-0 items-start gap-2">
      <span title={word} className="mt-1 inline-flex">
        <StatusShape status={status} />
        <span className="sr-only">{word}: </span>
      </span>
      <TwoLines
        title={row.name}
        below={
          <span className="inline-flex max-w-full items-center gap-1">
            <Icon aria-hidden="true" className="size-3 shrink-0" />
            <span className="sr-only">{row.targetType.toLowerCase()} </span>
            <span className="truncate">{target}</span>
          </span>
        }
      >
        {row.name}
        <ManagedByMark value={row.managedBy} />
      </TwoLines>
    </span>
  );
}

function Timing({ row, zone }: { row: Row; zone: string | undefined }) {
  const words = timingWords(row, zone);
  // The zone of the next run beside it, for intervals too.
  const place = row.template ? undefined : zone;
  return (
    <TwoLines
      title={[row.cronExpression, words, place].filter(Boolean).join(' · ')}
      below={place && zoneCity(place)}
    >
      {words}
    </TwoLines>
  );
}

function Next({ row, zone }: { row: Row; zone: string | undefined }) {
  const state = useScheduleState(row);
  const { status, word } = STATE_LOOK[state];
  if (state === 'enabled') return <Planned row={row} zone={zone} />;
  if (state === 'template') return <span className="text-muted">{common.whenTriggered}</span>;
  const blocked = state === 'flagged' && row.flag ? texts.blocked[row.flag] : undefined;
  return (
    <TwoLines
      title={blocked?.full ?? row.pauseNote ?? undefined}
      below={
        state === 'paused' ? (
          <>
            <Time at={row.pausedUntil} zone={zone} prefix={t.resumes} />
            {row.pauseNote && ` · “${row.pauseNote}”`}
          </>
        ) : (
          blocked?.short
        )
      }
    >
      <StatusText status={status} label={word} />
    </TwoLines>
  );
}

/** The next run with its date, or what moved it away from the regular timing. */
function Planned({ row, zone }: { row: Row; zone: string | undefined }) {
  if (row.nextRunAt === null) return <span className="text-muted">{common.none}</span>;
  const source = row.nextRunSource;
  const isMoved = source !== null && !isOwnRhythm(source);
  return (
    <TwoLines
      title={isMoved ? row.hint?.reason : undefined}
      below={isMoved ? common.sources[source] : shortInstant(new Date(row.nextRunAt), zone)}
    >
      <NextTime at={row.nextRunAt} zone={zone} />
    </TwoLines>
  );
}

const isActive = (runStatus: string | null) => runStatus === 'PENDING' || runStatus === 'RUNNING';

function Last({ row }: { row: Row }) {
  const active = row.activeExecution;
  if (active && isActive(active.runStatus)) return <ActiveRun name={row.name} execution={active} />;
  const last = outcomesOf(row).findLast(({ runStatus }) => runStatus !== null);
  if (!last) return <span className="text-muted">{common.never}</span>;
  return (
    <TwoLines below={<Time at={last.at} />}>
      <RunResult runStatus={last.runStatus} />
    </TwoLines>
  );
}

function ActiveRun({ name, execution }: { name: string; execution: NonNullable<Row['activeExecution']> }) {
  const { jobsCreated, runStatus, reason } = execution;
  if (runStatus === 'PENDING' || jobsCreated === 0) {
    return (
      <StatusText status="pending" label={reason === 'WAITING' ? common.waitingForTurn : common.starting} />
    );
  }
  return (
    <span className="flex min-w-28 flex-col gap-1">
      <StatusText status="running" label={t.running(endedOf(execution), jobsCreated)} />
      <RunBar label={t.jobsOf(name)} execution={execution} />
    </span>
  );
}

/** The current run is more recent than the list. */
function outcomesOf({ recentOutcomes, activeExecution }: Row): Row['recentOutcomes'] {
  return recentOutcomes.map((outcome) =>
    outcome.executionId === activeExecution?.id
      ? { ...outcome, runStatus: activeExecution.runStatus }
      : outcome,
  );
}

/** Bars with the duration of runs as their height, on a scale that keeps short ones visible. */
function Recent({ row }: { row: Row }) {
  const outcomes = outcomesOf(row);
  if (outcomes.length === 0) return <None />;
  const words = recentWords(outcomes);
  const heights = outcomes.map(({ durationMs }) => Math.sqrt(Math.max(1, durationMs ?? 1)));
  const highest = Math.max(...heights);
  return (
    <Tooltip content={words}>
      <span className="flex">
        <Sparkline
          label={words}
          bars={outcomes.map((outcome, index) => ({
            status: outcomeStatus(outcome),
            value:
              outcome.durationMs !== null
                ? Math.max(heights[index] ?? 1, highest / 4)
                : outcome.runStatus === 'RUNNING'
                  ? highest
                  : highest / 2,
          }))}
        />
      </span>
    </Tooltip>
  );
}

/** `Last 20, newest on the right: 18 succeeded, 1 failed, 1 skipped (overlap)`. */
function recentWords(outcomes: Row['recentOutcomes']): string {
  const counts = new Map<string, number>();
  for (const outcome of outcomes) {
    const word = runStatusWord(outcomeStatus(outcome)).toLowerCase();
    const name =
      outcome.runStatus === null && outcome.reason
        ? `${word} (${reasonWords(outcome.reason)?.toLowerCase()})`
        : word;
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  const parts = [...counts].map(([name, count]) => `${count} ${name}`);
  return t.recentOutcomes(outcomes.length, parts);
}

function Rate({ row }: { row: Row }) {
  const rate = successRate(outcomesOf(row));
  if (rate === undefined) return <None />;
  return <span className={rate < 0.9 ? 'text-red' : undefined}>{formatRate(rate)}</span>;
}
