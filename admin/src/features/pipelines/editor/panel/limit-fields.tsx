import { Disclosure } from '../../../../components/disclosure.js';
import { JsonField, TextField } from '../../../../components/forms/fields.js';
import { RetryFields } from '../../../../components/forms/retry-fields.js';
import { bindStep, type StepPartProps } from './step-part.js';

/** Timeouts, retries, priority and worker requirements. */
export function LimitFields(part: StepPartProps) {
  const { editing, step, path } = part;
  const { key, timeout, maxQueueTime, dependencyTimeout, priority, retry, requirements } = step;
  const bind = bindStep(part);
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
        <TextField {...bind('timeout')} label="Timeout" hint="For one attempt." placeholder="5m" />
        <TextField
          {...bind('maxQueueTime')}
          label="Maximum queue time"
          hint="Measured from the job’s release."
          placeholder="default of the schedule"
        />
        <TextField
          {...bind('priority')}
          label="Priority"
          hint="Jobs with a higher priority run first."
          inputMode="numeric"
          placeholder="default of the schedule"
        />
        <TextField
          {...bind('dependencyTimeout')}
          label="Dependency timeout"
          hint="Measured from the start of the context."
          placeholder="none"
        />
      </div>
      <RetryFields
        label="Use custom retry settings instead of the schedule’s"
        path={`${path}.retryConfig`}
        retry={retry}
        onChange={(next) => editing.changeStep(key, { retry: next }, `${key} retry`)}
      />
      <JsonField
        {...bind('requirements')}
        label="Requirements"
        hint='Capabilities the worker needs, such as {"region": "eu", "gpu": true}.'
        lines={2}
      />
    </Disclosure>
  );
}
