import { useParams } from '@tanstack/react-router';
import { Button } from '../../../components/button.js';
import { Callout } from '../../../components/callout.js';
import { Time } from '../../../components/facts/time.js';
import { NoObject } from '../../../components/no-object.js';
import { Tabs } from '../../../components/tabs.js';
import { useLiveJobs } from '../../../lib/graphql/live.js';
import { useLiveQuery } from '../../../lib/graphql/use-live-query.js';
import { AuditTrail } from '../../audit/audit-trail.js';
import { circuitInWords } from '../agent-status.js';
import { texts } from '../texts/detail.js';
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

const t = texts.detail;

const AGENTS = { label: texts.common.agents, to: '/agents' } as const;

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
      <NoObject kind={texts.common.agent} title={agentId} parent={AGENTS} query={query}>
        {t.missing}
      </NoObject>
    );
  }
  return (
    <>
      <AgentHeader agent={agent} />
      <Notices agent={agent} />
      <Tabs
        label={texts.common.agent}
        tabs={[
          { id: 'overview', label: t.overview, render: () => <OverviewTab agent={agent} /> },
          { id: 'jobs', label: t.jobs, render: () => <JobsTab agentId={agent.id} /> },
          { id: 'versions', label: t.versions, render: () => <VersionsTab agent={agent} /> },
          { id: 'schemas', label: texts.common.schemas, render: () => <SchemasTab agent={agent} /> },
          { id: 'endpoint', label: texts.common.endpoint, render: () => <EndpointTab agent={agent} /> },
          { id: 'limits', label: texts.common.limits, render: () => <LimitsTab agent={agent} /> },
          { id: 'config', label: t.config, render: () => <ConfigTab agentId={agent.id} /> },
          { id: 'uses', label: t.usedBy, render: () => <UsedByTab agentId={agent.id} /> },
          { id: 'audit', label: t.audit, render: () => <AuditTrail entityId={agent.id} /> },
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
      {!endpoint && <Callout kind="error">{t.invalidEndpoint}</Callout>}
      {!enabled && <Callout kind="info">{disabledByAdmin ? t.disabledByAdmin : t.disabledItself}</Callout>}
      {isOpen && (
        <Callout kind="warning" action={<ResetCircuit agent={agent} />}>
          {circuitInWords(circuit)} {circuit.nextProbeAt && t.nextProbe(<Time at={circuit.nextProbeAt} />)}
        </Callout>
      )}
    </div>
  );
}

function ResetCircuit({ agent: { id, throttledJobs } }: { agent: AgentDetailFragment }) {
  const [reset, isResetting] = useResetCircuit(id);
  return (
    <Button size="sm" requires="OPERATOR" isBusy={isResetting} onClick={() => void reset()}>
      {throttledJobs > 0 ? t.closeAndSend(throttledJobs) : t.closeCircuit}
    </Button>
  );
}
