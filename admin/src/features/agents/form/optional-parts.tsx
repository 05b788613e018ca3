/** What many agents do without: each part is closed until somebody asks for it. */
import { Field } from '../../../components/form.js';
import { Switch, TextArea } from '../../../components/inputs.js';
import { DraftJson, DraftSelect, DraftText } from './agent-fields.js';
import type { AgentFormFieldsFragment } from './agent-form.generated.js';
import { type PartProps, Section, Wide } from './section.js';

export function SchemasPart(part: PartProps) {
  const { inputSchema, outputSchema } = part.draft;
  const given = [inputSchema.trim() && 'input', outputSchema.trim() && 'output'].filter(Boolean);
  return (
    <Section
      id="schemas"
      label="Schemas"
      summary={given.join(' and ') || 'anything goes in and out'}
      paths={['inputSchema', 'outputSchema', 'parameterTypes']}
    >
      <Wide>
        <DraftJson
          {...part}
          name="inputSchema"
          label="Input schema"
          path="inputSchema"
          hint="JSON Schema (2020-12) that params must fit. Forms and test calls are made from it."
        />
      </Wide>
      <Wide>
        <DraftJson
          {...part}
          name="outputSchema"
          label="Output schema"
          path="outputSchema"
          hint="JSON Schema (2020-12) that results must fit; those that do not fail the job."
        />
      </Wide>
      <Wide>
        <DraftJson
          {...part}
          name="parameterTypes"
          label="Parameter types"
          path="parameterTypes"
          hint="Free JSON, for whoever reads it."
        />
      </Wide>
    </Section>
  );
}

const COMPLETION = [
  { value: '', label: 'By the kind of endpoint' },
  { value: 'AUTO', label: 'The job is done' },
  { value: 'REPORT', label: 'The job is accepted; its end is reported' },
];

export function AnswersPart(part: PartProps) {
  const { attemptTimeout, heartbeatTimeout } = part.draft;
  return (
    <Section
      id="answers"
      label="Answers and time limits"
      summary={
        attemptTimeout || heartbeatTimeout
          ? `attempt ${attemptTimeout || 'as the settings say'}`
          : 'as the settings say'
      }
      paths={['completion', 'attemptTimeout', 'heartbeatTimeout', 'maxQueueTime', 'cancelUrl']}
    >
      <DraftSelect
        {...part}
        name="completion"
        label="A plain 2xx means"
        path="completion"
        options={COMPLETION}
        hint="Of an answer that does not say so itself."
      />
      <DraftText
        {...part}
        name="attemptTimeout"
        label="Attempt within"
        path="attemptTimeout"
        placeholder="1h"
        hint="From the first send until its end is known."
      />
      <DraftText
        {...part}
        name="heartbeatTimeout"
        label="Silence at most"
        path="heartbeatTimeout"
        placeholder="5m"
        hint="After acceptance; longer counts as lost. Empty: any."
      />
      <DraftText
        {...part}
        name="maxQueueTime"
        label="Wait in queue at most"
        path="maxQueueTime"
        placeholder="as the settings say"
        hint="After a job’s release; then it fails with QUEUE_TIMEOUT."
      />
      <DraftText
        {...part}
        name="cancelUrl"
        label="Cancel URL"
        path="cancelUrl"
        isMono
        inputMode="url"
        hint="Told when an attempt is cancelled."
      />
    </Section>
  );
}

export function LimitsPart(part: PartProps) {
  const { maxConcurrency, rateLimit, ratePer, requirements } = part.draft;
  const summary = [
    maxConcurrency && `${maxConcurrency} at once`,
    rateLimit && ratePer && `${rateLimit} per ${ratePer}`,
    requirements.trim() && 'certain workers',
  ].filter(Boolean);
  return (
    <Section
      id="limits"
      label="Limits and requirements"
      summary={summary.join(', ') || 'none'}
      paths={['maxConcurrency', 'rateLimit', 'requirements']}
    >
      <DraftText
        {...part}
        name="maxConcurrency"
        label="At once"
        path="maxConcurrency"
        inputMode="numeric"
        placeholder="10"
        hint="Attempts running, over all workers. Empty: any number."
      />
      <div className="grid grid-cols-2 gap-2">
        <DraftText
          {...part}
          name="rateLimit"
          label="Requests"
          path="rateLimit.limit"
          inputMode="numeric"
          placeholder="60"
          hint="Retries included."
        />
        <DraftText {...part} name="ratePer" label="in any" path="rateLimit.per" placeholder="1m" />
      </div>
      <Wide>
        <DraftJson
          {...part}
          name="requirements"
          label="Requirements"
          path="requirements"
          hint='What a worker must be able to do to call it, e.g. {"region": "eu", "gpu": true}.'
        />
      </Wide>
    </Section>
  );
}

