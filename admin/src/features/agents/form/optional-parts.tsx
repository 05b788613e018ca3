/** What many agents do without: each part is closed until somebody asks for it. */
import { TextAreaField } from '../../../components/fields.js';
import { Switch } from '../../../components/inputs.js';
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
      summary={given.join(' and ') || 'no schemas'}
      paths={['inputSchema', 'outputSchema', 'parameterTypes']}
    >
      <Wide>
        <DraftJson
          {...part}
          name="inputSchema"
          label="Input schema"
          path="inputSchema"
          hint="JSON Schema (2020-12) that params must match. Forms and test calls are built from it."
        />
      </Wide>
      <Wide>
        <DraftJson
          {...part}
          name="outputSchema"
          label="Output schema"
          path="outputSchema"
          hint="JSON Schema (2020-12) that results must match. Results that do not match fail the job."
        />
      </Wide>
      <Wide>
        <DraftJson
          {...part}
          name="parameterTypes"
          label="Parameter types"
          path="parameterTypes"
          hint="Free-form JSON, for documentation."
        />
      </Wide>
    </Section>
  );
}

const COMPLETION = [
  { value: '', label: 'Default for this kind' },
  { value: 'AUTO', label: 'Completed' },
  { value: 'REPORT', label: 'Accepted; the agent reports the result later' },
];

export function AnswersPart(part: PartProps) {
  const { attemptTimeout, heartbeatTimeout } = part.draft;
  return (
    <Section
      id="answers"
      label="Responses and timeouts"
      summary={
        attemptTimeout || heartbeatTimeout ? `attempt timeout ${attemptTimeout || 'default'}` : 'defaults'
      }
      paths={['completion', 'attemptTimeout', 'heartbeatTimeout', 'maxQueueTime', 'cancelUrl']}
    >
      <DraftSelect
        {...part}
        name="completion"
        label="A plain 2xx means"
        path="completion"
        options={COMPLETION}
        hint="Applies when the response itself does not say."
      />
      <DraftText
        {...part}
        name="attemptTimeout"
        label="Attempt timeout"
        path="attemptTimeout"
        placeholder="1h"
        hint="From the first send until the outcome is known."
      />
      <DraftText
        {...part}
        name="heartbeatTimeout"
        label="Heartbeat timeout"
        path="heartbeatTimeout"
        placeholder="5m"
        hint="Maximum time without progress after acceptance. Leave empty for no limit."
      />
      <DraftText
        {...part}
        name="maxQueueTime"
        label="Maximum queue time"
        path="maxQueueTime"
        placeholder="default"
        hint="Measured from the job’s release. After that, the job fails with QUEUE_TIMEOUT."
      />
      <DraftText
        {...part}
        name="cancelUrl"
        label="Cancel URL"
        path="cancelUrl"
        isMono
        inputMode="url"
        hint="Called when an attempt is cancelled."
      />
    </Section>
  );
}

export function LimitsPart(part: PartProps) {
  const { maxConcurrency, rateLimit, ratePer, requirements } = part.draft;
  const summary = [
    maxConcurrency && `${maxConcurrency} concurrent`,
    rateLimit && ratePer && `${rateLimit} per ${ratePer}`,
    requirements.trim() && 'worker requirements',
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
        label="Concurrency"
        path="maxConcurrency"
        inputMode="numeric"
        placeholder="10"
        hint="Maximum running attempts across all workers. Leave empty for no limit."
      />
      <div className="grid grid-cols-2 gap-2">
        <DraftText
          {...part}
          name="rateLimit"
          label="Rate limit"
          path="rateLimit.limit"
          inputMode="numeric"
          placeholder="60"
          hint="Requests, including retries."
        />
        <DraftText {...part} name="ratePer" label="Per" path="rateLimit.per" placeholder="1m" />
      </div>
      <Wide>
        <DraftJson
          {...part}
          name="requirements"
          label="Worker requirements"
          path="requirements"
          hint='Capabilities a worker needs to call this agent, such as {"region": "eu", "gpu": true}.'
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
      summary={hasOwnRetry ? `up to ${maxRetries}, ${backoff.toLowerCase()}` : 'default'}
      paths={['endpoint.retryConfig']}
    >
      <Wide>
        <Switch
          label="Use custom retry settings, unless the schedule or step sets its own"
          isOn={hasOwnRetry}
          onChange={(isOn) => change({ hasOwnRetry: isOn })}
        />
      </Wide>
      {hasOwnRetry && (
        <>
          <DraftText
            {...part}
            name="maxRetries"
            label="Maximum retries"
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
            label="First delay"
            path="endpoint.retryConfig.delay"
            placeholder="5s"
          />
          <DraftText
            {...part}
            name="maxDelay"
            label="Maximum delay"
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
        healthEndpoint || '/health next to the endpoint',
        healthInterval && `every ${healthInterval} s`,
      ]
        .filter(Boolean)
        .join(', ')}
      paths={['healthCheck']}
    >
      <DraftText
        {...part}
        name="healthEndpoint"
        label="URL"
        path="healthCheck.endpoint"
        isMono
        placeholder="/health"
        hint="A URL, or a path relative to the endpoint."
      />
      <DraftText
        {...part}
        name="healthInterval"
        label="Interval in seconds"
        path="healthCheck.interval"
        inputMode="numeric"
        hint="Leave empty to use the default."
      />
    </Section>
  );
}

export function MorePart({ agent, ...part }: PartProps & { agent: AgentFormFieldsFragment | undefined }) {
  const { draft, change } = part;
  const isSigned = agent?.signingSecret.set ?? false;
  const given = [
    (isSigned || draft.signingSecret) && 'signed requests',
    draft.headers.trim() && 'custom headers',
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
              ? `Stored (${agent?.signingSecret.hint ?? 'hidden'}). Leave empty to keep it.`
              : 'Signs requests according to Standard Webhooks: whsec_ followed by 24 to 64 bytes in Base64.'
          }
        />
      </Wide>
      <Wide>
        <TextAreaField
          label="Headers"
          path="endpoint.headers"
          hint="One “Name: value” per line. Put credentials under Authentication, where they are encrypted."
          rows={3}
          value={draft.headers}
          spellCheck={false}
          className="font-mono text-xs"
          onValue={(headers) => change({ headers })}
        />
      </Wide>
      <Wide>
        <DraftJson
          {...part}
          name="metadata"
          label="Metadata"
          path="metadata"
          hint="A JSON object, for your own use."
        />
      </Wide>
    </Section>
  );
}
