/** A schedule as it is typed: texts, that need not be right yet. */
import {
  changesOf,
  choice,
  type DraftOf,
  duration,
  emptyDraft,
  json,
  retries,
  sendDraft,
  showDraft,
  text,
  whole,
} from '../../../components/draft.js';
import type { ActionError, Issue } from '../../../lib/use-action.js';
import type {
  AfterOnce,
  AgentEnvironment,
  ConcurrencyPolicy,
  CreateScheduleInput,
  DstGap,
  DstRepeat,
  MisfirePolicy,
  Repeat,
  ScheduleFormFieldsFragment,
  TargetType,
} from './schedule-form.generated.js';
import { fromZonedText, toZonedText } from './zoned-text.js';

const FIELDS = {
  name: text({ otherwise: '' }),
  key: text(),
  description: text(),
  targetType: choice<TargetType>('AGENT'),
  templateId: text(),
  agentId: text(),
  pipelineId: text(),
  repeat: choice<Repeat>('REPEATING'),
  cronExpression: text(),
  interval: duration(),
  /** Empty: the zone of the settings. */
  timezone: text(),
  maxRuns: whole(),
  template: choice<boolean>(false),
  afterOnce: choice<AfterOnce>('DISABLE'),
  dstGap: choice<DstGap>('NEXT_VALID'),
  dstRepeat: choice<DstRepeat>('FIRST'),
  params: json({ empty: '{}', otherwise: {} }),
  /** Null: as the agent has it. */
  retry: retries('retryConfig'),
  timeout: duration(),
  maxQueueTime: duration(),
  zombieThresholdMs: duration(),
  priority: whole({ empty: '0', otherwise: 0 }),
  enabled: choice<boolean>(true),
  misfirePolicy: choice<MisfirePolicy>('LATEST'),
  concurrencyPolicy: choice<ConcurrencyPolicy>('ALLOW'),
  startingDeadline: duration(),
  jitter: duration(),
  minInterval: duration(),
  maxInterval: duration(),
  failureBackoff: choice<boolean>(false),
  requirements: json(),
  environment: choice<AgentEnvironment>('PRODUCTION'),
  successfulHistoryLimit: whole(),
  failedHistoryLimit: whole(),
};

export interface ScheduleDraft extends DraftOf<typeof FIELDS> {
  /** Its target, and what it does not say itself, is a template's. */
  runsTemplate: boolean;
  /** Of a repeating one. */
  rhythm: 'cron' | 'interval';
  /** In the schedule's zone, as `datetime-local` has it. */
  startAt: string;
  endAt: string;
}

export const NEW_DRAFT: ScheduleDraft = {
  ...emptyDraft(FIELDS),
  runsTemplate: false,
  rhythm: 'cron',
  startAt: '',
  endAt: '',
};

/** @param defaultZone of a schedule that names none */
export function draftOf(schedule: ScheduleFormFieldsFragment, defaultZone: string): ScheduleDraft {
  const instant = (value: string | null) =>
    value === null ? '' : toZonedText(value, schedule.timezone ?? defaultZone);
  return {
    ...showDraft(FIELDS, schedule),
    runsTemplate: schedule.templateId !== null,
    rhythm: schedule.interval === null ? 'cron' : 'interval',
    startAt: instant(schedule.startAt),
    endAt: instant(schedule.endAt),
  };
}

export interface ReadDraft {
  input: CreateScheduleInput;
  /** What cannot even be sent; the server says the rest. */
  issues: Issue[];
}

/** The mutation's input, with null for what is empty. */
export function readDraft(draft: ScheduleDraft, defaultZone: string): ReadDraft {
  const { input, issues, refuse } = sendDraft<CreateScheduleInput>(FIELDS, {
    ...draft,
    ...inapplicable(draft),
  });
  function instant(value: string, path: string): string | null {
    if (value === '') return null;
    const read = fromZonedText(value, draft.timezone.trim() || defaultZone);
    return read ?? refuse(path, 'must be a date and time in a valid time zone');
  }
  // Of a template, its own is taken.
  if (draft.runsTemplate) delete input.targetType;
  input.startAt = instant(draft.startAt, 'startAt');
  input.endAt = draft.repeat === 'REPEATING' ? instant(draft.endAt, 'endAt') : null;
  return { input, issues };
}

/** What was typed and then chosen against is emptied. */
function inapplicable({ runsTemplate, targetType, repeat, rhythm }: ScheduleDraft): Partial<ScheduleDraft> {
  return {
    ...(!runsTemplate && { templateId: '' }),
    ...((runsTemplate || targetType !== 'AGENT') && { agentId: '' }),
    ...((runsTemplate || targetType !== 'PIPELINE') && { pipelineId: '' }),
    ...((repeat === 'ONCE' || rhythm !== 'cron') && { cronExpression: '' }),
    ...((repeat === 'ONCE' || rhythm !== 'interval') && { interval: '' }),
    ...(repeat === 'ONCE' && { maxRuns: '' }),
  };
}

/** Fields that are judged together. */
const TOGETHER: readonly (readonly string[])[] = [
  ['repeat', 'cronExpression', 'interval'],
  ['targetType', 'agentId', 'pipelineId', 'templateId'],
  ['startAt', 'endAt', 'timezone'],
  ['minInterval', 'maxInterval', 'failureBackoff', 'endAt'],
];

/** What of a refusal still holds: a field that is another by now is not said to be wrong. Undefined: nothing. */
export function stillWrong(
  error: ActionError,
  sent: CreateScheduleInput,
  now: CreateScheduleInput,
): ActionError | undefined {
  const changed = changesOf(sent, now);
  const issues = error.issues.filter(({ path: [field = ''] }) => {
    const fields = TOGETHER.find((group) => group.includes(field)) ?? [field];
    return !fields.some((each) => each in changed);
  });
  return issues.length === 0 && error.issues.length > 0 ? undefined : { ...error, issues };
}
