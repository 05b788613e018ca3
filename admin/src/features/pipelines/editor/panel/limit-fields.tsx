import { Disclosure } from '../../../../components/disclosure.js';
import { JsonField, TextField } from '../../../../components/forms/fields.js';
import { RetryFields } from '../../../../components/forms/retry-fields.js';
import { common } from '../../texts/common.js';
import { texts } from '../../texts/editor.js';
import { bindStep, type StepPartProps } from './step-part.js';

const t = texts.limits;

/** Timeouts, retries, priority and worker requirements. */
export function LimitFields(part: StepPartProps) {
  const { editing, step, path } = part;
  const { key, timeout, maxQueueTime, dependencyTimeout, priority, retry, requirements } = step;
  const bind = bindStep(part);
  const given = [
    timeout && t.timeout(timeout),
    dependencyTimeout && t.dependencyTimeout(dependencyTimeout),
    maxQueueTime && t.queueTime(maxQueueTime),
    priority && t.priority(priority),
    retry && t.customRetries,
    requirements && t.requirements,
  ].filter(Boolean);
  const names = ['timeout', 'maxQueueTime', 'dependencyTimeout', 'priority', 'retryConfig', 'requirements'];
  return (
    <Disclosure
      columns={1}
      label={t.label}
      summary={given.length > 0 ? given.join(' · ') : t.defaults}
      paths={names.map((name) => `${path}.${name}`)}
    >
      <div className="grid grid-cols-2 gap-x-3 gap-y-3">
        <TextField
          {...bind('timeout')}
          label={common.timeout}
          hint={t.timeoutHint}
          placeholder={t.timeoutPlaceholder}
        />
        <TextField
          {...bind('maxQueueTime')}
          label={common.maxQueueTime}
          hint={t.maxQueueTimeHint}
          placeholder={common.defaultOfSchedule}
        />
        <TextField
          {...bind('priority')}
          label={common.priority}
          hint={t.priorityHint}
          inputMode="numeric"
          placeholder={common.defaultOfSchedule}
        />
        <TextField
          {...bind('dependencyTimeout')}
          label={common.dependencyTimeout}
          hint={t.dependencyTimeoutHint}
          placeholder={t.noDependencyTimeout}
        />
      </div>
      <RetryFields
        label={t.useCustomRetries}
        path={`${path}.retryConfig`}
        retry={retry}
        onChange={(next) => editing.changeStep(key, { retry: next }, `${key}.retry`)}
      />
      <JsonField {...bind('requirements')} label={common.requirements} hint={t.requirementsHint} lines={2} />
    </Disclosure>
  );
}
