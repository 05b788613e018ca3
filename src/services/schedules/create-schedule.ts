import type { Queryable } from '../../db/system/queryable.js';
import { toJsonb } from '../../db/system/to-jsonb.js';
import type { Columns } from '../../db/system/write-row.js';
import type { Issue } from '../../domain/issue.js';
import { issuesOf } from '../../domain/parse-leniently.js';
import { validatePolicies } from '../../domain/schedule/validate-policies.js';
import { uuidv7 } from '../../runtime/ids.js';
import { type CheckedDeps, withSourceChecks } from '../runs/data-sources/source-checks.js';
import {
  type Created,
  type CreatedRow,
  type CreateUseCase,
  createOnceByOneStatement,
  type Insert,
} from '../system/create-once.js';
import { readNowAndConfig } from '../system/read-settings.js';
import { invalid, ok, type Result } from '../system/result.js';
import { keyTaken } from '../system/stable-key.js';
import { checkTarget, checkTiming } from './check-schedule.js';
import { NO_HISTORY, timingFrom } from './plan/governing.js';
import { deadEndOf, planColumns } from './plan/plan-schedule.js';
import {
  createScheduleInput,
  policyInput,
  type ScheduleFields,
  targetInput,
  targetTypeOf,
  timingInput,
} from './schedule-input.js';

/** Creates a schedule and plans its first run, which is never before this moment. */
export const createSchedule: CreateUseCase<Created & CreatedRow> = async (
  deps,
  actor,
  input,
  { idempotencyKey, managedBy = null } = {},
) => {
  const given = parseGroups(input);
  const id = uuidv7();
  const once = { operation: 'createSchedule', input, idempotencyKey };
  const create = async (
    { sources }: CheckedDeps,
    client: Queryable,
    insert: Insert,
  ): Promise<Result<CreatedRow>> => {
    const agentId = given.target.data?.agentId;
    const { now, config, agents } = await readNowAndConfig(client, agentId, { shared: true });
    const { timezone } = config.scheduler;
    const { issues, ready } = await check(given, { client, sources, agents, timezone, now });
    if (issues.length > 0 || !given.fields.success) return invalid(issues);
    const schedule = given.fields.data;
    const { enabled, template, minInterval, maxInterval, failureBackoff, maxRuns } = schedule;
    const limits = { minInterval, maxInterval, failureBackoff, maxRuns };
    const timing = timingFrom(now, schedule, timezone);
    const planned = planColumns({ enabled, template, ...limits, ...NO_HISTORY, runCount: 0 }, timing, now);
    const deadEnd = deadEndOf(schedule, planned);
    if (deadEnd) return invalid([deadEnd]);
    const columns = Object.assign(scheduleColumns(schedule), {
      id,
      // The target of the template replaces its own.
      targetType: targetTypeOf(schedule) ?? 'agent',
      flag: enabled && !ready ? 'invalid_target' : null,
      originAt: now,
      ...planned,
      createdBy: actor.id,
      managedBy,
    });
    const inserted = await insert('Schedule', columns);
    return inserted ? ok({ id, ...inserted }) : keyTaken(client, 'Schedule', schedule.key);
  };
  const result = await withSourceChecks(deps, (checked) =>
    createOnceByOneStatement(deps, once, (client, insert) => create(checked, client, insert)),
  );
  if (result.kind === 'ok' && !result.value.repeated)
    deps.logger.info('schedule.created', { scheduleId: id, actor: actor.id });
  return result;
};

/** Each group is parsed even if another has errors, so that all errors are reported together. */
function parseGroups(input: unknown) {
  const fields = createScheduleInput.safeParse(input);
  return {
    fields,
    timing: fields.success ? fields : timingInput.safeParse(input),
    policies: fields.success ? fields : policyInput.safeParse(input),
    target: fields.success ? fields : targetInput.safeParse(input),
  };
}

/** Everything that is wrong with the input, and whether its target can run. */
async function check(
  { fields, timing, policies, target }: ReturnType<typeof parseGroups>,
  { timezone, now, ...deps }: Parameters<typeof checkTarget>[0] & { timezone: string; now: Date },
): Promise<{ issues: Issue[]; ready: boolean }> {
  const checked = target.success
    ? await checkTarget(
        deps,
        fields.success ? fields.data : { ...target.data, template: timing.data?.template ?? false },
      )
    : { issues: [], ready: false };
  const issues = [
    ...(fields.success ? [] : issuesOf(fields.error, createScheduleInput)),
    ...(timing.success ? checkTiming(timing.data, timezone, now) : []),
    ...(timing.success && policies.success
      ? validatePolicies(fields.success ? fields.data : { ...timing.data, ...policies.data })
      : []),
    ...checked.issues,
  ];
  return { issues, ready: checked.ready };
}

const JSON_COLUMNS: ReadonlySet<string> = new Set(['params', 'retryConfig', 'requirements']);

/** In one pass, because copies of objects with this many members are slow. */
export function scheduleColumns(fields: Partial<ScheduleFields>): Columns {
  const columns: Columns = {};
  for (const [name, value] of Object.entries(fields)) {
    if (value === undefined) continue;
    columns[name] = JSON_COLUMNS.has(name) ? toJsonb(value) : (value as Columns[string]);
  }
  return columns;
}
