import { useParams } from '@tanstack/react-router';
import { NoObject } from '../../../components/no-object.js';
import { PageHeader } from '../../../components/page-header.js';
import { useLiveQuery } from '../../../lib/graphql/use-live-query.js';
import { linkTo } from '../../../lib/link-to.js';
import { texts } from '../texts/form.js';
import { draftOf, NEW_AGENT } from './agent-draft.js';
import { AgentFormReadDocument } from './agent-form.generated.js';
import { AgentForm } from './agent-form.js';

const AGENTS = { label: texts.common.agents, to: '/agents' } as const;

/** `/agents/new`. */
export function RegisterAgentPage() {
  return (
    <>
      <PageHeader title={texts.common.register} parent={AGENTS} />
      <AgentForm stored={NEW_AGENT} />
    </>
  );
}

/** `/agents/:id/edit`. */
export function EditAgentPage() {
  const { agentId = '' } = useParams({ strict: false });
  const query = useLiveQuery(AgentFormReadDocument, {
    variables: { id: agentId },
    refetchOn: { agent: ({ id }) => id === agentId },
  });
  const agent = query.data?.agent;
  if (!agent) {
    return (
      <NoObject kind={texts.common.agent} title={agentId} parent={AGENTS} query={query}>
        {texts.common.mayBeDeleted}
      </NoObject>
    );
  }
  return (
    <>
      <PageHeader title={texts.common.edit} parent={{ label: agent.name, ...linkTo.agent(agent.id) }} />
      <AgentForm key={agent.id} agent={agent} stored={draftOf(agent)} />
    </>
  );
}
