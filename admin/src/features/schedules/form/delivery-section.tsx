import { TextField } from '../../../components/fields.js';
import { FieldGroup } from '../../../components/form.js';
import { RetryFields } from '../../../components/retry-fields.js';
import type { SectionProps } from './section-props.js';

/** How hard it tries. */
export function DeliverySection({ draft, change }: SectionProps) {
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
          label="Attempt timeout"
          path="timeout"
          hint="For one attempt, from its first send, such as 5m."
          placeholder="agent’s default"
          spellCheck={false}
          value={draft.timeout}
          onValue={(timeout) => change({ timeout })}
        />
        <TextField
          label="Maximum queue time"
          path="maxQueueTime"
          hint="Measured from the job’s release. After that, the job fails with QUEUE_TIMEOUT."
          placeholder="agent’s default"
          spellCheck={false}
          value={draft.maxQueueTime}
          onValue={(maxQueueTime) => change({ maxQueueTime })}
        />
        <TextField
          label="Run timeout"
          path="zombieThresholdMs"
          hint="For the whole run including retries, such as 2h. After that, open jobs are cancelled and the run fails."
          placeholder="no limit"
          spellCheck={false}
          value={draft.zombieThresholdMs}
          onValue={(zombieThresholdMs) => change({ zombieThresholdMs })}
        />
        <TextField
          label="Priority"
          path="priority"
          hint="A whole number. Jobs with a higher priority run first."
          inputMode="numeric"
          value={draft.priority}
          onValue={(priority) => change({ priority })}
        />
      </FieldGroup>
    </>
  );
}
