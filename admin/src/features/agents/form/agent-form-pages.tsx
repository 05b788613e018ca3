import { useParams } from '@tanstack/react-router';
import { PageHeader } from '../../../components/page-header.js';
import { EmptyState, ErrorState, LoadingState } from '../../../components/states.js';
import { useLiveQuery } from '../../../lib/graphql/use-live-query.js';
import { linkTo } from '../../../lib/link-to.js';
import { draftOf, NEW_AGENT } from './agent-draft.js';
import { AgentFormReadDocument } from './agent-form.generated.js';
import { AgentForm } from './agent-form.js';

const AGENTS = { label: 'Agents', to: '/agents' } as const;

/** `/agents/new`. */
export function RegisterAgentPage() {
  return (
    <>
      <PageHeader title="Register agent" parent={AGENTS} />
      <AgentForm initial={NEW_AGENT} />
    </>
  );
}

/** `/agents/:id/edit`. */
export function EditAgentPage() {
  const { agentId = '' } = useParams({ strict: false });
  const { data, error, isLoading, refetch } = useLiveQuery(AgentFormReadDocument, {
    variables: { id: agentId },
  });
  if (isLoading) return <LoadingState label="Loading the agent…" />;
  if (!data) return <ErrorState title="Could not load the agent" error={error} onRetry={refetch} />;
  if (!data.agent) {
    return (
      <>
        <PageHeader title={agentId} parent={AGENTS} />
        <EmptyState title="Agent not found">It may have been deleted.</EmptyState>
      </>
    );
  }
  const { agent } = data;
  return (
    <>
      <PageHeader title="Edit" parent={{ label: agent.name, ...linkTo.agent(agent.id) }} />
      <AgentForm key={agent.id} agent={agent} initial={draftOf(agent)} />
    </>
  );
}
