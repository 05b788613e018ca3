/** Settings that many agents do not need. Each section is closed initially. */
import { Disclosure } from '../../../components/disclosure.js';
import { JsonField, SelectField, TextAreaField, TextField } from '../../../components/forms/fields.js';
import { keepHint } from '../../../components/forms/kind-fields.js';
import { RetryFields } from '../../../components/forms/retry-fields.js';
import { optionsOf } from '../../../lib/options-of.js';
import { texts } from '../texts/form.js';
import type { PartProps } from './agent-draft.js';
import type { AgentFormFieldsFragment } from './agent-form.generated.js';

/** The binding and the texts of a field. */
function fieldsOf({ bind }: PartProps) {
  return (name: keyof typeof texts.fields) => ({ ...bind(name), ...texts.fields[name] });
}

export function SchemasPart(props: PartProps) {
  const { inputSchema, outputSchema } = props.draft;
  const field = fieldsOf(props);
  return (
    <Disclosure
      id="schemas"
      label={texts.common.schemas}
      summary={texts.schemasPart.given(inputSchema.trim() !== '', outputSchema.trim() !== '')}
      paths={['inputSchema', 'outputSchema', 'parameterTypes']}
    >
      <JsonField isWide {...field('inputSchema')} />
      <JsonField isWide {...field('outputSchema')} />
      <JsonField isWide {...field('parameterTypes')} />
    </Disclosure>
  );
}

const COMPLETION = optionsOf({ '': texts.answersPart.defaultCompletion, ...texts.completions });

export function AnswersPart(props: PartProps) {
  const t = texts.answersPart;
  const { attemptTimeout, heartbeatTimeout } = props.draft;
  const field = fieldsOf(props);
  return (
    <Disclosure
      id="answers"
      label={t.label}
      summary={attemptTimeout || heartbeatTimeout ? t.summary(attemptTimeout) : t.defaults}
      paths={['completion', 'attemptTimeout', 'heartbeatTimeout', 'maxQueueTime', 'cancelUrl']}
    >
      <SelectField {...field('completion')} options={COMPLETION} />
      <TextField {...field('attemptTimeout')} />
      <TextField {...field('heartbeatTimeout')} />
      <TextField {...field('maxQueueTime')} />
      <TextField {...field('cancelUrl')} isMono inputMode="url" />
    </Disclosure>
  );
}

export function LimitsPart(props: PartProps) {
  const t = texts.limitsPart;
  const { maxConcurrency, rateLimit, ratePer, requirements } = props.draft;
  const field = fieldsOf(props);
  const summary = [
    maxConcurrency && t.concurrent(maxConcurrency),
    rateLimit && ratePer && t.rate(rateLimit, ratePer),
    requirements.trim() && t.requirements,
  ].filter(Boolean);
  return (
    <Disclosure
      id="limits"
      label={t.label}
      summary={summary.join(', ') || t.none}
      paths={['maxConcurrency', 'rateLimit', 'requirements']}
    >
      <TextField {...field('maxConcurrency')} inputMode="numeric" />
      <div className="grid grid-cols-2 gap-2">
        <TextField {...field('rateLimit')} inputMode="numeric" />
        <TextField {...field('ratePer')} />
      </div>
      <JsonField isWide {...field('requirements')} />
    </Disclosure>
  );
}

export function RetriesPart({ draft: { retry }, change }: PartProps) {
  const t = texts.retriesPart;
  return (
    <Disclosure
      id="retries"
      label={texts.common.retries}
      summary={retry ? t.summary(retry.maxRetries, retry.backoff) : t.default}
      paths={['endpoint.retryConfig']}
    >
      <div className="sm:col-span-2">
        <RetryFields
          label={t.label}
          path="endpoint.retryConfig"
          retry={retry}
          onChange={(changed) => change({ retry: changed })}
        />
      </div>
    </Disclosure>
  );
}

export function HealthPart(props: PartProps) {
  const t = texts.healthPart;
  const { healthEndpoint, healthInterval } = props.draft;
  const field = fieldsOf(props);
  const summary = [healthEndpoint || t.beside, healthInterval && t.every(healthInterval)].filter(Boolean);
  return (
    <Disclosure
      id="health"
      label={texts.common.healthCheck}
      summary={summary.join(', ')}
      paths={['healthCheck']}
    >
      <TextField {...field('healthEndpoint')} isMono />
      <TextField {...field('healthInterval')} inputMode="numeric" />
    </Disclosure>
  );
}

export function MorePart({ agent, ...props }: PartProps & { agent: AgentFormFieldsFragment | undefined }) {
  const t = texts.morePart;
  const { signingSecret, headers, metadata } = props.draft;
  const field = fieldsOf(props);
  const given = [
    (agent?.signingSecret.set || signingSecret) && t.signed,
    headers.trim() && t.headers,
    metadata.trim() && t.metadata,
  ].filter(Boolean);
  return (
    <Disclosure
      id="more"
      label={t.label}
      summary={given.join(', ') || texts.limitsPart.none}
      paths={['signingSecret', 'endpoint.headers', 'metadata']}
    >
      <TextField
        isWide
        {...field('signingSecret')}
        isSecret
        hint={keepHint(agent?.signingSecret) ?? texts.fields.signingSecret.hint}
      />
      <TextAreaField isWide {...field('headers')} rows={3} spellCheck={false} className="font-mono text-xs" />
      <JsonField isWide {...field('metadata')} />
    </Disclosure>
  );
}
