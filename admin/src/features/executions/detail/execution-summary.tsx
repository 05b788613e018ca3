import { Link } from '@tanstack/react-router';
import {
  FactItem,
  FactLine,
  FactLink,
  PipelineFact,
  ScheduleFact,
} from '../../../components/facts/fact-item.js';
import { RunBar } from '../../../components/facts/run-outcome.js';
import { ShortId } from '../../../components/facts/short-id.js';
import { StatusShape, statusOf, statusWord } from '../../../components/facts/status-badge.js';
import { Time } from '../../../components/facts/time.js';
import { Who } from '../../../components/facts/who.js';
import { Explained } from '../../../components/tooltip.js';
import { linkTo } from '../../../lib/link-to.js';
import { endedOf } from '../../../lib/run-counters.js';
import { formatDuration, useNow } from '../../../lib/text/time.js';
import { isOpen, reasonWords } from '../execution-words.js';
import type { JobStatus } from '../executions.generated.js';
import { Took } from '../list/execution-columns.js';
import { texts } from '../texts.js';
import type { ExecutionDetail } from './shown-execution.js';
import { useThroughput } from './use-throughput.js';

const t = texts.summary;

interface ExecutionSummaryProps {
  execution: ExecutionDetail;
  /** Time zone of its schedule. */
  zone: string | undefined;
}

/** Progress, counts by state, estimated end, and related objects. */
export function ExecutionSummary({ execution, zone }: ExecutionSummaryProps) {
  const { jobsCreated, runStatus } = execution;
  const ended = endedOf(execution);
  return (
    <section aria-label={t.title} className="flex flex-col gap-2.5 px-4 py-3 md:px-6">
      {runStatus !== null && jobsCreated > 0 && (
        <>
          <div className="flex flex-wrap items-baseline justify-between gap-x-4">
            <p>
              <span className="font-medium">{t.finished(ended, jobsCreated)}</span>{' '}
              <span className="text-muted">{percent(ended, jobsCreated)}</span>
            </p>
            <p className="text-muted">
              <Outlook execution={execution} />
            </p>
          </div>
          <RunBar label={t.finishedJobs} execution={execution} />
          <Counts execution={execution} />
        </>
      )}
      <Facts execution={execution} zone={zone} />
    </section>
  );
}

/** `100%` only when every job has ended. */
function percent(ended: number, total: number): string {
  return `${Math.floor((ended / total) * 100)}%`;
}

/** Batches, jobs per second and estimated end. */
function Outlook({ execution }: { execution: ExecutionDetail }) {
  const { jobsCreated, batches, batchesBegun, nextBatchAt } = execution;
  const { perSecond, leftMs } = useThroughput(execution);
  const now = useNow();
  // A run that is being cancelled does not get through its batches.
  if (!isOpen(execution) || execution.cancelRequestedAt) return batches > 1 ? t.batches(batches) : null;
  const untilNext = nextBatchAt === null ? 0 : Date.parse(nextBatchAt) - now.getTime();
  const parts = [
    batches > 1 &&
      (untilNext > 1_000
        ? t.batchWithNext(batchesBegun, batches, formatDuration(untilNext))
        : t.batch(batchesBegun, batches)),
    perSecond !== undefined && rate(perSecond),
    leftMs !== undefined && endedOf(execution) < jobsCreated && t.left(formatDuration(leftMs)),
  ];
  return parts.filter(Boolean).join(' · ');
}

function rate(perSecond: number): string {
  if (perSecond >= 10) return t.perSecond(Math.round(perSecond).toLocaleString('en'));
  if (perSecond >= 1) return t.perSecond(perSecond.toFixed(1));
  const perMinute = perSecond * 60;
  return t.perMinute(perMinute >= 10 ? `${Math.round(perMinute)}` : perMinute.toFixed(1));
}

const ORDER = ['RUNNING', 'PENDING', 'COMPLETED', 'FAILED', 'DEAD_LETTER', 'CANCELLED', 'SKIPPED'] as const;

