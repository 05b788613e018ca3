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
          label="Own retry settings, instead of the agent’s"
          path="retryConfig"
          retry={draft.retry}
          onChange={(retry) => change({ retry })}
        />
      </FieldGroup>
      <FieldGroup legend="Timeout and priority" columns={2}>
        <Field label="Timeout" path="timeout" hint="Of one attempt, from its first send, such as 5m.">
          {(control) => (
            <TextInput
              {...control}
              placeholder="the agent’s"
              spellCheck={false}
              value={draft.timeout}
              onChange={(event) => change({ timeout: event.target.value })}
            />
          )}
        </Field>
        <Field
          label="Wait in queue at most"
          path="maxQueueTime"
          hint="After a job’s release; then it fails with QUEUE_TIMEOUT."
        >
          {(control) => (
            <TextInput
              {...control}
              placeholder="the agent’s"
              spellCheck={false}
              value={draft.maxQueueTime}
              onChange={(event) => change({ maxQueueTime: event.target.value })}
            />
          )}
        </Field>
        <Field
          label="Stop a run after"
          path="zombieThresholdMs"
          hint="The whole run with all its retries, such as 2h; then its open jobs are cancelled and it fails."
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
        <Field label="Priority" path="priority" hint="A whole number; jobs with a higher one go first.">
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
