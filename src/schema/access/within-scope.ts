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
  return { labels: { hasSome: [...scheduleLabels] } };
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
