import { Field, FieldGroup } from '../../../components/form.js';
import { Select, Switch, TextInput } from '../../../components/inputs.js';
import { formatDuration } from '../../../lib/time.js';
import type { ScheduleDraft } from './draft.js';
import { readDurationText } from './duration-text.js';
import type { Backoff, RetryJitter } from './schedule-form.generated.js';
import type { SectionProps } from './section-props.js';

/** How hard it tries. */
export function DeliverySection({ draft, change }: SectionProps) {
  return (
    <>
      <FieldGroup legend="Retries">
        <Switch
          label="Own retry settings, instead of the agent’s"
          isOn={draft.hasOwnRetry}
          onChange={(hasOwnRetry) => change({ hasOwnRetry })}
        />
        {draft.hasOwnRetry && <RetryFields draft={draft} change={change} />}
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

function RetryFields({ draft: { retry }, change }: SectionProps) {
  const set = (changed: Partial<ScheduleDraft['retry']>) => change({ retry: { ...retry, ...changed } });
  return (
    <>
      <div className="grid gap-x-4 gap-y-3 sm:grid-cols-3">
        <Field label="Retries at most" path="retryConfig.maxRetries">
          {(control) => (
            <TextInput
              {...control}
              inputMode="numeric"
              value={retry.maxRetries}
              onChange={(event) => set({ maxRetries: event.target.value })}
            />
          )}
        </Field>
        <Field label="Backoff" path="retryConfig.backoff">
          {(control) => (
            <Select
              {...control}
              value={retry.backoff}
              onValue={(backoff) => set({ backoff: backoff as Backoff })}
              options={[
                { value: 'EXPONENTIAL', label: 'Exponential' },
                { value: 'LINEAR', label: 'Linear' },
                { value: 'FIXED', label: 'Fixed' },
              ]}
            />
          )}
        </Field>
        <Field label="Delay" path="retryConfig.delay">
          {(control) => (
            <TextInput
              {...control}
              placeholder="5s"
              spellCheck={false}
              value={retry.delay}
              onChange={(event) => set({ delay: event.target.value })}
            />
          )}
        </Field>
        <Field label="Longest delay" path="retryConfig.maxDelay">
          {(control) => (
            <TextInput
              {...control}
              placeholder="1h"
              spellCheck={false}
              value={retry.maxDelay}
              onChange={(event) => set({ maxDelay: event.target.value })}
            />
          )}
        </Field>
        <Field label="Jitter" path="retryConfig.jitter">
          {(control) => (
            <Select
              {...control}
              value={retry.jitter}
              onValue={(jitter) => set({ jitter: jitter as RetryJitter })}
              options={[
                { value: 'NONE', label: 'None' },
                { value: 'FULL', label: 'Full: from 0 to the delay' },
                { value: 'EQUAL', label: 'Equal: from half of it' },
              ]}
            />
          )}
        </Field>
      </div>
      <p className="text-xs text-muted">{waitsWords(retry)}</p>
    </>
  );
}

const SHOWN = 5;
const LONGEST_MS = 3_600_000;

/** `Waits 5 s, 10 s, 20 s`: the rules of the API's Backoff, before any jitter. */
export function waitsWords({ maxRetries, backoff, delay, maxDelay }: ScheduleDraft['retry']): string {
  const base = readDurationText(delay);
  const count = Number(maxRetries);
  if (base === undefined || !Number.isInteger(count) || count < 0) return '';
  if (count === 0) return 'A failed attempt is not tried again.';
  const longest = readDurationText(maxDelay) ?? LONGEST_MS;
  const waits = Array.from({ length: Math.min(count, SHOWN) }, (_, index) => {
    const factor = { EXPONENTIAL: 2 ** index, LINEAR: index + 1, FIXED: 1 }[backoff];
    return formatDuration(Math.min(base * factor, longest));
  });
  return `Waits ${waits.join(', ')}${count > SHOWN ? ', …' : ''} between attempts.`;
}
