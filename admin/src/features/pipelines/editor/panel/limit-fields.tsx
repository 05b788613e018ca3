import { Disclosure } from '../../../../components/disclosure.js';
import { JsonField, TextField } from '../../../../components/forms/fields.js';
import { RetryFields } from '../../../../components/forms/retry-fields.js';
import type { StepDraft } from '../draft.js';
import type { StepPartProps } from './step-part.js';

/** Timeouts, retries, priority and worker requirements. */
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
    <Disclosure
      columns={1}
      label="Limits and retries"
      summary={given.length > 0 ? given.join(' · ') : 'defaults'}
      paths={names.map((name) => `${path}.${name}`)}
    >
      <div className="grid grid-cols-2 gap-x-3 gap-y-3">
        <TextField
          label="Timeout"
          path={`${path}.timeout`}
          hint="For one attempt."
          placeholder="5m"
          value={timeout}
          onValue={(timeout) => set({ timeout })}
        />
        <TextField
          label="Maximum queue time"
          path={`${path}.maxQueueTime`}
          hint="Measured from the job’s release."
          placeholder="default of the schedule"
          value={maxQueueTime}
          onValue={(maxQueueTime) => set({ maxQueueTime })}
        />
        <TextField
          label="Priority"
          path={`${path}.priority`}
          hint="Jobs with a higher priority run first."
          inputMode="numeric"
          placeholder="default of the schedule"
          value={priority}
          onValue={(priority) => set({ priority })}
        />
        <TextField
          label="Dependency timeout"
          path={`${path}.dependencyTimeout`}
          hint="Measured from the start of the context."
          placeholder="none"
          value={dependencyTimeout}
          onValue={(dependencyTimeout) => set({ dependencyTimeout })}
        />
      </div>
      <RetryFields
        label="Use custom retry settings instead of the schedule’s"
        path={`${path}.retryConfig`}
        retry={retry}
        onChange={(next) => set({ retry: next })}
      />
      <JsonField
        label="Requirements"
        path={`${path}.requirements`}
        hint='Capabilities the worker needs, such as {"region": "eu", "gpu": true}.'
        lines={2}
        value={requirements}
        onValue={(text) => set({ requirements: text })}
      />
    </Disclosure>
  );
}
