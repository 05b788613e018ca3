import { ManagedByMark } from '../../components/facts/managed-by.js';
import { Duration } from '../../components/facts/time.js';
import type { Column } from '../../components/lists/data-table.js';
import { AgentCircuit, AgentHealth, AgentHeartbeat, SuccessRate, versionInUse } from './agent-status.js';
import type { AgentRowFragment } from './agents.generated.js';
import { texts } from './texts/common.js';

const t = texts.list;

export const AGENT_COLUMNS: readonly Column<AgentRowFragment>[] = [
  {
    header: texts.common.agent,
    width: 'minmax(10rem,3fr)',
    sortField: 'NAME',
    cell: ({ id, name, endpoint, managedBy }) => (
      <>
        {name} {id !== name && <span className="font-mono text-xs font-normal text-muted">{id}</span>}
        <ManagedByMark value={managedBy} />
        {!endpoint && <span className="ml-2 text-xs font-normal text-red">{t.invalidEndpoint}</span>}
      </>
    ),
  },
  { header: texts.common.health, width: '7rem', cell: (agent) => <AgentHealth agent={agent} /> },
  { header: texts.common.circuit, width: '7rem', cell: ({ circuit }) => <AgentCircuit circuit={circuit} /> },
  {
    header: texts.common.heartbeat,
    width: '6rem',
    from: 'xl',
    cell: ({ heartbeat }) => <AgentHeartbeat heartbeat={heartbeat} />,
  },
  {
    header: texts.common.version,
    width: '5.5rem',
    from: 'md',
    cell: (agent) => <span className="font-mono text-xs">{versionInUse(agent)}</span>,
  },
  { header: t.success, width: '6.5rem', align: 'right', cell: ({ stats }) => <SuccessRate stats={stats} /> },
  {
    header: texts.common.p95,
    width: '4.5rem',
    align: 'right',
    from: 'lg',
    cell: ({ stats }) => <Duration ms={stats.p95Ms} />,
  },
  {
    header: texts.common.running,
    width: '5rem',
    align: 'right',
    from: 'md',
    cell: ({ runningJobs, maxConcurrency }) => (
      <span className={runningJobs === 0 ? 'text-muted' : undefined}>
        {runningJobs.toLocaleString('en')}
        {maxConcurrency !== null && <span className="text-muted"> / {maxConcurrency}</span>}
      </span>
    ),
  },
  {
    header: texts.common.throttled,
    width: '4.5rem',
    align: 'right',
    from: 'lg',
    cell: ({ throttledJobs }) => (
      <span className={throttledJobs === 0 ? 'text-muted' : 'text-amber'}>
        {throttledJobs.toLocaleString('en')}
        {throttledJobs >= 10_000 && '+'}
      </span>
    ),
  },
];
