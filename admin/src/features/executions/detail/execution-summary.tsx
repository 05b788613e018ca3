import { Link } from '@tanstack/react-router';
import { FactItem, FactLink, PipelineFact, ScheduleFact } from '../../../components/facts/fact-item.js';
import { RunBar } from '../../../components/facts/run-outcome.js';
import { ShortId } from '../../../components/facts/short-id.js';
import { StatusShape, statusOf, statusWord } from '../../../components/facts/status-badge.js';
import { Time } from '../../../components/facts/time.js';
import { Who } from '../../../components/facts/who.js';
import { linkTo } from '../../../lib/link-to.js';
import { endedOf } from '../../../lib/run-counters.js';
import { counted } from '../../../lib/text/count-text.js';
import { formatDuration, useNow } from '../../../lib/text/time.js';
import { DELIVERY_WORDS, isOpen, reasonWords, TRIGGER_WORDS } from '../execution-words.js';
import type { JobStatus } from '../executions.generated.js';
import { Took } from '../list/execution-columns.js';
import type { ExecutionDetail } from './shown-execution.js';
import { useThroughput } from './use-throughput.js';

/** Progress, counts by state, estimated end, and related objects. */
export function ExecutionSummary({ execution }: { execution: ExecutionDetail }) {
  const { jobsCreated, runStatus } = execution;
  const ended = endedOf(execution);
  return (
    <section aria-label="Summary" className="flex flex-col gap-2.5 px-4 py-3 md:px-6">
      {runStatus !== null && jobsCreated > 0 && (
        <>
          <div className="flex flex-wrap items-baseline justify-between gap-x-4">
            <p>
              <span className="font-medium">
                {ended.toLocaleString('en')} of {counted(jobsCreated, 'job')}
              </span>{' '}
              <span className="text-muted">{percent(ended, jobsCreated)}</span>
            </p>
            <p className="text-muted">
              <Outlook execution={execution} />
            </p>
          </div>
          <RunBar label="Finished jobs" execution={execution} />
          <Counts execution={execution} />
        </>
      )}
      <Facts execution={execution} />
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
  if (!isOpen(execution)) return batches > 1 ? `${batches.toLocaleString('en')} batches` : null;
  const untilNext = nextBatchAt === null ? 0 : Date.parse(nextBatchAt) - now.getTime();
  const parts = [
    batches > 1 &&
      `batch ${batchesBegun.toLocaleString('en')} of ${batches.toLocaleString('en')}${untilNext > 1_000 ? `, next in ${formatDuration(untilNext)}` : ''}`,
    perSecond !== undefined && rate(perSecond),
    leftMs !== undefined && endedOf(execution) < jobsCreated && `about ${formatDuration(leftMs)} left`,
  ];
  return parts.filter(Boolean).join(' · ');
}

function rate(perSecond: number): string {
  if (perSecond >= 10) return `${Math.round(perSecond).toLocaleString('en')} jobs/s`;
  if (perSecond >= 1) return `${perSecond.toFixed(1)} jobs/s`;
  const perMinute = perSecond * 60;
  return `${perMinute >= 10 ? Math.round(perMinute) : perMinute.toFixed(1)} jobs/min`;
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
    <ul aria-label="Jobs by status" className="flex flex-wrap gap-x-4 gap-y-1">
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
                {statusWord(status).toLowerCase()}
              </Link>
            </li>
          )
        );
      })}
    </ul>
  );
}

function Facts({ execution }: { execution: ExecutionDetail }) {
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
  const zone = schedule?.timezone;
  const why = reasonWords(reason, missedCount);
  return (
    <dl className="flex flex-wrap gap-x-8 gap-y-2">
      {agentId && (
        <FactItem label="Agent">
          <FactLink {...linkTo.agent(agentId)}>{agent?.name ?? agentId}</FactLink>
        </FactItem>
      )}
      {pipelineId && <PipelineFact id={pipelineId} name={pipeline?.name} />}
      {scheduleId && <ScheduleFact id={scheduleId} name={schedule?.name} />}
      <FactItem label="Trigger">
        {TRIGGER_WORDS[trigger]}
        {trigger === 'MANUAL' && createdBy && (
          <>
            {' '}
            <span className="text-muted">by</span> <Who id={createdBy} name={createdByName} />
          </>
        )}
      </FactItem>
      {runStatus !== null && <FactItem label="Delivery">{DELIVERY_WORDS[execution.status]}</FactItem>}
      {why && <FactItem label="Reason">{why}</FactItem>}
      {slotAt && (
        <FactItem label={lastSlotAt && lastSlotAt !== slotAt ? 'Slots' : 'Slot'}>
          <Time at={slotAt} zone={zone} show="absolute" />
          {lastSlotAt && lastSlotAt !== slotAt && (
            <>
              {' '}
              to <Time at={lastSlotAt} zone={zone} show="absolute" />
            </>
          )}
        </FactItem>
      )}
      {trigger === 'MANUAL' && Date.parse(fireAt) - Date.parse(executionTime) > 1_000 && (
        <FactItem label={completedAt === null && execution.jobsCreated === 0 ? 'Starts' : 'Scheduled for'}>
          <Time at={fireAt} zone={zone} />
        </FactItem>
      )}
      <FactItem label={runStatus === null ? 'Recorded' : 'Claimed'}>
        <Time at={executionTime} zone={zone} />
      </FactItem>
      {runStatus !== null && (
        <FactItem label={isOpen(execution) ? 'Running for' : 'Duration'}>
          <Took {...execution} />
        </FactItem>
      )}
      {completedAt && (
        <FactItem label="Ended">
          <Time at={completedAt} zone={zone} />
        </FactItem>
      )}
      <FactItem label="Trace">
        <ShortId id={traceId} label="trace id" />
      </FactItem>
    </dl>
  );
}
