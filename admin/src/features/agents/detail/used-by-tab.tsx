import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { StatusText } from '../../../components/facts/status-badge.js';
import { Time } from '../../../components/facts/time.js';
import { NotLoaded } from '../../../components/not-loaded.js';
import { Section, SectionCount } from '../../../components/section.js';
import { EmptyState } from '../../../components/states.js';
import { useLiveQuery } from '../../../lib/graphql/use-live-query.js';
import type { LinkTarget } from '../../../lib/link-target.js';
import { linkTo } from '../../../lib/link-to.js';
import { texts } from '../texts/detail.js';
import { AgentUsesDocument, type AgentUsesQuery } from './agent-detail.generated.js';

const t = texts.uses;

/** The schedules, pipelines and webhooks that call the agent. */
export function UsedByTab({ agentId }: { agentId: string }) {
  const query = useUses(agentId);
  if (!query.data) return <NotLoaded what={t.what} query={query} />;
  const { schedules, pipelines, webhooks } = query.data;
  if (schedules.totalCount + pipelines.totalCount + webhooks.totalCount === 0) {
    return <EmptyState title={t.empty}>{t.emptyHint(agentId)}</EmptyState>;
  }
  return (
    <div className="flex max-w-4xl flex-col gap-8 p-4 md:p-6">
      <Uses
        title={t.schedules}
        total={schedules.totalCount}
        all={{ to: '/scheduler/schedules', search: { agent: agentId } }}
      >
        {schedules.edges.map(({ node: { id, name, enabled, nextRunAt } }) => (
          <Use key={id} link={linkTo.schedule(id)} name={name}>
            {enabled ? <Time at={nextRunAt} prefix={t.next} /> : <StatusText status="disabled" />}
          </Use>
        ))}
      </Uses>
      <Uses
        title={t.pipelines}
        total={pipelines.totalCount}
        all={{ to: '/scheduler/pipelines', search: { agent: agentId } }}
      >
        {pipelines.edges.map(({ node: { id, name, enabled, steps } }) => (
          <Use key={id} link={linkTo.pipeline(id)} name={name}>
            <span className="truncate text-muted">{stepsOf(steps, agentId)}</span>
            {!enabled && <StatusText status="disabled" />}
          </Use>
        ))}
      </Uses>
      <Uses title={t.webhooks} total={webhooks.totalCount} all={{ to: '/webhooks' }}>
        {webhooks.edges.map(({ node: { id, name, suspended } }) => (
          <Use key={id} link={linkTo.webhook(id)} name={name}>
            {suspended && <StatusText status="paused" label={t.suspended} />}
          </Use>
        ))}
      </Uses>
    </div>
  );
}

export function useUses(agentId: string, pause = false) {
  return useLiveQuery(AgentUsesDocument, {
    variables: { id: agentId },
    pause,
    refetchOn: {
      schedule: 'any',
      record: ({ recordKind }) => recordKind === 'PIPELINE' || recordKind === 'WEBHOOK',
    },
  });
}

/** `3 schedules, 1 pipeline and 2 webhooks`. Undefined if nothing uses the agent. */
export function usesInWords({ schedules, pipelines, webhooks }: AgentUsesQuery): string | undefined {
  const parts = [
    schedules.totalCount > 0 && t.scheduleCount(schedules.totalCount),
    pipelines.totalCount > 0 && t.pipelineCount(pipelines.totalCount),
    webhooks.totalCount > 0 && t.webhookCount(webhooks.totalCount),
  ].filter((part) => part !== false);
  const last = parts.pop();
  return last && parts.length > 0 ? t.and(parts, last) : last;
}

function stepsOf(steps: readonly { stepId: string; agentId: string }[], agentId: string): string {
  const names = steps.filter((step) => step.agentId === agentId).map(({ stepId }) => stepId);
  return t.steps(names);
}

interface UsesProps {
  title: string;
  total: number;
  /** The page with the full list. */
  all: LinkTarget;
  children: ReactNode;
}

function Uses({ title, total, all, children }: UsesProps) {
  if (total === 0) return null;
  return (
    <Section title={title} aside={<SectionCount count={total} />}>
      <ul className="flex flex-col">{children}</ul>
      {total > 50 && (
        <Link {...all} className="text-accent underline-offset-3 hover:underline">
          {t.viewAll(total)}
        </Link>
      )}
    </Section>
  );
}

function Use({ link, name, children }: { link: LinkTarget; name: string; children: ReactNode }) {
  return (
    <li className="flex min-h-9 items-center gap-3 border-b">
      <Link {...link} className="min-w-0 flex-1 truncate font-medium underline-offset-3 hover:underline">
        {name}
      </Link>
      {children}
    </li>
  );
}
