/** The draft of a schedule: texts as typed, which may not be valid yet. */
import {
  choice,
  type DraftOf,
  duration,
  emptyDraft,
  json,
  retries,
  sendDraft,
  showDraft,
  text,
  words,
} from '../../../components/forms/draft.js';
import type { Issue } from '../../../lib/graphql/use-action.js';
import { SCHEDULE_OPTIONS } from '../schedule-options.js';
import { texts } from '../texts/form.js';
import type {
  CreateScheduleInput,
  Repeat,
  ScheduleFormFieldsFragment,
  TargetType,
} from './schedule-form.generated.js';
import { fromZonedText, toZonedText } from './zoned-text.js';

const t = texts.form;

const FIELDS = {
  name: text({ otherwise: '' }),
  key: text(),
  description: text(),
  labels: words(),
  targetType: choice<TargetType>('AGENT'),
  templateId: text(),
  agentId: text(),
  pipelineId: text(),
  repeat: choice<Repeat>('REPEATING'),
  cronExpression: text(),
  interval: duration(),
  /** If empty, the default time zone applies. */
  timezone: text(),
  ...SCHEDULE_OPTIONS.timing,
  ...SCHEDULE_OPTIONS.clock,
  params: json({ empty: '{}', otherwise: {} }),
  /** Null for the agent's policy. */
  retry: retries('retryConfig'),
  enabled: choice<boolean>(true),
  ...SCHEDULE_OPTIONS.slots,
  ...SCHEDULE_OPTIONS.limits,
  ...SCHEDULE_OPTIONS.delivery,
  ...SCHEDULE_OPTIONS.workers,
  ...SCHEDULE_OPTIONS.history,
};

export interface ScheduleDraft extends DraftOf<typeof FIELDS> {
  /** Whether a template supplies the target and all settings that are not given. */
  runsTemplate: boolean;
  /** For a repeating schedule. */
  rhythm: 'cron' | 'interval';
  /** As in `datetime-local`, in the time zone of the schedule. */
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

/** @param defaultZone time zone of schedules without one */
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
  /** Problems that prevent sending the draft. The server reports all others. */
  issues: Issue[];
}

/** The input of the mutation, with null for empty fields. */
export function readDraft(draft: ScheduleDraft, defaultZone: string): ReadDraft {
  const { input, issues, refuse } = sendDraft<CreateScheduleInput>(FIELDS, {
    ...draft,
    ...inapplicable(draft),
  });
  function instant(value: string, path: string): string | null {
    if (value === '') return null;
    const read = fromZonedText(value, draft.timezone.trim() || defaultZone);
    return read ?? refuse(path, t.badInstant);
  }
  // The target of the template applies.
  if (draft.runsTemplate) delete input.targetType;
  input.startAt = instant(draft.startAt, 'startAt');
  input.endAt = draft.repeat === 'REPEATING' ? instant(draft.endAt, 'endAt') : null;
  return { input, issues };
}

/** Fields that do not apply after a later choice. They are cleared. */
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

/** Fields that are checked together. */
export const TOGETHER: readonly (readonly string[])[] = [
  ['repeat', 'cronExpression', 'interval'],
  ['targetType', 'agentId', 'pipelineId', 'templateId'],
  ['startAt', 'endAt', 'timezone'],
  ['minInterval', 'maxInterval', 'failureBackoff', 'endAt'],
];
