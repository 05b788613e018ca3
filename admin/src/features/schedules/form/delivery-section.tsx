import { TextField } from '../../../components/forms/fields.js';
import { FieldGroup } from '../../../components/forms/form.js';
import { RetryFields } from '../../../components/forms/retry-fields.js';
import type { SectionProps } from './section-props.js';

/** Timeouts, retries and priority. */
export function DeliverySection({ draft, change, bind }: SectionProps) {
  return (
    <>
      <FieldGroup legend="Retries">
        <RetryFields
          label="Use custom retry settings instead of the agent’s"
          path="retryConfig"
          retry={draft.retry}
          onChange={(retry) => change({ retry })}
        />
      </FieldGroup>
      <FieldGroup legend="Timeout and priority" columns={2}>
        <TextField
          {...bind('timeout')}
          label="Attempt timeout"
          hint="For one attempt, from its first send, such as 5m."
          placeholder="agent’s default"
          spellCheck={false}
        />
        <TextField
          {...bind('maxQueueTime')}
          label="Maximum queue time"
          hint="Measured from the job’s release. After that, the job fails with QUEUE_TIMEOUT."
          placeholder="agent’s default"
          spellCheck={false}
        />
        <TextField
          {...bind('zombieThresholdMs')}
          label="Run timeout"
          hint="For the whole run including retries, such as 2h. After that, open jobs are cancelled and the run fails."
          placeholder="no limit"
          spellCheck={false}
        />
        <TextField
          {...bind('priority')}
          label="Priority"
          hint="A whole number. Jobs with a higher priority run first."
          inputMode="numeric"
        />
      </FieldGroup>
    </>
  );
}
