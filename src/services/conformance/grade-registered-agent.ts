import { readClock } from '../../db/system/database-now.js';
import { LIMITS } from '../../domain/limits.js';
import { createDatabaseClock } from '../../runtime/database/database-clock.js';
import type { ServiceDeps } from '../access/context.js';
import { recordAuditAlone } from '../access/record-audit.js';
import { createAgentDirectory } from '../agents/agent-directory.js';
import type { KnownAgent } from '../agents/resolve-agent.js';
import { validate } from '../json-schema/json-schema.js';
import { jsonObject, parseInput } from '../system/parse-input.js';
import { conflict, invalid, notFound, ok, type Result } from '../system/result.js';
import type { UseCase } from '../system/use-case.js';
import { openDatabaseInbox } from './database-inbox.js';
import type { Grade } from './grade.js';
import { type GradeParams, gradeAgent } from './grade-agent.js';

const NAMES = ['params', 'slowParams', 'retryParams', 'largeParams'] as const;

/** How the reports of the agent reach this process. */
type Reached = Parameters<typeof openDatabaseInbox>[1];

/** Number of agents that each server is grading. */
const inProgress = new WeakMap<object, number>();

/**
 * Grades a registered agent. Calls it about fifteen times with IDs that do not exist, so that only
 * the audit records it. A disabled agent can be graded too.
 */
export const gradeRegisteredAgent: UseCase<{ agentId: string } & Reached & GradeParams, Grade> = async (
  deps,
  actor,
  { agentId, publicUrl, listener, ...given },
) => {
  const found = await createAgentDirectory(deps).agent(agentId);
  if (found.kind === 'missing') return notFound('agent', agentId);
  if (found.kind === 'unusable') return conflict(found.message);
  const { agent } = found;
  if (agent.call.protocol === 'a2a')
    return conflict(
      'An A2A agent does not use the agent protocol that the grade checks. Make a test call instead.',
    );
  const params = await readParams(given, agent);
  if (params.kind !== 'ok') return params;
  const count = inProgress.get(deps.pool) ?? 0;
  if (count >= LIMITS.gradings)
    return conflict(`This server is already grading ${count} agents. Try again in a minute.`);
  inProgress.set(deps.pool, count + 1);
  try {
    const grade = await recordAndGrade(deps, agent, params.value, { publicUrl, listener });
    deps.logger.info('agent.graded', { agentId, actor: actor.id, status: grade.status });
    return ok(grade);
  } finally {
    inProgress.set(deps.pool, (inProgress.get(deps.pool) ?? 1) - 1);
  }
};

/** The params that are given, if the agent accepts them. */
async function readParams(given: GradeParams, { inputSchema }: KnownAgent): Promise<Result<GradeParams>> {
  const params: GradeParams = {};
  for (const name of NAMES) {
    if (given[name] === undefined || given[name] === null) continue;
    const parsed = parseInput(jsonObject, given[name]);
    if (parsed.kind !== 'ok')
      return invalid(parsed.issues.map((issue) => ({ ...issue, path: [name, ...issue.path] })));
    params[name] = parsed.value;
  }
  for (const name of NAMES) {
    if (params[name] === undefined && name !== 'params') continue;
    const issues = await validate(inputSchema, params[name] ?? {}, {
      path: [name],
      listAll: true,
      whenBusy: 'refuse',
    });
    if (issues.length > 0) return invalid(issues);
  }
  return ok(params);
}

/** Records the grading, then calls the agent. */
async function recordAndGrade(
  deps: ServiceDeps,
  agent: KnownAgent,
  params: GradeParams,
  reached: Reached,
): Promise<Grade> {
  await recordAuditAlone(deps.pool, {
    action: 'gradeAgent',
    entityType: 'Agent',
    entityId: agent.id,
    after: { ...params },
  });
  // Signatures and deadlines follow the database's clock, as those of workers do.
  const clock = createDatabaseClock();
  await readClock(deps.pool, clock);
  const inbox = await openDatabaseInbox(deps, reached);
  try {
    return await gradeAgent(
      { http: deps.http, inbox, now: () => new Date(clock.now()) },
      {
        call: { ...agent.call, version: agent.version },
        cancelUrl: agent.cancelUrl,
        healthCheck: agent.healthCheck as { endpoint?: string } | null,
        outputSchema: agent.outputSchema,
        config: agent.config,
      },
      params,
    );
  } finally {
    await inbox.close();
  }
}
