/** A schedule as it is typed: texts, that need not be right yet. */
import { parseJsonText } from '../../../components/json-editor.js';
import type { RetryDraft } from '../../../components/retry-fields.js';
import { writeDuration } from '../../../lib/duration-text.js';
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

export interface ScheduleDraft {
  name: string;
  /** Empty: it has none. */
  key: string;
  description: string;
  targetType: TargetType;
  /** Its target, and what it does not say itself, is a template's. */
  runsTemplate: boolean;
  templateId: string;
  agentId: string;
  pipelineId: string;
  repeat: Repeat;
  /** Of a repeating one. */
  rhythm: 'cron' | 'interval';
  cronExpression: string;
  interval: string;
  /** Empty: the zone of the settings. */
  timezone: string;
  /** In the schedule's zone, as `datetime-local` has it. */
  startAt: string;
  endAt: string;
  maxRuns: string;
  template: boolean;
  afterOnce: AfterOnce;
  dstGap: DstGap;
  dstRepeat: DstRepeat;
  /** JSON. */
  params: string;
  /** Null: as the agent has it. */
  retry: RetryDraft | null;
  timeout: string;
  maxQueueTime: string;
  zombieThresholdMs: string;
  priority: string;
  enabled: boolean;
  misfirePolicy: MisfirePolicy;
  concurrencyPolicy: ConcurrencyPolicy;
  startingDeadline: string;
  jitter: string;
  minInterval: string;
  maxInterval: string;
  failureBackoff: boolean;
  /** JSON. */
  requirements: string;
  environment: AgentEnvironment;
  successfulHistoryLimit: string;
  failedHistoryLimit: string;
}

export const NEW_DRAFT: ScheduleDraft = {
  name: '',
  key: '',
  description: '',
  targetType: 'AGENT',
  runsTemplate: false,
  templateId: '',
  agentId: '',
  pipelineId: '',
  repeat: 'REPEATING',
  rhythm: 'cron',
  cronExpression: '',
  interval: '',
  timezone: '',
  startAt: '',
  endAt: '',
  maxRuns: '',
  template: false,
  afterOnce: 'DISABLE',
  dstGap: 'NEXT_VALID',
  dstRepeat: 'FIRST',
  params: '{}',
  retry: null,
  timeout: '',
  maxQueueTime: '',
  zombieThresholdMs: '',
  priority: '0',
  enabled: true,
  misfirePolicy: 'LATEST',
  concurrencyPolicy: 'ALLOW',
  startingDeadline: '',
  jitter: '',
  minInterval: '',
  maxInterval: '',
  failureBackoff: false,
  requirements: '',
  environment: 'PRODUCTION',
  successfulHistoryLimit: '',
  failedHistoryLimit: '',
};

/** @param defaultZone of a schedule that names none */
export function draftOf(schedule: ScheduleFormFieldsFragment, defaultZone: string): ScheduleDraft {
  const zone = schedule.timezone ?? defaultZone;
  const { retryConfig: retry } = schedule;
  const number = (value: number | null) => (value === null ? '' : String(value));
  const duration = (ms: number | null) => (ms === null ? '' : writeDuration(ms));
  const instant = (value: string | null) => (value === null ? '' : toZonedText(value, zone));
  const json = (value: unknown) => (value === null ? '' : JSON.stringify(value, null, 2));
  return {
    name: schedule.name,
    key: schedule.key ?? '',
    description: schedule.description ?? '',
    targetType: schedule.targetType,
    runsTemplate: schedule.templateId !== null,
    templateId: schedule.templateId ?? '',
    agentId: schedule.agentId ?? '',
    pipelineId: schedule.pipelineId ?? '',
    repeat: schedule.repeat,
    rhythm: schedule.interval === null ? 'cron' : 'interval',
    cronExpression: schedule.cronExpression ?? '',
    interval: duration(schedule.interval),
    timezone: schedule.timezone ?? '',
    startAt: instant(schedule.startAt),
    endAt: instant(schedule.endAt),
    maxRuns: number(schedule.maxRuns),
    template: schedule.template,
    afterOnce: schedule.afterOnce,
    dstGap: schedule.dstGap,
    dstRepeat: schedule.dstRepeat,
    params: json(schedule.params),
    retry: retry && {
      maxRetries: String(retry.maxRetries),
      backoff: retry.backoff,
      delay: duration(retry.delay),
      maxDelay: duration(retry.maxDelay),
      jitter: retry.jitter ?? 'NONE',
    },
    timeout: duration(schedule.timeout),
    maxQueueTime: duration(schedule.maxQueueTime),
    zombieThresholdMs: duration(schedule.zombieThresholdMs),
    priority: String(schedule.priority),
    enabled: schedule.enabled,
    misfirePolicy: schedule.misfirePolicy,
    concurrencyPolicy: schedule.concurrencyPolicy,
    startingDeadline: duration(schedule.startingDeadline),
    jitter: duration(schedule.jitter),
    minInterval: duration(schedule.minInterval),
    maxInterval: duration(schedule.maxInterval),
    failureBackoff: schedule.failureBackoff,
    requirements: json(schedule.requirements),
    environment: schedule.environment,
    successfulHistoryLimit: number(schedule.successfulHistoryLimit),
    failedHistoryLimit: number(schedule.failedHistoryLimit),
  };
}

