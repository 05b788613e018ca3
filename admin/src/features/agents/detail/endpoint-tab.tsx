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
import { AUTHENTICATION_KINDS, authenticationFields } from '../authentication-kinds.js';
import { EndpointCheckResult, useEndpointCheck } from '../endpoint-check.js';
import { texts } from '../texts/configuration.js';
import type { AgentDetailFragment } from './agent-detail.generated.js';
import { EditLink } from './edit-link.js';
import { type AgentSecret, SecretDialog } from './secret-dialog.js';

const t = texts.endpoint;

/** The endpoint and the authentication of requests. */
export function EndpointTab({ agent }: { agent: AgentDetailFragment }) {
  const [replaced, setReplaced] = useState<AgentSecret>();
  const { endpoint } = agent;
  const edit = <EditLink agentId={agent.id} group="endpoint" />;
  if (!endpoint)
    return (
      <p className="p-4 text-muted md:p-6">
        {t.invalid} {edit}
      </p>
    );
  const { headers, retryConfig } = endpoint;
  const ownHeaders = Object.entries(headers as Record<string, string>);
  return (
    <div className="grid gap-x-10 gap-y-8 p-4 md:p-6 xl:grid-cols-2">
      <Section title={texts.common.endpoint} aside={edit}>
        <Facts facts={endpointFacts(agent, endpoint)} />
      </Section>
      <Section title={texts.common.authentication}>
        <Facts facts={authenticationFacts(agent, endpoint, setReplaced)} />
        <p className="max-w-prose text-xs text-muted">{t.secretsHint}</p>
      </Section>
      {ownHeaders.length > 0 && (
        <Section title={texts.common.headers}>
          <CodeBlock
            label={t.headerLines}
            value={ownHeaders.map(([name, value]) => `${name}: ${value}`).join('\n')}
          />
        </Section>
      )}
      {retryConfig && (
        <Section title={texts.common.retries}>
          <p className="first-letter:uppercase">{retryWords(retryConfig)}.</p>
        </Section>
      )}
      {replaced && <SecretDialog agent={agent} secret={replaced} onClose={() => setReplaced(undefined)} />}
    </div>
  );
}

type Endpoint = NonNullable<AgentDetailFragment['endpoint']>;

function endpointFacts({ healthCheck, cancelUrl }: AgentDetailFragment, endpoint: Endpoint): Fact[] {
  return [
    { label: texts.common.url, value: mono(endpoint.url) },
    { label: texts.common.response, value: <EndpointCheckButton url={endpoint.url} /> },
    { label: texts.common.kind, value: texts.endpointTypes[endpoint.type] },
    { label: texts.common.method, value: endpoint.method },
    {
      label: t.timeout,
      value: endpoint.timeout === null ? texts.common.default : <Duration ms={endpoint.timeout} />,
    },
    {
      label: texts.common.healthCheck,
      value: healthCheck?.endpoint
        ? t.health(mono(healthCheck.endpoint), healthCheck.interval)
        : t.healthBeside(mono('/health'), healthCheck?.interval),
    },
    { label: texts.common.cancelUrl, value: cancelUrl ? mono(cancelUrl) : t.noCancelUrl },
  ];
}

/** @param onReplace called with the secret that the user wants to replace */
function authenticationFacts(
  agent: AgentDetailFragment,
  { authentication }: Endpoint,
  onReplace: (secret: AgentSecret) => void,
): Fact[] {
  const secretFact = (path: string, label: string, secret: StoredSecret): Fact => ({
    label,
    value: (
      <Secret
        secret={secret}
        onReplace={() => onReplace({ path, name: label.toLowerCase(), isSet: secret.set })}
      />
    ),
  });
  return [
    { label: texts.common.type, value: AUTHENTICATION_KINDS[authentication.type].label },
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
    secretFact('signingSecret', texts.common.signingSecret, agent.signingSecret),
  ];
}

const mono = (text: string) => <span className="font-mono text-xs break-all">{text}</span>;

function Secret({ secret: { set, hint }, onReplace }: { secret: StoredSecret; onReplace: () => void }) {
  return (
    <span className="inline-flex flex-wrap items-center gap-2">
      {set ? (
        <span className="font-mono text-xs">{`••••••••${hint?.replace('…', '') ?? ''}`}</span>
      ) : (
        texts.common.none
      )}
      {set && <span className="sr-only">{t.storedSecret}</span>}
      <Button size="sm" requires="ADMIN" icon={KeyRound} onClick={onReplace}>
        {set ? t.replaceSecret : t.setSecret}
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
        {t.checkNow}
      </Button>
      <EndpointCheckResult state={state} />
    </span>
  );
}
