/** Settings that many agents do not need. Each section is closed initially. */
import { Disclosure } from '../../../components/disclosure.js';
import { JsonField, SelectField, TextAreaField, TextField } from '../../../components/forms/fields.js';
import { keepHint } from '../../../components/forms/kind-fields.js';
import { RetryFields } from '../../../components/forms/retry-fields.js';
import { optionsOf } from '../../../lib/options-of.js';
import { texts } from '../texts/form.js';
import type { PartProps } from './agent-draft.js';
import type { AgentFormFieldsFragment } from './agent-form.generated.js';

export function SchemasPart({ draft: { inputSchema, outputSchema }, bind }: PartProps) {
  const t = texts.schemasPart;
  const [hasInput, hasOutput] = [inputSchema.trim() !== '', outputSchema.trim() !== ''];
  return (
    <Disclosure
      id="schemas"
      label={texts.common.schemas}
      summary={t.given(hasInput, hasOutput)}
      paths={['inputSchema', 'outputSchema', 'parameterTypes']}
    >
      <JsonField isWide {...bind('inputSchema')} label={t.input} hint={t.inputHint} />
      <JsonField isWide {...bind('outputSchema')} label={t.output} hint={t.outputHint} />
      <JsonField
        isWide
        {...bind('parameterTypes')}
        label={texts.common.parameterTypes}
        hint={t.parameterTypesHint}
      />
    </Disclosure>
  );
}

const COMPLETION = optionsOf({ '': texts.answersPart.defaultCompletion, ...texts.completions });

export function AnswersPart({ draft: { attemptTimeout, heartbeatTimeout }, bind }: PartProps) {
  const t = texts.answersPart;
  return (
    <Disclosure
      id="answers"
      label={t.label}
      summary={attemptTimeout || heartbeatTimeout ? t.summary(attemptTimeout) : t.defaults}
      paths={['completion', 'attemptTimeout', 'heartbeatTimeout', 'maxQueueTime', 'cancelUrl']}
    >
      <SelectField
        {...bind('completion')}
        label={texts.common.completion}
        options={COMPLETION}
        hint={t.completionHint}
      />
      <TextField
        {...bind('attemptTimeout')}
        label={texts.common.attemptTimeout}
        placeholder={t.attemptPlaceholder}
        hint={t.attemptHint}
      />
      <TextField
        {...bind('heartbeatTimeout')}
        label={texts.common.heartbeatTimeout}
        placeholder={t.heartbeatPlaceholder}
        hint={t.heartbeatHint}
      />
      <TextField
        {...bind('maxQueueTime')}
        label={texts.common.maxQueueTime}
        placeholder={t.queuePlaceholder}
        hint={t.queueHint}
      />
      <TextField
        {...bind('cancelUrl')}
        label={texts.common.cancelUrl}
        isMono
        inputMode="url"
        hint={t.cancelHint}
      />
    </Disclosure>
  );
}

export function LimitsPart({ draft: { maxConcurrency, rateLimit, ratePer, requirements }, bind }: PartProps) {
  const t = texts.limitsPart;
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
      <TextField
        {...bind('maxConcurrency')}
        label={texts.common.concurrency}
        inputMode="numeric"
        placeholder={t.concurrencyPlaceholder}
        hint={t.concurrencyHint}
      />
      <div className="grid grid-cols-2 gap-2">
        <TextField
          {...bind('rateLimit')}
          label={texts.common.rateLimit}
          inputMode="numeric"
          placeholder={t.ratePlaceholder}
          hint={t.rateHint}
        />
        <TextField {...bind('ratePer')} label={t.per} placeholder={t.perPlaceholder} />
      </div>
      <JsonField
        isWide
        {...bind('requirements')}
        label={texts.common.requirements}
        hint={t.requirementsHint}
      />
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

export function HealthPart({ draft: { healthEndpoint, healthInterval }, bind }: PartProps) {
  const t = texts.healthPart;
  return (
    <Disclosure
      id="health"
      label={texts.common.healthCheck}
      summary={[healthEndpoint || t.beside, healthInterval && t.every(healthInterval)]
        .filter(Boolean)
        .join(', ')}
      paths={['healthCheck']}
    >
      <TextField
        {...bind('healthEndpoint')}
        label={texts.common.url}
        isMono
        placeholder={t.urlPlaceholder}
        hint={t.urlHint}
      />
      <TextField
        {...bind('healthInterval')}
        label={t.interval}
        inputMode="numeric"
        hint={texts.form.defaultHint}
      />
    </Disclosure>
  );
}

export function MorePart({ agent, draft, bind }: PartProps & { agent: AgentFormFieldsFragment | undefined }) {
  const t = texts.morePart;
  const given = [
    (agent?.signingSecret.set || draft.signingSecret) && t.signed,
    draft.headers.trim() && t.headers,
    draft.metadata.trim() && t.metadata,
  ].filter(Boolean);
  return (
    <Disclosure
      id="more"
      label={t.label}
      summary={given.join(', ') || texts.limitsPart.none}
      paths={['signingSecret', 'endpoint.headers', t.metadata]}
    >
      <TextField
        isWide
        {...bind('signingSecret')}
        label={texts.common.signingSecret}
        isSecret
        hint={keepHint(agent?.signingSecret) ?? t.secretHint}
      />
      <TextAreaField
        isWide
        {...bind('headers')}
        label={texts.common.headers}
        hint={t.headersHint}
        rows={3}
        spellCheck={false}
        className="font-mono text-xs"
      />
      <JsonField isWide {...bind('metadata')} label={t.metadataLabel} hint={t.metadataHint} />
    </Disclosure>
  );
}