export interface ReadDraft {
  input: CreateScheduleInput;
  /** What cannot even be sent; the server says the rest. */
  issues: Issue[];
}

/** The mutation's input, with null for what is empty. */
export function readDraft(draft: ScheduleDraft, defaultZone: string): ReadDraft {
  const issues: Issue[] = [];
  const isRepeating = draft.repeat === 'REPEATING';
  const text = (value: string) => value.trim() || null;

  function whole(value: string, path: string): number | null {
    if (value.trim() === '') return null;
    const number = Number(value);
    if (Number.isInteger(number)) return number;
    issues.push({ path: path.split('.'), message: 'must be a whole number' });
    return null;
  }
  function instant(value: string, path: string): string | null {
    if (value === '') return null;
    const read = fromZonedText(value, draft.timezone.trim() || defaultZone);
    if (read === undefined)
      issues.push({ path: [path], message: 'must be a date and time in a valid time zone' });
    return read ?? null;
  }
  function json(value: string, path: string): unknown {
    const read = parseJsonText(value);
    if (read.kind === 'ok') return read.value ?? null;
    issues.push({ path: [path], message: read.message });
    return null;
  }

  const { retry } = draft;
  const input: CreateScheduleInput = {
    name: draft.name.trim(),
    key: text(draft.key),
    description: text(draft.description),
    // Of a template, its own is taken.
    ...(!draft.runsTemplate && { targetType: draft.targetType }),
    agentId: !draft.runsTemplate && draft.targetType === 'AGENT' ? text(draft.agentId) : null,
    pipelineId: !draft.runsTemplate && draft.targetType === 'PIPELINE' ? text(draft.pipelineId) : null,
    templateId: draft.runsTemplate ? text(draft.templateId) : null,
    repeat: draft.repeat,
    cronExpression: isRepeating && draft.rhythm === 'cron' ? text(draft.cronExpression) : null,
    interval: isRepeating && draft.rhythm === 'interval' ? text(draft.interval) : null,
    timezone: text(draft.timezone),
    startAt: instant(draft.startAt, 'startAt'),
    endAt: isRepeating ? instant(draft.endAt, 'endAt') : null,
    maxRuns: isRepeating ? whole(draft.maxRuns, 'maxRuns') : null,
    template: draft.template,
    afterOnce: draft.afterOnce,
    dstGap: draft.dstGap,
    dstRepeat: draft.dstRepeat,
    params: json(draft.params, 'params') ?? {},
    retryConfig: retry
      ? {
          maxRetries: whole(retry.maxRetries, 'retryConfig.maxRetries') ?? 0,
          backoff: retry.backoff,
          delay: retry.delay.trim(),
          ...(retry.maxDelay.trim() !== '' && { maxDelay: retry.maxDelay.trim() }),
          jitter: retry.jitter,
        }
      : null,
    timeout: text(draft.timeout),
    maxQueueTime: text(draft.maxQueueTime),
    zombieThresholdMs: text(draft.zombieThresholdMs),
    priority: whole(draft.priority, 'priority') ?? 0,
    enabled: draft.enabled,
    misfirePolicy: draft.misfirePolicy,
    concurrencyPolicy: draft.concurrencyPolicy,
    startingDeadline: text(draft.startingDeadline),
    jitter: text(draft.jitter),
    minInterval: text(draft.minInterval),
    maxInterval: text(draft.maxInterval),
    failureBackoff: draft.failureBackoff,
    requirements: json(draft.requirements, 'requirements'),
    environment: draft.environment,
    successfulHistoryLimit: whole(draft.successfulHistoryLimit, 'successfulHistoryLimit'),
    failedHistoryLimit: whole(draft.failedHistoryLimit, 'failedHistoryLimit'),
  };
  return { input, issues };
}

/** What of `now` is not as it was `before`. */
export function changesOf(
  before: CreateScheduleInput,
  now: CreateScheduleInput,
): Partial<CreateScheduleInput> {
  const entries = Object.entries(now) as [keyof CreateScheduleInput, unknown][];
  return Object.fromEntries(
    entries.filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name])),
  );
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
