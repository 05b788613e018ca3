/** Settings that many agents do not need. Each section is closed initially. */
import { Disclosure } from '../../../components/disclosure.js';
import { JsonField, SelectField, TextAreaField, TextField } from '../../../components/forms/fields.js';
import { keepHint } from '../../../components/forms/kind-fields.js';
import { RetryFields } from '../../../components/forms/retry-fields.js';
import { optionsOf } from '../../../lib/options-of.js';
import type { PartProps } from './agent-draft.js';
import type { AgentFormFieldsFragment } from './agent-form.generated.js';

export function SchemasPart({ draft: { inputSchema, outputSchema }, bind }: PartProps) {
  const given = [inputSchema.trim() && 'input', outputSchema.trim() && 'output'].filter(Boolean);
  return (
    <Disclosure
      id="schemas"
      label="Schemas"
      summary={given.join(' and ') || 'no schemas'}
      paths={['inputSchema', 'outputSchema', 'parameterTypes']}
    >
      <JsonField
        isWide
        {...bind('inputSchema')}
        label="Input schema"
        hint="JSON Schema (2020-12) that params must match. Forms and test calls are built from it."
      />
      <JsonField
        isWide
        {...bind('outputSchema')}
        label="Output schema"
        hint="JSON Schema (2020-12) that results must match. Results that do not match fail the job."
      />
      <JsonField
        isWide
        {...bind('parameterTypes')}
        label="Parameter types"
        hint="Free-form JSON, for documentation."
      />
    </Disclosure>
  );
}

const COMPLETION = optionsOf({
  '': 'Default for this kind',
  AUTO: 'Completed',
  REPORT: 'Accepted; the agent reports the result later',
});

export function AnswersPart({ draft: { attemptTimeout, heartbeatTimeout }, bind }: PartProps) {
  return (
    <Disclosure
      id="answers"
      label="Responses and timeouts"
      summary={
        attemptTimeout || heartbeatTimeout ? `attempt timeout ${attemptTimeout || 'default'}` : 'defaults'
      }
      paths={['completion', 'attemptTimeout', 'heartbeatTimeout', 'maxQueueTime', 'cancelUrl']}
    >
      <SelectField
        {...bind('completion')}
        label="A 2xx response without a status means"
        options={COMPLETION}
        hint="Applies to responses without a status."
      />
      <TextField
        {...bind('attemptTimeout')}
        label="Attempt timeout"
        placeholder="1h"
        hint="From the first send until the outcome is known."
      />
      <TextField
        {...bind('heartbeatTimeout')}
        label="Heartbeat timeout"
        placeholder="5m"
        hint="Maximum time without progress after acceptance. Leave empty for no limit."
      />
      <TextField
        {...bind('maxQueueTime')}
        label="Maximum queue time"
        placeholder="default"
        hint="Measured from the job’s release. After that, the job fails with QUEUE_TIMEOUT."
      />
      <TextField
        {...bind('cancelUrl')}
        label="Cancel URL"
        isMono
        inputMode="url"
        hint="Called when an attempt is cancelled."
      />
    </Disclosure>
  );
}

export function LimitsPart({ draft: { maxConcurrency, rateLimit, ratePer, requirements }, bind }: PartProps) {
  const summary = [
    maxConcurrency && `${maxConcurrency} concurrent`,
    rateLimit && ratePer && `${rateLimit} per ${ratePer}`,
    requirements.trim() && 'worker requirements',
  ].filter(Boolean);
  return (
    <Disclosure
      id="limits"
      label="Limits and requirements"
      summary={summary.join(', ') || 'none'}
      paths={['maxConcurrency', 'rateLimit', 'requirements']}
    >
      <TextField
        {...bind('maxConcurrency')}
        label="Concurrency"
        inputMode="numeric"
        placeholder="10"
        hint="Maximum running attempts across all workers. Leave empty for no limit."
      />
      <div className="grid grid-cols-2 gap-2">
        <TextField
          {...bind('rateLimit')}
          label="Rate limit"
          inputMode="numeric"
          placeholder="60"
          hint="Requests, including retries."
        />
        <TextField {...bind('ratePer')} label="Per" placeholder="1m" />
      </div>
      <JsonField
        isWide
        {...bind('requirements')}
        label="Worker requirements"
        hint='Capabilities a worker needs to call this agent, such as {"region": "eu", "gpu": true}.'
      />
    </Disclosure>
  );
}

export function RetriesPart({ draft: { retry }, change }: PartProps) {
  return (
    <Disclosure
      id="retries"
      label="Retries"
      summary={retry ? `up to ${retry.maxRetries}, ${retry.backoff.toLowerCase()}` : 'default'}
      paths={['endpoint.retryConfig']}
    >
      <div className="sm:col-span-2">
        <RetryFields
          label="Use custom retry settings, unless the schedule or step sets its own"
          path="endpoint.retryConfig"
          retry={retry}
          onChange={(changed) => change({ retry: changed })}
        />
      </div>
    </Disclosure>
  );
}

export function HealthPart({ draft: { healthEndpoint, healthInterval }, bind }: PartProps) {
  return (
    <Disclosure
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
      <TextField
        {...bind('healthEndpoint')}
        label="URL"
        isMono
        placeholder="/health"
        hint="A URL, or a path relative to the endpoint."
      />
      <TextField
        {...bind('healthInterval')}
        label="Interval in seconds"
        inputMode="numeric"
        hint="Leave empty to use the default."
      />
    </Disclosure>
  );
}

export function MorePart({ agent, draft, bind }: PartProps & { agent: AgentFormFieldsFragment | undefined }) {
  const given = [
    (agent?.signingSecret.set || draft.signingSecret) && 'signed requests',
    draft.headers.trim() && 'custom headers',
    draft.metadata.trim() && 'metadata',
  ].filter(Boolean);
  return (
    <Disclosure
      id="more"
      label="Signing, headers, metadata"
      summary={given.join(', ') || 'none'}
      paths={['signingSecret', 'endpoint.headers', 'metadata']}
    >
      <TextField
        isWide
        {...bind('signingSecret')}
        label="Signing secret"
        isSecret
        hint={
          keepHint(agent?.signingSecret) ??
          'Signs requests according to Standard Webhooks: whsec_ followed by 24 to 64 bytes in Base64.'
        }
      />
      <TextAreaField
        isWide
        {...bind('headers')}
        label="Headers"
        hint="One “Name: value” per line. Put credentials under Authentication, where they are encrypted."
        rows={3}
        spellCheck={false}
        className="font-mono text-xs"
      />
      <JsonField isWide {...bind('metadata')} label="Metadata" hint="A JSON object, for your own use." />
    </Disclosure>
  );
}