const BACKOFF = [
  { value: 'EXPONENTIAL', label: 'Exponential' },
  { value: 'LINEAR', label: 'Linear' },
  { value: 'FIXED', label: 'Fixed' },
];

const JITTER = [
  { value: 'NONE', label: 'None' },
  { value: 'FULL', label: 'Full' },
  { value: 'EQUAL', label: 'Equal' },
];

export function RetriesPart(part: PartProps) {
  const { draft, change } = part;
  const { hasOwnRetry, maxRetries, backoff } = draft;
  return (
    <Section
      id="retries"
      label="Retries"
      summary={hasOwnRetry ? `at most ${maxRetries}, ${backoff.toLowerCase()}` : 'as the settings say'}
      paths={['endpoint.retryConfig']}
    >
      <Wide>
        <Switch
          label="Of its own, unless a schedule or step has others"
          isOn={hasOwnRetry}
          onChange={(isOn) => change({ hasOwnRetry: isOn })}
        />
      </Wide>
      {hasOwnRetry && (
        <>
          <DraftText
            {...part}
            name="maxRetries"
            label="Retries at most"
            path="endpoint.retryConfig.maxRetries"
            inputMode="numeric"
          />
          <DraftSelect
            {...part}
            name="backoff"
            label="Backoff"
            path="endpoint.retryConfig.backoff"
            options={BACKOFF}
          />
          <DraftText
            {...part}
            name="delay"
            label="First wait"
            path="endpoint.retryConfig.delay"
            placeholder="5s"
          />
          <DraftText
            {...part}
            name="maxDelay"
            label="Longest wait"
            path="endpoint.retryConfig.maxDelay"
            placeholder="1h"
          />
          <DraftSelect
            {...part}
            name="retryJitter"
            label="Jitter"
            path="endpoint.retryConfig.jitter"
            options={JITTER}
          />
        </>
      )}
    </Section>
  );
}

export function HealthPart(part: PartProps) {
  const { healthEndpoint, healthInterval } = part.draft;
  return (
    <Section
      id="health"
      label="Health check"
      summary={[
        healthEndpoint || '/health beside the endpoint',
        healthInterval && `every ${healthInterval} s`,
      ]
        .filter(Boolean)
        .join(', ')}
      paths={['healthCheck']}
    >
      <DraftText
        {...part}
        name="healthEndpoint"
        label="Where"
        path="healthCheck.endpoint"
        isMono
        placeholder="/health"
        hint="A URL, or a path beside the endpoint."
      />
      <DraftText
        {...part}
        name="healthInterval"
        label="Every so many seconds"
        path="healthCheck.interval"
        inputMode="numeric"
        hint="Empty: as the settings say."
      />
    </Section>
  );
}

export function MorePart({ agent, ...part }: PartProps & { agent: AgentFormFieldsFragment | undefined }) {
  const { draft, change } = part;
  const isSigned = agent?.signingSecret.set ?? false;
  const given = [
    (isSigned || draft.signingSecret) && 'signed requests',
    draft.headers.trim() && 'own headers',
    draft.metadata.trim() && 'metadata',
  ].filter(Boolean);
  return (
    <Section
      id="more"
      label="Signing, headers, metadata"
      summary={given.join(', ') || 'none'}
      paths={['signingSecret', 'endpoint.headers', 'metadata']}
    >
      <Wide>
        <DraftText
          {...part}
          name="signingSecret"
          label="Signing secret"
          path="signingSecret"
          isSecret
          hint={
            isSigned
              ? `One is stored (${agent?.signingSecret.hint ?? 'hidden'}); empty: it stays.`
              : 'Signs requests as Standard Webhooks do: whsec_ and 24 to 64 bytes in Base64.'
          }
        />
      </Wide>
      <Wide>
        <Field
          label="Headers"
          path="endpoint.headers"
          hint="“Name: value”, one a line. Credentials belong into the authentication, where they are encrypted."
        >
          {(control) => (
            <TextArea
              {...control}
              rows={3}
              value={draft.headers}
              spellCheck={false}
              className="font-mono text-xs"
              onChange={(event) => change({ headers: event.target.value })}
            />
          )}
        </Field>
      </Wide>
      <Wide>
        <DraftJson
          {...part}
          name="metadata"
          label="Metadata"
          path="metadata"
          hint="A JSON object, for whoever reads it."
        />
      </Wide>
    </Section>
  );
}
