import { flagSchedules } from '../../db/schedules/flag-schedules.js';
import { lockSchedule, type StoredSchedule } from '../../db/schedules/lock-schedule.js';
import type { Queryable } from '../../db/system/queryable.js';
import { updateRow } from '../../db/system/write-row.js';
import { issuesOf } from '../../domain/parse-leniently.js';
import { validatePolicies } from '../../domain/schedule/validate-policies.js';
import { withTransaction } from '../../runtime/database/pool.js';
import { type CheckedDeps, withSourceChecks } from '../runs/data-sources/source-checks.js';
import { onlyGiven } from '../system/parse-input.js';
import { readNowAndConfig } from '../system/read-settings.js';
import { invalid, notFound, ok, type Result } from '../system/result.js';
import { orTakenKey, takenKey } from '../system/stable-key.js';
import { ownerColumn, type UpdateRequest } from '../system/update-request.js';
import type { UseCase } from '../system/use-case.js';
import { checkTarget, checkTiming } from './check-schedule.js';
import { scheduleColumns } from './create-schedule.js';
import { timingOf } from './plan/governing.js';
import { deadEndOf, planColumns, planWithinLimits } from './plan/plan-schedule.js';
import {
  differIn,
  LIMIT_FIELDS,
  POLICY_FIELDS,
  type ScheduleFields,
  type ScheduleTarget,
  TARGET_FIELDS,
  TIMING_FIELDS,
  targetTypeOf,
  updateScheduleInput,
} from './schedule-input.js';
import { recordUnclaimedSlots, withdrawWaiting } from './slots/record-unclaimed-slots.js';

/**
 * Changes the given fields; null clears an optional field. Only a change of timing or of `enabled` plans
 * again. A due but unclaimed slot is then recorded as skipped, and no slot from before this moment runs.
 */
export const updateSchedule: UseCase<UpdateRequest> = async (deps, actor, { id, input, managedBy }) => {
  const parsed = updateScheduleInput.safeParse(input);
  if (!parsed.success) return invalid(issuesOf(parsed.error, updateScheduleInput));
  const patch = onlyGiven(parsed.data, input);
  const update = async (checked: CheckedDeps, client: Queryable): Promise<Result<{ id: string }>> => {
    const stored = await lockSchedule(client, id);
    if (!stored) return notFound('schedule', id);
    return (
      (await takenKey(client, 'Schedule', patch.key, id)) ??
      change(checked, client, stored, { patch, managedBy })
    );
  };
  const result = await orTakenKey(deps.pool, 'Schedule', patch.key, () =>
    withSourceChecks(deps, (checked) => withTransaction(deps.pool, (client) => update(checked, client))),
  );
  if (result.kind === 'ok')
    deps.logger.info('schedule.updated', { scheduleId: id, actor: actor.id, fields: Object.keys(patch) });
  return result;
};

async function change(
  deps: CheckedDeps,
  client: Queryable,
  stored: StoredSchedule,
  { patch: given, managedBy }: { patch: Partial<ScheduleFields>; managedBy: UpdateRequest['managedBy'] },
): Promise<Result<{ id: string }>> {
  const patch = withWholeTarget(given, stored);
  const { now, config } = await readNowAndConfig(client);
  const { timezone } = config.scheduler;
  const wanted = { ...stored, ...patch, targetType: patch.targetType ?? stored.targetType };
  const differ = (fields: readonly (keyof ScheduleFields)[]) => differIn(fields, stored, wanted);
  const retimed = differ(TIMING_FIELDS);
  const switched = stored.enabled !== wanted.enabled;
  // A template cannot run a template.
  const retargeted = TARGET_FIELDS.some((field) => field in patch) || differ(['template']);

  const isEnabled = switched && wanted.enabled;
  const policyIssues = retimed || differ(POLICY_FIELDS) ? validatePolicies(wanted) : [];
  const timingIssues = retimed || isEnabled ? checkTiming(wanted, timezone, now, stored.runCount) : [];
  const checked =
    retargeted || isEnabled
      ? await checkTarget({ client, sources: deps.sources }, targetOfChange(wanted, patch))
      : undefined;
  // Enabling does not check a target that did not change. The schedule is blocked if it cannot be called.
  const issues = [...timingIssues, ...policyIssues, ...(retargeted ? (checked?.issues ?? []) : [])];
  if (issues.length > 0) return invalid(issues);

  const isActivated = retimed || switched;
  const planned = isActivated
    ? planColumns(wanted, timingOf(wanted, timezone), now)
    : differ(LIMIT_FIELDS)
      ? await planWithinLimits({ client, schedule: wanted, timing: timingOf(wanted, timezone), now })
      : {};
  const deadEnd = deadEndOf(wanted, planned);
  if (deadEnd) return invalid([deadEnd]);
  const before = { client, schedule: stored, timing: timingOf(stored, timezone), now };
  const isEdited = stored.enabled && wanted.enabled;
  if (isActivated) await recordUnclaimedSlots(deps, before, isEdited ? 'edited' : 'disabled');
  // A schedule that has ended is disabled already, but its last run may still be queued.
  const withdraws = isActivated ? !wanted.enabled : given.enabled === false;
  const withdrawn = withdraws ? await withdrawWaiting(deps, before, 'disabled') : {};
  await updateRow(client, 'Schedule', stored.id, {
    ...scheduleColumns(patch),
    ...ownerColumn(managedBy),
    ...(retimed && stored.flag === 'invalid_timing' && { flag: null }),
    ...(checked && { flag: wanted.enabled && !checked.ready ? 'invalid_target' : null }),
    ...withdrawn,
    ...planned,
  });
  if (stored.template || wanted.template) await flagSchedules(client, { templateId: stored.id });
  return ok({ id: stored.id });
}

/** The given fields. A target of another type, or instead of a template, replaces the stored one. */
function withWholeTarget(given: Partial<ScheduleFields>, stored: StoredSchedule): Partial<ScheduleFields> {
  const type = targetTypeOf(given);
  if (type === undefined) return given;
  const isReplaced = stored.templateId === null ? type !== stored.targetType : given.templateId === null;
  return isReplaced ? { agentId: null, pipelineId: null, ...given, targetType: type } : given;
}

/** The stored target of a schedule with a template is the template's, so only a given target is checked. */
function targetOfChange(
  wanted: ScheduleTarget & { template: boolean },
  { targetType, agentId = null, pipelineId = null }: Partial<ScheduleFields>,
): ScheduleTarget & { template: boolean } {
  return wanted.templateId === null ? wanted : { ...wanted, targetType, agentId, pipelineId };
}
