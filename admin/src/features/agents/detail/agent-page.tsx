import { useParams } from '@tanstack/react-router';
import { Button } from '../../../components/button.js';
import { Callout } from '../../../components/callout.js';
import { Time } from '../../../components/facts/time.js';
import { NoObject } from '../../../components/no-object.js';
import { Tabs } from '../../../components/tabs.js';
import { useLiveJobs } from '../../../lib/graphql/live.js';
import { useLiveQuery } from '../../../lib/graphql/use-live-query.js';
import { counted } from '../../../lib/text/count-text.js';
import { AuditTrail } from '../../audit/audit-trail.js';
import { circuitInWords } from '../agent-status.js';
import {
  type AgentDetailFragment,
  AgentDetailLoadsDocument,
  AgentDetailPageDocument,
} from './agent-detail.generated.js';
import { AgentHeader } from './agent-header.js';
import { ConfigTab } from './config-tab.js';
import { EndpointTab } from './endpoint-tab.js';
import { JobsTab } from './jobs-tab.js';
import { LimitsTab } from './limits-tab.js';
import { OverviewTab } from './overview-tab.js';
import { SchemasTab } from './schemas-tab.js';
import { useResetCircuit } from './use-agent-actions.js';
import { UsedByTab } from './used-by-tab.js';
import { VersionsTab } from './versions-tab.js';

const AGENTS = { label: 'Agents', to: '/agents' } as const;

/** `/agents/:id`: health, statistics and settings of an agent. */
export function AgentPage() {
  const { agentId = '' } = useParams({ strict: false });
  const query = useLiveQuery(AgentDetailPageDocument, {
    variables: { id: agentId },
    refetchOn: { agent: ({ id }) => id === agentId },
  });
  useLiveJobs({ agentId });
  useLiveQuery(AgentDetailLoadsDocument, {
    variables: { id: agentId },
    refetchOn: { job: 'any', execution: 'any', agent: ({ id }) => id === agentId },
  });

  const agent = query.data?.agent;
  if (!agent) {
    return (
      <NoObject kind="Agent" title={agentId} parent={AGENTS} query={query}>
        It may have been deleted. Its jobs remain in the history.
      </NoObject>
    );
  }
  return (
    <>
      <AgentHeader agent={agent} />
      <Notices agent={agent} />
      <Tabs
        label="Agent"
        tabs={[
          { id: 'overview', label: 'Overview', render: () => <OverviewTab agent={agent} /> },
          { id: 'jobs', label: 'Jobs', render: () => <JobsTab agentId={agent.id} /> },
          { id: 'versions', label: 'Versions', render: () => <VersionsTab agent={agent} /> },
          { id: 'schemas', label: 'Schemas', render: () => <SchemasTab agent={agent} /> },
          { id: 'endpoint', label: 'Endpoint', render: () => <EndpointTab agent={agent} /> },
          { id: 'limits', label: 'Limits', render: () => <LimitsTab agent={agent} /> },
          { id: 'config', label: 'Config', render: () => <ConfigTab agentId={agent.id} /> },
          { id: 'uses', label: 'Used by', render: () => <UsedByTab agentId={agent.id} /> },
          { id: 'audit', label: 'Audit log', render: () => <AuditTrail entityId={agent.id} /> },
        ]}
      />
    </>
  );
}

/** Problems that keep the agent from working, with their solutions. */
function Notices({ agent }: { agent: AgentDetailFragment }) {
  const { enabled, disabledByAdmin, endpoint, circuit } = agent;
  const isOpen = circuit !== null && circuit.state !== 'CLOSED';
  if (enabled && endpoint && !isOpen) return null;
  return (
    <div className="flex flex-col gap-2 px-4 pt-3 pb-1 md:px-6">
      {!endpoint && (
        <Callout kind="error">
          This agent registered itself with an invalid endpoint, so it cannot be called. Edit it here, or let
          the agent correct its endpoint by SQL.
        </Callout>
      )}
      {!enabled && (
        <Callout kind="info">
          {disabledByAdmin
            ? 'An admin disabled this agent. The agent’s own database login cannot enable it. '
            : 'The agent disabled itself by SQL and can enable itself again. '}
          It is not called: schedules and pipelines that use it are blocked, and their slots are recorded as
          skipped.
        </Callout>
      )}
      {isOpen && (
        <Callout kind="warning" action={<ResetCircuit agent={agent} />}>
          {circuitInWords(circuit)}
          {circuit.nextProbeAt && (
            <>
              {' '}
              Next probe <Time at={circuit.nextProbeAt} />.
            </>
          )}
        </Callout>
      )}
    </div>
  );
}

function ResetCircuit({ agent: { id, throttledJobs } }: { agent: AgentDetailFragment }) {
  const [reset, isResetting] = useResetCircuit(id);
  const waiting = counted(throttledJobs, 'job');
  return (
    <Button size="sm" requires="OPERATOR" isBusy={isResetting} onClick={() => void reset()}>
      {throttledJobs > 0 ? `Close the circuit and send ${waiting}` : 'Close the circuit'}
    </Button>
  );
}
