import { useState } from 'react';
import { Button } from '../../../components/button.js';
import { CodeBlock } from '../../../components/code/code-block.js';
import { Facts } from '../../../components/facts/facts.js';
import { Duration } from '../../../components/facts/time.js';
import { retryWords } from '../../../components/forms/retry-fields.js';
import { Section } from '../../../components/section.js';
import { KeyRound } from '../../../icons/lucide.js';
import { AUTHENTICATION_TYPES, ENDPOINT_TYPES } from '../agent-words.js';
import { EndpointCheckResult, useEndpointCheck } from '../endpoint-check.js';
import type { AgentDetailFragment } from './agent-detail.generated.js';
import { EditLink } from './edit-link.js';
import { SecretDialog } from './secret-dialog.js';

/** The endpoint and the authentication of requests. */
export function EndpointTab({ agent }: { agent: AgentDetailFragment }) {
  const [isReplacing, setReplacing] = useState<'credential' | 'signingSecret'>();
  const { id, endpoint, healthCheck, cancelUrl, signingSecret } = agent;
  const edit = <EditLink agentId={id} group="endpoint" />;
  if (!endpoint) return <p className="p-4 text-muted md:p-6">This agent has no valid endpoint. {edit}</p>;
  const { authentication, headers, retryConfig } = endpoint;
  const ownHeaders = headers as Record<string, string>;
  return (
    <div className="grid gap-x-10 gap-y-8 p-4 md:p-6 xl:grid-cols-2">
      <Section title="Endpoint" aside={edit}>
        <Facts
          facts={[
            { label: 'URL', value: <span className="font-mono text-xs break-all">{endpoint.url}</span> },
            { label: 'Response', value: <EndpointCheckButton url={endpoint.url} /> },
            { label: 'Kind', value: ENDPOINT_TYPES[endpoint.type] },
            { label: 'Method', value: endpoint.method },
            {
              label: 'Timeout',
              value: endpoint.timeout === null ? 'Default' : <Duration ms={endpoint.timeout} />,
            },
            {
              label: 'Health check',
              value: (
                <>
                  <span className="font-mono text-xs break-all">{healthCheck?.endpoint ?? '/health'}</span>
                  {!healthCheck?.endpoint && ' next to the endpoint'}
                  {healthCheck?.interval != null && <>, every {healthCheck.interval} s</>}
                </>
              ),
            },
            {
              label: 'Cancel URL',
              value: cancelUrl ? (
                <span className="font-mono text-xs break-all">{cancelUrl}</span>
              ) : (
                'None: the agent is not notified of cancellations'
              ),
            },
          ]}
        />
      </Section>
      <Section title="Authentication">
        <Facts
          facts={[
            { label: 'Type', value: AUTHENTICATION_TYPES[authentication.type] },
            {
              label: 'Header',
              value:
                authentication.type === 'API_KEY' ? (
                  <span className="font-mono text-xs">{authentication.header ?? 'X-API-Key'}</span>
                ) : undefined,
            },
            { label: 'User', value: authentication.username ?? undefined },
            {
              label: authentication.type === 'BASIC' ? 'Password' : 'Token',
              value:
                authentication.type === 'NONE' ? undefined : (
                  <Secret secret={authentication.credential} onReplace={() => setReplacing('credential')} />
                ),
            },
            {
              label: 'Signing secret',
              value: <Secret secret={signingSecret} onReplace={() => setReplacing('signingSecret')} />,
            },
          ]}
        />
        <p className="max-w-prose text-xs text-muted">
          Secrets are stored encrypted and never shown. With a signing secret, requests are signed according
          to Standard Webhooks.
        </p>
      </Section>
      {Object.keys(ownHeaders).length > 0 && (
        <Section title="Headers">
          <CodeBlock
            label="header lines"
            value={Object.entries(ownHeaders)
              .map(([name, value]) => `${name}: ${value}`)
              .join('\n')}
          />
        </Section>
      )}
      {retryConfig && (
        <Section title="Retries">
          <p className="first-letter:uppercase">{retryWords(retryConfig)}.</p>
        </Section>
      )}
      {isReplacing && (
        <SecretDialog agent={agent} kind={isReplacing} onClose={() => setReplacing(undefined)} />
      )}
    </div>
  );
}

function Secret({
  secret: { set, hint },
  onReplace,
}: {
  secret: { set: boolean; hint: string | null };
  onReplace: () => void;
}) {
  return (
    <span className="inline-flex flex-wrap items-center gap-2">
      {set ? <span className="font-mono text-xs">{`••••••••${hint?.replace('…', '') ?? ''}`}</span> : 'None'}
      {set && <span className="sr-only">stored secret</span>}
      <Button size="sm" requires="ADMIN" icon={KeyRound} onClick={onReplace}>
        {set ? 'Replace…' : 'Set…'}
      </Button>
    </span>
  );
}

/** Checks whether the URL can be reached. */
function EndpointCheckButton({ url }: { url: string }) {
  const [state, check] = useEndpointCheck();
  return (
    <span className="inline-flex flex-wrap items-center gap-2">
      <Button size="sm" requires="ADMIN" isBusy={state.kind === 'checking'} onClick={() => void check(url)}>
        Check now
      </Button>
      <EndpointCheckResult state={state} />
    </span>
  );
}
