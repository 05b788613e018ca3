import { Link } from '@tanstack/react-router';
import { IconButton } from '../../../components/button.js';
import { ActionButton, ActionItem } from '../../../components/entity-actions.js';
import { GridFact } from '../../../components/facts/fact-item.js';
import { InstantText } from '../../../components/facts/instant-text.js';
import { KeyText } from '../../../components/facts/key-text.js';
import { ManagedByText } from '../../../components/facts/managed-by.js';
import { RunBar, RunResult } from '../../../components/facts/run-outcome.js';
import { ShortId } from '../../../components/facts/short-id.js';
import { StatusBadge, StatusText, statusOf } from '../../../components/facts/status-badge.js';
import { Time } from '../../../components/facts/time.js';
import { Menu, MenuSeparator } from '../../../components/menu.js';
import { PageHeader } from '../../../components/page-header.js';
import { Bot, Ellipsis, Workflow } from '../../../icons/lucide.js';
import { cn } from '../../../lib/class-names.js';
import { linkTo } from '../../../lib/link-to.js';
import { endedOf } from '../../../lib/run-counters.js';
import { useClockText, zoneCity } from '../../../lib/text/time.js';
import { NextTime } from '../list/next-time.js';
import { dueState, type ScheduleState, STATE_LOOK, scheduleState } from '../list/schedule-state.js';
import { common } from '../texts/common.js';
import { texts } from '../texts/detail.js';
import { timingWords } from '../timing-words.js';
import { OutcomeNotices } from './outcome-notice.js';
import { type ShownSchedule, targetOf } from './shown-schedule.js';
import type { ScheduleActions } from './use-schedule-actions.js';
import { NoWorkerReason, WaitReason } from './wait-reason.js';

const t = texts.header;

export const PARENT = { label: common.schedules, to: '/scheduler/schedules' } as const;

interface HeaderProps {
  schedule: ShownSchedule;
  actions: ScheduleActions;
}

/** The schedule, its state, its next run and its actions. */
export function ScheduleHeader({ schedule, actions }: HeaderProps) {
  const state = useClockText((now) => scheduleState(schedule, now)) as ScheduleState;
  const { status, word } = STATE_LOOK[state];
  const { cronExpression, zone, description } = schedule;
  return (
    <>
      <PageHeader
        title={schedule.name}
        parent={PARENT}
        aside={
          <>
            <StatusBadge status={status} label={word} />
            {schedule.hint && <StatusBadge status="running" label={texts.hints.title} />}
          </>
        }
        actions={<Actions actions={actions} />}
      >
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span title={cronExpression ?? undefined}>
            {timingWords(schedule, zone)}
            {cronExpression !== null && ` · ${zoneCity(zone)}`}
          </span>
          <Target schedule={schedule} />
          <ShortId id={schedule.id} label={t.id} />
          <KeyText value={schedule.key} />
          <ManagedByText value={schedule.managedBy} />
          <TemplateText schedule={schedule} />
        </p>
        {description && <p className="mt-1 max-w-prose break-words">{description}</p>}
      </PageHeader>
      <Notice schedule={schedule} state={state} actions={actions} />
      {state === 'enabled' && <OutcomeNotices schedule={schedule} />}
      <Facts schedule={schedule} state={state} />
    </>
  );
}

function TemplateText({ schedule: { templateId, templateSchedule } }: { schedule: ShownSchedule }) {
  if (templateId === null) return null;
  return (
    <span className="text-muted">
      {t.ofTemplate(
        templateSchedule ? (
          <Link {...linkTo.schedule(templateId)} className="text-ink hover:underline">
            {templateSchedule.name}
          </Link>
        ) : (
          t.templateDeleted
        ),
      )}
    </span>
  );
}

function Actions({ actions }: { actions: ScheduleActions }) {
  const { trigger, pause, resume, edit, enable, duplicate, backfill, hint, remove, isPaused } = actions;
  return (
    <>
      <Menu trigger={<IconButton label={t.moreActions} icon={Ellipsis} />}>
        <ActionItem action={enable} />
        {isPaused && <ActionItem action={pause} />}
        <ActionItem action={hint} />
        <ActionItem action={backfill} />
        <ActionItem action={duplicate} />
        <MenuSeparator />
        <ActionItem action={remove} />
      </Menu>
      <ActionButton action={edit} />
      <ActionButton action={isPaused ? resume : pause} />
      <ActionButton action={trigger} variant="primary" />
    </>
  );
}

function Target({ schedule }: { schedule: ShownSchedule }) {
  const { kind, name, link, isEnabled } = targetOf(schedule);
  const Icon = kind === 'agent' ? Bot : Workflow;
  return (
    <span className="inline-flex min-w-0 items-center gap-1">
      <Icon aria-hidden="true" className="size-3.5 shrink-0" />
      <span className="sr-only">{kind}</span>
      {link ? (
        <Link {...link} className="truncate text-ink underline decoration-line-strong underline-offset-3">
          {name}
        </Link>
      ) : (
        <span className="truncate">{name}</span>
      )}
      {!isEnabled && <span className="text-red">{link ? t.targetDisabled : t.targetDeleted}</span>}
    </span>
  );
}

