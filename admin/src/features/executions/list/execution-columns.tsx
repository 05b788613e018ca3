import { InstantText } from '../../../components/facts/instant-text.js';
import { None } from '../../../components/facts/none.js';
import { RunBar } from '../../../components/facts/run-outcome.js';
import { ShortId } from '../../../components/facts/short-id.js';
import { StatusText } from '../../../components/facts/status-badge.js';
import { Duration, Elapsed, Time } from '../../../components/facts/time.js';
import type { Column } from '../../../components/lists/table-column.js';
import { Explained } from '../../../components/tooltip.js';
import { endedOf } from '../../../lib/run-counters.js';
import { nameOf, reasonWords, stateOf } from '../execution-words.js';
import type { ExecutionRowFragment } from '../executions.generated.js';
import { texts } from '../texts.js';

const t = texts.list;

export const EXECUTION_COLUMNS: readonly Column<ExecutionRowFragment>[] = [
  { header: texts.common.run, width: 'minmax(10rem,2.5fr)', cell: nameOf },
  { header: texts.common.status, width: '6.5rem', cell: (execution) => <State execution={execution} /> },
  {
    header: texts.common.jobs,
    width: 'minmax(8.5rem,1fr)',
    cell: (execution) => <Progress execution={execution} />,
  },
  {
    header: texts.common.duration,
    width: '5.5rem',
    from: 'md',
    cell: (execution) => <Took {...execution} />,
  },
  {
    header: texts.common.slot,
    width: '6.25rem',
    from: '2xl',
    cell: ({ slotAt, schedule }) => <Time at={slotAt} zone={schedule?.timezone} />,
  },
  { header: texts.common.trigger, width: '5rem', from: 'md', cell: ({ trigger }) => texts.triggers[trigger] },
  {
    header: texts.common.reason,
    width: 'minmax(6rem,1.5fr)',
    from: 'lg',
    cell: (execution) => (
      <span className="text-muted" title={execution.why}>
        <Reason execution={execution} />
      </span>
    ),
  },
  {
    header: t.created,
    width: '6.25rem',
    sortField: 'CREATED_AT',
    cell: ({ createdAt, schedule }) => <Time at={createdAt} zone={schedule?.timezone} />,
  },
  {
    header: t.id,
    width: '6.5rem',
    from: '2xl',
    cell: ({ id }) => <ShortId id={id} label={texts.common.runId} />,
  },
];

/** Why the slot was skipped, or why the run failed or stopped. Otherwise why it took place. */
function Reason({ execution }: { execution: ExecutionRowFragment }) {
  const { why, reason, missedCount, runStatus, jobsCreated, schedule } = execution;
  if (runStatus === 'FAILED' && jobsCreated === 0) return t.failedWithoutJobs;
  return reasonWords(reason, missedCount) ?? <InstantText text={causeOf(why)} zone={schedule?.timezone} />;
}

/** The reason without the time, which has a column of its own. */
function causeOf(why: string): string {
  const cause = why.replace(/^Due at \S+: /, '');
  return cause.charAt(0).toUpperCase() + cause.slice(1);
}

/** The state of the jobs, and whether the agents accepted them. */
function State({ execution }: { execution: ExecutionRowFragment }) {
  return (
    <Explained by={t.firstAttemptsAre(texts.accepted[execution.status])}>
      <StatusText {...stateOf(execution)} />
    </Explained>
  );
}

function Progress({ execution }: { execution: ExecutionRowFragment }) {
  const { jobsCreated, runStatus } = execution;
  if (runStatus === null) return <None />;
  if (jobsCreated === 0)
    return <span className="text-muted">{runStatus === 'PENDING' ? t.notExpanded : texts.common.none}</span>;
  const ended = endedOf(execution);
  return (
    <span className="flex items-center gap-2">
      <RunBar label={t.jobsOf(nameOf(execution))} execution={execution} />
      <span className="shrink-0 text-xs text-muted">
        {ended === jobsCreated ? '' : `${ended.toLocaleString('en')}/`}
        {jobsCreated.toLocaleString('en')}
      </span>
    </span>
  );
}

/** From the claim to the end, or until now. A run that has not started takes no time yet. */
export function Took(execution: Pick<ExecutionRowFragment, 'executionTime' | 'completedAt' | 'runStatus'>) {
  const { executionTime, completedAt, runStatus } = execution;
  if (runStatus === 'RUNNING') return <Elapsed since={executionTime} />;
  if (runStatus === null || !completedAt) return <Duration ms={null} />;
  return <Duration ms={Math.max(0, Date.parse(completedAt) - Date.parse(executionTime))} />;
}
