import { useMemo, useState } from 'react';
import { parseJsonText } from '../../../components/code/json-editor.js';
import { Disclosure } from '../../../components/disclosure.js';
import { TextField } from '../../../components/forms/fields.js';
import { type RetryDraft, RetryFields } from '../../../components/forms/retry-fields.js';
import { newRequestKey } from '../../../lib/graphql/request-key.js';

/** Options of one run beside its params, as typed. Empty ones keep the defaults. */
export interface RunOptionsDraft {
  delay: string;
  /** As in `datetime-local`, in the browser's time zone. */
  runAt: string;
  priority: string;
  timeout: string;
  /** JSON. */
  requirements: string;
  retry: RetryDraft | null;
}

const NO_OPTIONS: RunOptionsDraft = {
  delay: '',
  runAt: '',
  priority: '',
  timeout: '',
  requirements: '',
  retry: null,
};

/**
 * The state of a run's options, and the input made of it. A request that is sent twice runs once;
 * other params or options make another request.
 */
export function useRunOptions(params: string) {
  const [draft, setDraft] = useState(NO_OPTIONS);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each request has its own key
  const idempotencyKey = useMemo(newRequestKey, [params, JSON.stringify(draft)]);
  const requirements = parseJsonText(draft.requirements);
  const problem =
    requirements.kind === 'error'
      ? `Requirements: ${requirements.message}`
      : /^-?\d*$/.test(draft.priority.trim())
        ? undefined
        : 'Priority must be a whole number';
  return {
    fields: <RunOptionsFields draft={draft} change={(changed) => setDraft({ ...draft, ...changed })} />,
    problem,
    isLater: draft.delay.trim() !== '' || draft.runAt !== '',
    variables: { ...variablesOf(draft), idempotencyKey },
  };
}

function variablesOf({ delay, runAt, priority, timeout, requirements, retry }: RunOptionsDraft) {
  const parsed = parseJsonText(requirements);
  return {
    ...(delay.trim() && { delay: delay.trim() }),
    ...(runAt && { runAt: new Date(runAt).toISOString() }),
    ...(priority.trim() && { priority: Number(priority) }),
    ...(timeout.trim() && { timeout: timeout.trim() }),
    ...(parsed.kind === 'ok' && parsed.value !== undefined && { requirements: parsed.value }),
    ...(retry && {
      retryConfig: {
        maxRetries: Number(retry.maxRetries),
        backoff: retry.backoff,
        delay: retry.delay.trim(),
        jitter: retry.jitter,
        ...(retry.maxDelay.trim() && { maxDelay: retry.maxDelay.trim() }),
      },
    }),
  };
}

const PATHS = ['delay', 'runAt', 'priority', 'timeout', 'requirements', 'retryConfig'];

function RunOptionsFields({
  draft,
  change,
}: {
  draft: RunOptionsDraft;
  change: (changed: Partial<RunOptionsDraft>) => void;
}) {
  const text = (
    name: 'delay' | 'runAt' | 'priority' | 'timeout' | 'requirements',
    label: string,
    hint: string,
    type = 'text',
  ) => (
    <TextField
      label={label}
      path={name}
      hint={hint}
      type={type}
      value={draft[name]}
      onValue={(value) => change({ [name]: value })}
    />
  );
  return (
    <Disclosure label="Options for this run" paths={PATHS}>
      {text('delay', 'Delay', 'For example 30m or 2h. Leave empty to start now.')}
      {text('runAt', 'Or start at', 'In your time zone.', 'datetime-local')}
      {text('priority', 'Priority', 'Jobs with a higher priority run first.')}
      {text('timeout', 'Attempt timeout', 'For example 10m.')}
      {text('requirements', 'Requirements', 'JSON, for example {"region": "eu"}.')}
      <div className="sm:col-span-2">
        <RetryFields
          label="Custom retries"
          path="retryConfig"
          retry={draft.retry}
          onChange={(retry) => change({ retry })}
        />
      </div>
    </Disclosure>
  );
}