/** Each count links to its jobs. */
function Counts({ execution }: { execution: ExecutionDetail }) {
  const { id, jobsCreated, jobsCompleted, jobsFailed, jobsCancelled, jobsSkipped, jobCounts } = execution;
  const countOf = (status: JobStatus) => jobCounts.find((one) => one.status === status)?.count ?? 0;
  // Events update the counters immediately. States that they do not distinguish come from the last query.
  const left = jobsCreated - endedOf(execution);
  const running = Math.min(left, countOf('RUNNING'));
  const dead = Math.min(jobsFailed, countOf('DEAD_LETTER'));
  const counts: Readonly<Record<JobStatus, number>> = {
    RUNNING: running,
    PENDING: left - running,
    COMPLETED: jobsCompleted,
    FAILED: jobsFailed - dead,
    DEAD_LETTER: dead,
    CANCELLED: jobsCancelled,
    SKIPPED: jobsSkipped,
  };
  return (
    <ul aria-label={t.jobsByStatus} className="flex flex-wrap gap-x-4 gap-y-1">
      {ORDER.map((name) => {
        const count = counts[name];
        const status = statusOf(name);
        return (
          count > 0 && (
            <li key={name}>
              <Link
                {...linkTo.run(id)}
                search={{ status: name }}
                className="inline-flex items-center gap-1.5 text-muted hover:text-ink hover:underline"
              >
                <StatusShape status={status} />
                <span className="font-medium text-ink">{count.toLocaleString('en')}</span>{' '}
                {name === 'DEAD_LETTER' ? t.deadLetters(count) : statusWord(status).toLowerCase()}
              </Link>
            </li>
          )
        );
      })}
    </ul>
  );
}

function Facts({ execution, zone }: ExecutionSummaryProps) {
  const { agentId, agent, pipelineId, pipeline, schedule, scheduleId, trigger, reason, missedCount } =
    execution;
  const {
    slotAt,
    lastSlotAt,
    fireAt,
    executionTime,
    completedAt,
    runStatus,
    traceId,
    createdBy,
    createdByName,
  } = execution;
  const why = reasonWords(reason, missedCount);
  const hasRange = lastSlotAt !== null && lastSlotAt !== slotAt;
  const slot = <Time at={slotAt} zone={zone} show="absolute" />;
  return (
    <FactLine>
      {agentId && (
        <FactItem label={texts.common.agent}>
          <FactLink {...linkTo.agent(agentId)}>{agent?.name ?? agentId}</FactLink>
        </FactItem>
      )}
      {pipelineId && <PipelineFact id={pipelineId} name={pipeline?.name} />}
      {scheduleId && <ScheduleFact id={scheduleId} name={schedule?.name} />}
      <FactItem label={texts.common.trigger}>
        {trigger === 'MANUAL' && createdBy
          ? t.triggeredBy(texts.triggers[trigger], <Who id={createdBy} name={createdByName} />)
          : texts.triggers[trigger]}
      </FactItem>
      {runStatus !== null && (
        <FactItem label={texts.common.firstAttempts}>
          <Explained by={texts.acceptedHint}>{texts.accepted[execution.status]}</Explained>
        </FactItem>
      )}
      {why && <FactItem label={texts.common.reason}>{why}</FactItem>}
      {slotAt && (
        <FactItem label={hasRange ? t.slots : texts.common.slot}>
          {hasRange ? t.slotRange(slot, <Time at={lastSlotAt} zone={zone} show="absolute" />) : slot}
        </FactItem>
      )}
      {trigger === 'MANUAL' && Date.parse(fireAt) - Date.parse(executionTime) > 1_000 && (
        <FactItem label={completedAt === null && execution.jobsCreated === 0 ? t.starts : t.scheduledFor}>
          <Time at={fireAt} zone={zone} />
        </FactItem>
      )}
      <FactItem label={runStatus === null ? t.recorded : t.claimed}>
        <Time at={executionTime} zone={zone} />
      </FactItem>
      {runStatus !== null && runStatus !== 'PENDING' && (
        <FactItem label={isOpen(execution) ? t.runningFor : texts.common.duration}>
          <Took {...execution} />
        </FactItem>
      )}
      {completedAt && (
        <FactItem label={t.ended}>
          <Time at={completedAt} zone={zone} />
        </FactItem>
      )}
      <FactItem label={t.trace}>
        <ShortId id={traceId} label={t.traceId} />
      </FactItem>
    </FactLine>
  );
}
