import { Link } from '@tanstack/react-router';
import { Time } from '../../components/facts/time.js';
import { type Column, DataTable } from '../../components/lists/data-table.js';
import { PageHeader } from '../../components/page-header.js';
import { Segments, useSegment } from '../../components/segments.js';
import { Explained } from '../../components/tooltip.js';
import { useLiveList } from '../../lib/graphql/use-live-list.js';
import { useLiveQuery } from '../../lib/graphql/use-live-query.js';
import { linkTo } from '../../lib/link-to.js';
import { texts } from './texts.js';
import { Capabilities, Load, WorkerState } from './worker-status.js';
import {
  type WorkerState as State,
  WorkerListDocument,
  type WorkerRowFragment,
  WorkerTotalsDocument,
  type WorkerTotalsQuery,
} from './workers.generated.js';

const t = texts.list;

const SHOWN = [
  { id: 'alive', label: t.shownAlive },
  { id: 'gone', label: t.shownGone },
  { id: 'all', label: t.shownAll },
] as const;

const STATES: Readonly<Record<string, State[]>> = { alive: ['ALIVE', 'IDLE', 'BUSY'], gone: ['DEAD'] };

const COLUMNS: readonly Column<WorkerRowFragment>[] = [
  {
    header: texts.common.worker,
    width: 'minmax(10rem,2fr)',
    cell: ({ host, pid }) => (
      <>
        {host} <span className="font-normal text-muted">· {pid}</span>
      </>
    ),
  },
  { header: t.status, width: '7rem', cell: (worker) => <WorkerState worker={worker} /> },
  { header: texts.common.activeJobs, width: '9rem', cell: (worker) => <Load worker={worker} /> },
  {
    header: texts.common.capabilities,
    width: 'minmax(10rem,3fr)',
    from: 'md',
    cell: ({ capabilities }) => <Capabilities capabilities={capabilities} isOneLine />,
  },
  { header: texts.common.lease, width: '5rem', from: 'lg', cell: (worker) => <Lease worker={worker} /> },
  { header: texts.common.heartbeat, width: '7rem', cell: ({ heartbeatAt }) => <Time at={heartbeatAt} /> },
  {
    header: texts.common.started,
    width: '7rem',
    from: 'lg',
    cell: ({ startedAt }) => <Time at={startedAt} />,
  },
  {
    header: texts.common.version,
    width: '5rem',
    from: 'xl',
    cell: ({ version }) => <span className="font-mono text-xs">{version}</span>,
  },
];

/** `/workers`: all workers with their load and capabilities. */
export function WorkersPage() {
  const shown = useSegment({ param: 'shown', options: SHOWN, defaultId: 'alive' });
  const states = STATES[shown];
  const { data } = useLiveQuery(WorkerTotalsDocument, { refetchOn: { worker: 'any' } });
  const list = useLiveList(WorkerListDocument, {
    variables: { filter: states ? { state: states } : {} },
    connection: (result) => result.workers,
    refetchOn: { worker: states ? ({ status, previousStatus }) => status !== previousStatus : 'list' },
  });
  const totals = data?.overview.workers;
  return (
    <>
      <PageHeader
        title={texts.common.workers}
        aside={totals && <Totals totals={totals} />}
        actions={<Segments label={t.shownLabel} param="shown" options={SHOWN} defaultId="alive" />}
      />
      <DataTable
        label={texts.common.workers}
        list={list}
        columns={COLUMNS}
        link={({ id }) => linkTo.worker(id)}
        rowLabel={({ host, pid }) => t.row(host, pid)}
        empty={
          shown === 'gone'
            ? { title: t.noneGone }
            : { title: t.emptyTitle, children: t.empty, example: EXAMPLE, exampleLabel: t.exampleLabel }
        }
      />
    </>
  );
}

function Totals({
  totals: { alive, busy, draining, dead },
}: {
  totals: WorkerTotalsQuery['overview']['workers'];
}) {
  return (
    <span className="flex flex-wrap gap-x-3 text-muted">
      <span>{t.alive(alive)}</span>
      {busy > 0 && <span>{t.busy(busy)}</span>}
      {draining > 0 && <span className="text-amber">{t.draining(draining)}</span>}
      {dead > 0 && (
        <Link
          to="/workers"
          search={{ shown: 'gone' }}
          className="text-crimson underline-offset-3 hover:underline"
        >
          {t.died(dead)}
        </Link>
      )}
    </span>
  );
}

/** Writes of a worker count as long as it holds its lease. */
function Lease({ worker: { state, epoch, leaseExpiresAt } }: { worker: WorkerRowFragment }) {
  const words =
    state === 'DEAD'
      ? t.leaseExpiredHint
      : t.leaseHeldHint(new Date(leaseExpiresAt).toLocaleTimeString('en-GB'), epoch);
  return (
    <Explained by={words} className={state === 'DEAD' ? 'text-muted' : undefined}>
      {state === 'DEAD' ? texts.common.leaseExpired : texts.common.leaseHeld}
    </Explained>
  );
}

const EXAMPLE = `DATABASE_URL=postgres://… \\
CALLBOARD_SECRET_KEY=… \\
CALLBOARD_WORKER_CAPABILITIES=region=eu,gpu=true \\
node dist/worker.js`;
