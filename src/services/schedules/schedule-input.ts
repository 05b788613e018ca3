/** The form of a schedule's fields. `check-schedule.ts` checks combinations. */
import { z } from 'zod';
import { ENVIRONMENTS } from '../../domain/agent/environment.js';
import {
  durationMs,
  int32,
  line,
  longDurationMs,
  oneOf,
  orElse,
  orNull,
  prose,
} from '../../domain/input-forms.js';
import { retryConfigSchema } from '../../domain/retry/retry.js';
import { forDurationPolicies } from '../../domain/schedule/duration-policies.js';
import { scheduleLabels } from '../../domain/schedule/labels.js';
import { requirementsSchema } from '../../domain/worker/requirements.js';
import { jsonObject } from '../system/parse-input.js';
import { stableKeyInput } from '../system/stable-key.js';

const date = z.date('must be a date and time');
const flag = z.boolean('must be true or false');

const timingFields = {
  repeat: oneOf(['once', 'repeating']),
  cronExpression: orNull(line(200)),
  interval: orNull(longDurationMs),
  timezone: orNull(line(64)),
  startAt: orNull(date),
  endAt: orNull(date),
  dstGap: orElse(oneOf(['next_valid', 'skip']), 'next_valid'),
  dstRepeat: orElse(oneOf(['first', 'last', 'both']), 'first'),
  maxRuns: orNull(int32(1)),
  template: orElse(flag, false),
};

const targetFields = {
  /** May be absent if the other fields of the target say it: see `targetTypeOf`. */
  targetType: oneOf(['agent', 'pipeline']).optional(),
  agentId: orNull(line(128)),
  pipelineId: orNull(line(128)),
  templateId: orNull(line(128)),
  params: orElse(jsonObject, {}),
};

const policyFields = {
  ...forDurationPolicies(() => orNull(longDurationMs)),
  failureBackoff: orElse(flag, false),
  jitter: orNull(durationMs),
  misfirePolicy: orElse(oneOf(['latest', 'all', 'skip']), 'latest'),
  concurrencyPolicy: orElse(oneOf(['allow', 'forbid', 'replace', 'queue']), 'allow'),
};

const otherFields = {
  key: stableKeyInput,
  name: line(200),
  description: orNull(prose(10_000)),
  retryConfig: orNull(retryConfigSchema),
  timeout: orNull(durationMs),
  maxQueueTime: orNull(durationMs),
  zombieThresholdMs: orNull(durationMs),
  priority: orElse(int32(-2_147_483_648), 0),
  enabled: orElse(flag, true),
  afterOnce: orElse(oneOf(['disable', 'delete']), 'disable'),
  requirements: orNull(requirementsSchema),
  environment: orElse(oneOf(ENVIRONMENTS), 'production'),
  successfulHistoryLimit: orNull(int32(0)),
  failedHistoryLimit: orNull(int32(0)),
  labels: orElse(scheduleLabels, []),
};

export const timingInput = z.object(timingFields);
export const targetInput = z.object(targetFields);
export const policyInput = z.object(policyFields);
export const createScheduleInput = z.strictObject({
  ...otherFields,
  ...timingFields,
  ...policyFields,
  ...targetFields,
});
/** Absent fields do not change. */
export const updateScheduleInput = z
  .strictObject({ ...otherFields, ...timingFields, ...policyFields, ...targetFields })
  .partial();

export type ScheduleTiming = z.output<typeof timingInput>;
export type ScheduleTarget = z.output<typeof targetInput>;
/** The given type of the target, otherwise the type of the only ID given. Undefined if neither says it. */
export function targetTypeOf({
  targetType,
  agentId,
  pipelineId,
}: Partial<Pick<ScheduleTarget, 'targetType' | 'agentId' | 'pipelineId'>>): ScheduleTarget['targetType'] {
  if (targetType !== undefined || (agentId == null) === (pipelineId == null)) return targetType;
  return pipelineId == null ? 'agent' : 'pipeline';
}

export type SchedulePolicies = z.output<typeof policyInput>;
export type ScheduleFields = z.output<typeof createScheduleInput>;

export const TIMING_FIELDS = Object.keys(timingFields) as (keyof ScheduleTiming)[];
/** Limits of the plan, which the governor applies. */
export const LIMIT_FIELDS = ['minInterval', 'maxInterval', 'failureBackoff'] as const;
export const POLICY_FIELDS = Object.keys(policyFields) as (keyof SchedulePolicies)[];
export const TARGET_FIELDS = Object.keys(targetFields) as (keyof ScheduleTarget)[];

/** Whether any of these fields is different in two versions of a schedule. */
export function differIn<Name extends string>(
  fields: readonly Name[],
  before: Partial<Record<Name, unknown>>,
  after: Partial<Record<Name, unknown>>,
): boolean {
  return fields.some((field) => !isSame(before[field], after[field]));
}

function isSame(a: unknown, b: unknown): boolean {
  return a instanceof Date && b instanceof Date ? a.getTime() === b.getTime() : a === b;
}
