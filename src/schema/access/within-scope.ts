/**
 * The rule of `domain/access/scope.ts` as conditions of Prisma, for lists and counts. A test shows that
 * both agree.
 */
import type { Prisma } from '../../db/generated/client.js';
import type { Scope } from '../../domain/access/scope.js';

export function agentsWithin({ agentIds }: Scope): Prisma.AgentRegistryWhereInput {
  return { id: { in: [...agentIds] } };
}

export function schedulesWithin({ scheduleLabels }: Scope): Prisma.ScheduleWhereInput {
  return labeled(scheduleLabels);
}

/** Schedules with at least one of these labels. The index covers only schedules that have labels, which this says. */
export function labeled(labels: readonly string[]): Prisma.ScheduleWhereInput {
  return { labels: { hasSome: [...labels] }, NOT: { labels: { isEmpty: true } } };
}

export function runsWithin(scope: Scope): Prisma.ScheduleExecutionWhereInput {
  return {
    OR: [
      ...(scope.agentIds.length > 0 ? [{ agentId: { in: [...scope.agentIds] } }] : []),
      ...(scope.scheduleLabels.length > 0 ? [{ schedule: { is: schedulesWithin(scope) } }] : []),
    ],
  };
}

export function jobsWithin(scope: Scope): Prisma.AgentJobExecutionWhereInput {
  return { scheduleExecution: { is: runsWithin(scope) } };
}
