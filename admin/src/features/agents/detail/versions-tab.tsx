import { useState } from 'react';
import { Button } from '../../../components/button.js';
import { ConfirmButton } from '../../../components/confirm-button.js';
import { None } from '../../../components/facts/none.js';
import { Time } from '../../../components/facts/time.js';
import { Who } from '../../../components/facts/who.js';
import { NotLoaded } from '../../../components/not-loaded.js';
import { Section } from '../../../components/section.js';
import { reportDone } from '../../../components/toast.js';
import { RotateCcw, Upload } from '../../../icons/lucide.js';
import { useAction } from '../../../lib/graphql/use-action.js';
import { useLiveQuery } from '../../../lib/graphql/use-live-query.js';
import { useRefusal } from '../../../lib/viewer.js';
import { texts } from '../texts/versions.js';
import {
  AgentDeploymentHistoryDocument,
  type AgentDeploymentHistoryQuery,
  type AgentDetailFragment,
  type AgentEnvironment,
  AgentRollbackDocument,
} from './agent-detail.generated.js';
import { DeployDialog } from './deploy-dialog.js';

const t = texts.versions;

const ENVIRONMENTS: readonly AgentEnvironment[] = ['PRODUCTION', 'STAGING', 'DEVELOPMENT'];

/** The active version in each environment, and past deployments. */
export function VersionsTab({ agent }: { agent: AgentDetailFragment }) {
  const [deployTo, setDeployTo] = useState<AgentEnvironment>();
  return (
    <div className="flex flex-col gap-8 p-4 md:p-6">
      <Section title={t.title} className="max-w-4xl">
        <ul className="grid gap-3 lg:grid-cols-3">
          {ENVIRONMENTS.map((environment) => (
            <Environment
              key={environment}
              agent={agent}
              environment={environment}
              onDeploy={() => setDeployTo(environment)}
            />
          ))}
        </ul>
      </Section>
      <History agentId={agent.id} />
      {deployTo && (
        <DeployDialog agent={agent} environment={deployTo} onClose={() => setDeployTo(undefined)} />
      )}
    </div>
  );
}

interface EnvironmentProps {
  agent: AgentDetailFragment;
  environment: AgentEnvironment;
  onDeploy: () => void;
}

function Environment({ agent, environment, onDeploy }: EnvironmentProps) {
  const { label, hint } = t.environments[environment];
  const [rollback] = useAction(AgentRollbackDocument, (data) => data.rollbackAgentVersion);
  const deployed = agent.deployments.find((deployment) => deployment.environment === environment);
  const before = deployed?.previousVersions.at(-1);
  const isProduction = environment === 'PRODUCTION';

  const goBack = async () =>
    reportDone(await rollback({ agentId: agent.id, environment }), t.rolledBack(label, before));

  return (
    <li className="flex min-w-0 flex-col gap-2 rounded-md border px-3 py-2.5">
      <div className="flex items-baseline justify-between gap-2">
        <h3 className="font-medium">{label}</h3>
        {deployed && (
          <span className="text-xs text-muted">
            <Time at={deployed.deployedAt} />
          </span>
        )}
      </div>
      <p className="truncate font-mono text-base">
        {deployed?.version ?? (isProduction ? agent.version : <None />)}
      </p>
      <p className="text-xs text-muted">
        {deployed ? (
          <>
            {hint} {t.deployedBy(<Who id={deployed.deployedBy} name={deployed.deployedByName} />)}
          </>
        ) : isProduction ? (
          t.registeredVersion
        ) : (
          t.noVersion
        )}
      </p>
      {deployed && deployed.previousVersions.length > 0 && (
        <p className="truncate text-xs text-muted" title={deployed.previousVersions.toReversed().join(', ')}>
          {previousInWords(deployed.previousVersions)}
        </p>
      )}
      <div className="mt-auto flex flex-wrap gap-1.5 pt-1">
        <Button size="sm" requires="ADMIN" icon={Upload} aria-label={t.deployTo(label)} onClick={onDeploy}>
          {t.deploy}
        </Button>
        {before && (
          <ConfirmButton
            label={t.rollBack(before)}
            size="sm"
            requires="ADMIN"
            icon={RotateCcw}
            title={t.rollBackTitle(label, before)}
            confirmLabel={t.rollBack(before)}
            onConfirm={goBack}
          >
            {(isProduction ? t.rollBackProduction : t.rollBackOther)(deployed?.version, before)}
          </ConfirmButton>
        )}
      </div>
    </li>
  );
}

/** Newest first. */
function previousInWords(versions: readonly string[]) {
  const shown = <span className="font-mono">{versions.toReversed().slice(0, 4).join(', ')}</span>;
  return versions.length > 4 ? t.previousAndMore(shown, versions.length - 4) : t.previous(shown);
}

/** Past deployments. They come from the audit log, so only admins see them. */
function History({ agentId }: { agentId: string }) {
  const refusal = useRefusal('ADMIN');
  const query = useLiveQuery(AgentDeploymentHistoryDocument, {
    variables: { agentId },
    pause: refusal !== undefined,
    refetchOn: { agent: ({ id }) => id === agentId },
  });
  const entries = query.data?.auditEntries.edges.map(({ node }) => node) ?? [];
  return (
    <Section title={t.history} className="max-w-4xl">
      {refusal && <p className="text-muted">{refusal}</p>}
      {!refusal && !query.data && <NotLoaded what={t.what} query={query} />}
      {query.data && entries.length === 0 && <p className="text-muted">{t.noHistory}</p>}
      {entries.length > 0 && (
        <ol className="flex flex-col">
          {entries.map((entry) => (
            <li key={entry.id} className="flex flex-wrap items-baseline gap-x-3 gap-y-0.5 border-b py-1.5">
              <span className="min-w-0 flex-1">{inWords(entry)}</span>
              <span className="text-muted">{entry.actorName ?? t.callboard}</span>
              <span className="w-24 text-right text-muted">
                <Time at={entry.at} />
              </span>
            </li>
          ))}
        </ol>
      )}
    </Section>
  );
}

type Entry = AgentDeploymentHistoryQuery['auditEntries']['edges'][number]['node'];

interface Deployed {
  environment?: string;
  version?: string;
}

function inWords({ before, after, action }: Entry) {
  const [from, to] = [(before ?? {}) as Deployed, (after ?? {}) as Deployed];
  if (!to.version) return t.removed;
  const entry = action === 'rollbackAgentVersion' ? t.rolledBackEntry : t.deployedEntry;
  return entry(
    to.environment,
    <span className="font-mono text-xs">
      {from.version && `${from.version} → `}
      {to.version}
    </span>,
  );
}
