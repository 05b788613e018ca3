import { InstantText } from '../../../components/facts/instant-text.js';
import { RunBar } from '../../../components/facts/run-outcome.js';
import { ShortId } from '../../../components/facts/short-id.js';
import { StatusText } from '../../../components/facts/status-badge.js';
import { Duration, Elapsed, Time } from '../../../components/facts/time.js';
import type { Column } from '../../../components/lists/table-column.js';
import { Explained } from '../../../components/tooltip.js';
import { endedOf } from '../../../lib/run-counters.js';
import { DELIVERY_WORDS, isOpen, nameOf, reasonWords, stateOf, TRIGGER_WORDS } from '../execution-words.js';
import type { ExecutionRowFragment } from '../executions.generated.js';

export const EXECUTION_COLUMNS: readonly Column<ExecutionRowFragment>[] = [
  { id: 'name', header: 'Run', width: 'minmax(10rem,2.5fr)', cell: nameOf },
  { id: 'status', header: 'Status', width: '6.5rem', cell: (execution) => <State execution={execution} /> },
  {
    id: 'progress',
    header: 'Jobs',
    width: 'minmax(8.5rem,1fr)',
    cell: (execution) => <Progress execution={execution} />,
  },
  {
    id: 'duration',
    header: 'Duration',
    width: '5.5rem',
    from: 'md',
    cell: (execution) => <Took {...execution} />,
  },
  {
    id: 'slot',
    header: 'Slot',
    width: '6.25rem',
    from: '2xl',
    cell: ({ slotAt, schedule }) => <Time at={slotAt} zone={schedule?.timezone} />,
  },
  {
    id: 'trigger',
    header: 'Trigger',
    width: '5rem',
    from: 'md',
    cell: ({ trigger }) => TRIGGER_WORDS[trigger],
  },
  {
    id: 'why',
    header: 'Reason',
    width: 'minmax(6rem,1.5fr)',
    from: 'lg',
    cell: ({ why, reason, missedCount, schedule }) => (
      <span className="text-muted" title={why}>
        {reasonWords(reason, missedCount) ?? <InstantText text={causeOf(why)} zone={schedule?.timezone} />}
      </span>
    ),
  },
  {
    id: 'created',
    header: 'Created',
    width: '6.25rem',
    sortField: 'CREATED_AT',
    cell: ({ createdAt, schedule }) => <Time at={createdAt} zone={schedule?.timezone} />,
  },
  {
    id: 'id',
    header: 'Id',
    width: '6.5rem',
    from: '2xl',
    cell: ({ id }) => <ShortId id={id} label="run id" />,
  },
];

/** The reason without the time, which has a column of its own. */
function causeOf(why: string): string {
  const cause = why.replace(/^Due at \S+: /, '');
  return cause.charAt(0).toUpperCase() + cause.slice(1);
}

/** The state of the jobs, and whether the agents accepted them. */
function State({ execution }: { execution: ExecutionRowFragment }) {
  return (
    <Explained by={`Delivery: ${DELIVERY_WORDS[execution.status].toLowerCase()}`}>
      <StatusText {...stateOf(execution)} />
    </Explained>
  );
}

function Progress({ execution }: { execution: ExecutionRowFragment }) {
  const { jobsCreated, runStatus } = execution;
  if (runStatus === null) return <span className="text-muted">–</span>;
  if (jobsCreated === 0)
    return <span className="text-muted">{runStatus === 'PENDING' ? 'not expanded yet' : 'none'}</span>;
  const ended = endedOf(execution);
  return (
    <span className="flex items-center gap-2">
      <RunBar label={`Jobs of ${nameOf(execution)}`} execution={execution} />
      <span className="shrink-0 text-xs text-muted">
        {ended === jobsCreated ? '' : `${ended.toLocaleString('en')}/`}
        {jobsCreated.toLocaleString('en')}
      </span>
    </span>
  );
}

/** From the claim to the end, or until now. */
export function Took(execution: Pick<ExecutionRowFragment, 'executionTime' | 'completedAt' | 'runStatus'>) {
  const { executionTime, completedAt, runStatus } = execution;
  if (runStatus !== null && isOpen({ runStatus })) return <Elapsed since={executionTime} />;
  if (runStatus === null || !completedAt) return <Duration ms={null} />;
  return <Duration ms={Math.max(0, Date.parse(completedAt) - Date.parse(executionTime))} />;
}