/** What prevents the schedule from running, and what to do about it. */
function Notice({ schedule, state, actions }: HeaderProps & { state: ScheduleState }) {
  const { whyNot, zone, isSchedulerEnabled, pausedUntil, pauseNote } = schedule;
  if (state === 'enabled' && isSchedulerEnabled) return null;
  const look =
    state === 'flagged'
      ? 'bg-red-soft text-red'
      : state === 'paused'
        ? 'bg-amber-soft text-amber'
        : 'bg-canvas';
  return (
    <div
      role="status"
      className={cn('flex flex-wrap items-center gap-x-4 gap-y-2 border-b px-4 py-2 md:px-6', look)}
    >
      <p className="min-w-0 flex-1 break-words">
        {state === 'paused' ? (
          t.pausedUntil(
            <Time at={pausedUntil} zone={zone} show="absolute" />,
            <Time at={pausedUntil} zone={zone} />,
            pauseNote,
          )
        ) : (
          <InstantText text={whyNot ?? ''} zone={zone} />
        )}
      </p>
      {state === 'disabled' && <ActionButton action={actions.enable} size="sm" />}
    </div>
  );
}

function Facts({ schedule, state }: { schedule: ShownSchedule; state: ScheduleState }) {
  const { runCount, maxRuns, failureCount, activeExecution, zone } = schedule;
  const last = lastRunOf(schedule);
  return (
    <dl className="grid grid-cols-2 gap-x-6 gap-y-3 border-b px-4 py-3 sm:grid-cols-[2fr_1fr_1fr_1.5fr] md:px-6">
      <GridFact
        label={state === 'paused' ? t.resumes : state === 'flagged' ? t.nextSlot : common.nextRun}
        className="col-span-2 sm:col-span-1"
      >
        <NextRun schedule={schedule} state={state} />
      </GridFact>
      <GridFact label={common.lastRun}>
        {last ? (
          <span className="flex flex-wrap items-center gap-x-2">
            {last.runStatus && <RunResult runStatus={last.runStatus} />}
            <Time at={last.at} zone={zone} />
          </span>
        ) : (
          <span className="text-muted">{common.never}</span>
        )}
      </GridFact>
      <GridFact label={t.scheduledRuns}>
        {runCount.toLocaleString('en')}
        {maxRuns !== null && <span className="text-muted"> {t.ofMaxRuns(maxRuns)}</span>}
        {failureCount > 0 && (
          <span className="text-red">
            {' · '}
            {t.lastFailed(failureCount)}
          </span>
        )}
      </GridFact>
      <GridFact
        label={t.currentRun}
        className={cn('col-span-2 sm:col-span-1', !activeExecution && 'max-sm:hidden')}
      >
        {activeExecution ? (
          <>
            <ActiveRun execution={activeExecution} />
            <NoWorkerReason />
            <WaitReason runId={activeExecution.id} />
          </>
        ) : (
          <span className="text-muted">{common.none}</span>
        )}
      </GridFact>
    </dl>
  );
}

interface LastRun {
  at: string;
  /** Null while it is open, and if the run is not among the recent ones. */
  runStatus: string | null;
}

/** `lastRunAt` counts only slots. Runs that were triggered are among the outcomes. */
function lastRunOf({ lastRunAt, recentOutcomes, activeExecution }: ShownSchedule): LastRun | undefined {
  const last = recentOutcomes.findLast(({ runStatus }) => runStatus !== null);
  if (last && (lastRunAt === null || Date.parse(last.at) >= Date.parse(lastRunAt))) {
    const isOpen = last.executionId === activeExecution?.id;
    return { at: last.at, runStatus: isOpen ? null : last.runStatus };
  }
  return lastRunAt === null ? undefined : { at: lastRunAt, runStatus: null };
}

function NextRun({ schedule, state }: { schedule: ShownSchedule; state: ScheduleState }) {
  const { nextRunAt, nextRunSource, zone } = schedule;
  const due = useClockText((now) => dueState(nextRunAt, now));
  if (state === 'template') return <span className="text-muted">{common.whenTriggered}</span>;
  if (nextRunAt === null || state === 'disabled' || state === 'done')
    return <span className="text-muted">{common.none}</span>;
  return (
    <span className="flex flex-col">
      <span className="font-semibold">
        <NextTime at={nextRunAt} zone={zone} isClaimed={state === 'enabled'} />
      </span>
      <span className="text-xs text-muted">
        <Time at={nextRunAt} zone={zone} show="absolute" />
        {state === 'paused'
          ? `, ${t.thenRegular}`
          : state === 'flagged'
            ? `, ${t.skippedWhileBlocked}`
            : nextRunSource && `, ${common.sources[nextRunSource]}`}
      </span>
      {due && state === 'enabled' && schedule.activeExecution === null && <NoWorkerReason />}
    </span>
  );
}

function ActiveRun({ execution }: { execution: NonNullable<ShownSchedule['activeExecution']> }) {
  const { id, runStatus, reason, jobsCreated } = execution;
  const isCounted = runStatus === 'RUNNING' && jobsCreated > 0;
  const label = isCounted
    ? `${endedOf(execution).toLocaleString('en')}/${jobsCreated.toLocaleString('en')}`
    : reason === 'WAITING'
      ? common.waitingForTurn
      : runStatus === 'PENDING'
        ? common.starting
        : undefined;
  return (
    <Link {...linkTo.run(id)} className="flex max-w-56 items-center gap-2 rounded-sm hover:underline">
      <StatusText status={statusOf(runStatus)} label={label} className="whitespace-normal!" />
      {isCounted && <RunBar label={t.currentRunJobs} execution={execution} />}
    </Link>
  );
}
