import { useState } from 'react';
import { Button } from '../../../components/button.js';
import { CodeBlock } from '../../../components/code/code-block.js';
import { type Fact, Facts } from '../../../components/facts/facts.js';
import { Duration } from '../../../components/facts/time.js';
import { valueAt } from '../../../components/forms/draft.js';
import type { StoredSecret } from '../../../components/forms/kind-fields.js';
import { retryWords } from '../../../components/forms/retry-fields.js';
import { Section } from '../../../components/section.js';
import { KeyRound } from '../../../icons/lucide.js';
import { cn } from '../../../lib/class-names.js';
import { ENDPOINT_TYPES } from '../agent-words.js';
import { AUTHENTICATION_KINDS, authenticationFields } from '../authentication-kinds.js';
import { EndpointCheckResult, useEndpointCheck } from '../endpoint-check.js';
import type { AgentDetailFragment } from './agent-detail.generated.js';
import { EditLink } from './edit-link.js';
import { type AgentSecret, SecretDialog } from './secret-dialog.js';

/** The endpoint and the authentication of requests. */
export function EndpointTab({ agent }: { agent: AgentDetailFragment }) {
  const [replaced, setReplaced] = useState<AgentSecret>();
  const { id, endpoint, healthCheck, cancelUrl, signingSecret } = agent;
  const edit = <EditLink agentId={id} group="endpoint" />;
  if (!endpoint) return <p className="p-4 text-muted md:p-6">This agent has no valid endpoint. {edit}</p>;
  const { authentication, headers, retryConfig } = endpoint;
  const ownHeaders = headers as Record<string, string>;
  const secretFact = (path: string, label: string, secret: StoredSecret): Fact => ({
    label,
    value: (
      <Secret
        secret={secret}
        onReplace={() => setReplaced({ path, name: label.toLowerCase(), isSet: secret.set })}
      />
    ),
  });
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
            { label: 'Type', value: AUTHENTICATION_KINDS[authentication.type].label },
            ...Object.entries(authenticationFields(authentication.type)).map(([path, { look, isSecret }]) =>
              isSecret
                ? secretFact(path, look.label, authentication.credential)
                : {
                    label: look.label,
                    value: (
                      <span className={cn(look.isMono && 'font-mono text-xs')}>
                        {(valueAt(agent, path) as string | null) ?? look.placeholder}
                      </span>
                    ),
                  },
            ),
            secretFact('signingSecret', 'Signing secret', signingSecret),
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
      {replaced && <SecretDialog agent={agent} secret={replaced} onClose={() => setReplaced(undefined)} />}
    </div>
  );
}

function Secret({ secret: { set, hint }, onReplace }: { secret: StoredSecret; onReplace: () => void }) {
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
