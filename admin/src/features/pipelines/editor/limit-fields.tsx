import { Field } from '../../../components/form.js';
import { TextInput } from '../../../components/inputs.js';
import { JsonEditor } from '../../../components/json-editor.js';
import { RetryFields } from '../../../components/retry-fields.js';
import type { StepDraft } from './draft.js';
import type { StepPartProps } from './step-part.js';
import { StepSection } from './step-section.js';

/** How long, how often, how urgent, and where. */
export function LimitFields({ editing, step, path }: StepPartProps) {
  const { key, timeout, maxQueueTime, dependencyTimeout, priority, retry, requirements } = step;
  const set = (changed: Partial<StepDraft>) =>
    editing.changeStep(key, changed, `${key} ${Object.keys(changed).join()}`);
  const given = [
    timeout && `timeout ${timeout}`,
    dependencyTimeout && `dependency timeout ${dependencyTimeout}`,
    maxQueueTime && `queue time ${maxQueueTime}`,
    priority && `priority ${priority}`,
    retry && 'custom retries',
    requirements && 'requirements',
  ].filter(Boolean);
  const names = ['timeout', 'maxQueueTime', 'dependencyTimeout', 'priority', 'retryConfig', 'requirements'];
  return (
    <StepSection
      label="Limits and retries"
      summary={given.length > 0 ? given.join(' · ') : 'defaults'}
      paths={names.map((name) => `${path}.${name}`)}
    >
      <div className="grid grid-cols-2 gap-x-3 gap-y-3">
        <Field label="Timeout" path={`${path}.timeout`} hint="For one attempt.">
          {(control) => (
            <TextInput
              {...control}
              placeholder="5m"
              value={timeout}
              onChange={({ target }) => set({ timeout: target.value })}
            />
          )}
        </Field>
        <Field
          label="Maximum queue time"
          path={`${path}.maxQueueTime`}
          hint="Measured from the job’s release."
        >
          {(control) => (
            <TextInput
              {...control}
              placeholder="default of the schedule"
              value={maxQueueTime}
              onChange={({ target }) => set({ maxQueueTime: target.value })}
            />
          )}
        </Field>
        <Field label="Priority" path={`${path}.priority`} hint="Jobs with a higher priority run first.">
          {(control) => (
            <TextInput
              {...control}
              inputMode="numeric"
              placeholder="default of the schedule"
              value={priority}
              onChange={({ target }) => set({ priority: target.value })}
            />
          )}
        </Field>
        <Field
          label="Dependency timeout"
          path={`${path}.dependencyTimeout`}
          hint="Measured from the start of the context."
        >
          {(control) => (
            <TextInput
              {...control}
              placeholder="none"
              value={dependencyTimeout}
              onChange={({ target }) => set({ dependencyTimeout: target.value })}
            />
          )}
        </Field>
      </div>
      <RetryFields
        label="Use custom retry settings instead of the schedule’s"
        path={`${path}.retryConfig`}
        retry={retry}
        onChange={(next) => set({ retry: next })}
      />
      <Field
        label="Requirements"
        path={`${path}.requirements`}
        hint={
          <>
            Capabilities the worker needs, such as{' '}
            <code className="font-mono">{'{"region": "eu", "gpu": true}'}</code>.
          </>
        }
      >
        {(control) => (
          <JsonEditor
            {...control}
            label="Requirements"
            lines={2}
            value={requirements}
            onChange={(text) => set({ requirements: text })}
          />
        )}
      </Field>
    </StepSection>
  );
}
