import { useState } from 'react';
import { Disclosure } from '../../../components/disclosure.js';
import {
  bindTo,
  type DraftField,
  type DraftOf,
  duration,
  emptyDraft,
  json,
  retries,
  sendDraft,
  whole,
} from '../../../components/forms/draft.js';
import { TextField } from '../../../components/forms/fields.js';
import { RetryFields } from '../../../components/forms/retry-fields.js';
import { texts } from '../texts/dialogs.js';
import type { ScheduleDetailTriggerMutationVariables } from './schedule-detail.generated.js';

const t = texts.runOptions;

/** As in `datetime-local`, in the browser's time zone. */
const LOCAL_TIME: DraftField<string> = {
  empty: '',
  show: () => '',
  send: (value) => (value === '' ? null : new Date(value).toISOString()),
};

/** Options of one run beside its params. Empty ones keep the defaults. */
const FIELDS = {
  delay: duration(),
  runAt: LOCAL_TIME,
  priority: whole(),
  timeout: duration(),
  requirements: json(),
  retry: retries('retryConfig'),
};

/** Names of the fields whose values may not be valid. */
const LABELS: Readonly<Record<string, string>> = {
  priority: t.priority,
  requirements: t.requirements,
  retryConfig: t.retryConfig,
};

type RunOptionsDraft = DraftOf<typeof FIELDS>;

/** The state of a run's options, and the input made of it. */
export function useRunOptions() {
  const [draft, setDraft] = useState(() => emptyDraft(FIELDS));
  const { input, issues } = sendDraft<Omit<ScheduleDetailTriggerMutationVariables, 'id'>>(FIELDS, draft);
  const given = Object.entries(input).filter(([, value]) => value !== null);
  return {
    fields: <RunOptionsFields draft={draft} change={(changed) => setDraft({ ...draft, ...changed })} />,
    problem: issues.map(({ path: [name = ''], message }) => t.problem(LABELS[name], message))[0],
    isLater: draft.delay.trim() !== '' || draft.runAt !== '',
    variables: Object.fromEntries(given) as typeof input,
  };
}

const PATHS = ['delay', 'runAt', 'priority', 'timeout', 'requirements', 'retryConfig'];

interface RunOptionsFieldsProps {
  draft: RunOptionsDraft;
  change: (changed: Partial<RunOptionsDraft>) => void;
}

function RunOptionsFields({ draft, change }: RunOptionsFieldsProps) {
  const bind = bindTo(draft, change);
  return (
    <Disclosure label={t.title} paths={PATHS}>
      <TextField {...bind('delay')} label={t.delay} hint={t.delayHint} />
      <TextField {...bind('runAt')} label={t.startAt} hint={t.startAtHint} type="datetime-local" />
      <TextField {...bind('priority')} label={t.priority} hint={t.priorityHint} />
      <TextField {...bind('timeout')} label={t.timeout} hint={t.timeoutHint} />
      <TextField {...bind('requirements')} label={t.requirements} hint={t.requirementsHint} />
      <div className="sm:col-span-2">
        <RetryFields
          label={t.retryConfig}
          path="retryConfig"
          retry={draft.retry}
          onChange={(retry) => change({ retry })}
        />
      </div>
    </Disclosure>
  );
}
