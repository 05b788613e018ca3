/**
 * The scope of an API token: the agents and labels of schedules that it is limited to. What is not named
 * here is out of scope.
 *
 * - An agent is in scope if the scope names its ID.
 * - A schedule is in scope if it has a label that the scope names. That it runs an agent in scope is not
 *   enough: such a token may call the agent, not change when others call it.
 * - A run is in scope if its schedule is, or if it calls an agent in scope directly.
 * - A job is in scope if its run is. So the steps of a pipeline run are in scope together or not at all.
 *
 * The labels are those that the schedule has now. Runs of a deleted schedule have none.
 */
import { z } from 'zod';
import { scheduleLabel } from '../schedule/labels.js';

export interface Scope {
  readonly agentIds: readonly string[];
  readonly scheduleLabels: readonly string[];
}

export interface ScopedRun {
  /** Labels of its schedule. Null without a schedule, or if the schedule has been deleted. */
  scheduleLabels: readonly string[] | null;
  /** The agent that it calls directly. Null for a run of a pipeline. */
  agentId: string | null;
}

const MAX_NAMES = 100;

const names = (name: z.ZodType<string>) =>
  z
    .array(name, 'must be a list of strings')
    .max(MAX_NAMES, `has more than ${MAX_NAMES} items`)
    .nullish()
    .transform((given) => [...new Set(given)]);

/** A scope as it is given and stored. One that names nothing would allow nothing, so it is a mistake. */
export const scopeSchema = z
  .strictObject({
    agentIds: names(
      z.string('must be a string').min(1, 'must not be empty').max(128, 'is longer than 128 characters'),
    ),
    scheduleLabels: names(scheduleLabel),
  })
  .refine(
    ({ agentIds, scheduleLabels }) => agentIds.length + scheduleLabels.length > 0,
    'must name at least one agent or label',
  );

/** A stored scope. Undefined if it cannot be read; its token is then not valid. */
export function readScope(stored: unknown): Scope | undefined {
  const parsed = scopeSchema.safeParse(stored);
  return parsed.success ? parsed.data : undefined;
}

export function isAgentInScope({ agentIds }: Scope, agentId: string | null): boolean {
  return agentId !== null && agentIds.includes(agentId);
}

export function isScheduleInScope({ scheduleLabels }: Scope, labels: readonly string[] | null): boolean {
  return labels?.some((label) => scheduleLabels.includes(label)) ?? false;
}

export function isRunInScope(scope: Scope, { scheduleLabels, agentId }: ScopedRun): boolean {
  return isScheduleInScope(scope, scheduleLabels) || isAgentInScope(scope, agentId);
}

/** Such as `the agents "a", "b" and schedules labeled "c"`. */
export function describeScope({ agentIds, scheduleLabels }: Scope): string {
  const quoted = (all: readonly string[]) => all.map((name) => JSON.stringify(name)).join(', ');
  const agents = agentIds.length === 1 ? 'the agent' : 'the agents';
  return [
    ...(agentIds.length > 0 ? [`${agents} ${quoted(agentIds)}`] : []),
    ...(scheduleLabels.length > 0 ? [`schedules labeled ${quoted(scheduleLabels)}`] : []),
  ].join(' and ');
}
