import { Field, FieldGroup } from '../../../components/form.js';
import { TextInput } from '../../../components/inputs.js';
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
        <Field
          label="Attempt timeout"
          path="timeout"
          hint="For one attempt, from its first send, such as 5m."
        >
          {(control) => (
            <TextInput
              {...control}
              placeholder="agent’s default"
              spellCheck={false}
              value={draft.timeout}
              onChange={(event) => change({ timeout: event.target.value })}
            />
          )}
        </Field>
        <Field
          label="Maximum queue time"
          path="maxQueueTime"
          hint="Measured from the job’s release. After that, the job fails with QUEUE_TIMEOUT."
        >
          {(control) => (
            <TextInput
              {...control}
              placeholder="agent’s default"
              spellCheck={false}
              value={draft.maxQueueTime}
              onChange={(event) => change({ maxQueueTime: event.target.value })}
            />
          )}
        </Field>
        <Field
          label="Run timeout"
          path="zombieThresholdMs"
          hint="For the whole run including retries, such as 2h. After that, open jobs are cancelled and the run fails."
        >
          {(control) => (
            <TextInput
              {...control}
              placeholder="no limit"
              spellCheck={false}
              value={draft.zombieThresholdMs}
              onChange={(event) => change({ zombieThresholdMs: event.target.value })}
            />
          )}
        </Field>
        <Field label="Priority" path="priority" hint="A whole number. Jobs with a higher priority run first.">
          {(control) => (
            <TextInput
              {...control}
              inputMode="numeric"
              value={draft.priority}
              onChange={(event) => change({ priority: event.target.value })}
            />
          )}
        </Field>
      </FieldGroup>
    </>
  );
}
