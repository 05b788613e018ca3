import { LIMITS } from '../../domain/limits.js';
import { withTransaction } from '../../runtime/pool.js';
import type { Actor, ServiceDeps } from '../access/context.js';
import { recordAudit } from '../access/record-audit.js';
import { createAgentDirectory } from '../agents/agent-directory.js';
import { validate } from '../json-schema/json-schema.js';
import { jsonObject, parseInput } from '../system/parse-input.js';
import { conflict, invalid, notFound, ok, type Result } from '../system/result.js';
import { openDatabaseInbox } from './database-inbox.js';
import type { Grade } from './grade.js';
import { type GradeParams, gradeAgent } from './grade-agent.js';

const NAMES = ['params', 'slowParams', 'retryParams', 'largeParams'] as const;

/** Number of agents that each server is grading. Each uses a database connection. */
const inProgress = new WeakMap<object, number>();

/**
 * Grades a registered agent. Calls it about fifteen times with IDs that do not exist, so that only
 * the audit records it. A disabled agent can be graded too.
 */
export async function gradeRegisteredAgent(
  deps: ServiceDeps,
  actor: Actor,
  { agentId, publicUrl, ...given }: { agentId: string; publicUrl: string } & GradeParams,
): Promise<Result<Grade>> {
  const found = await createAgentDirectory(deps).agent(agentId);
  if (found.kind === 'missing') return notFound('agent', agentId);
  if (found.kind === 'unusable') return conflict(found.message);
  const { agent } = found;
  if (agent.call.protocol === 'a2a')
    return conflict('An A2A agent does not speak the agent protocol that is checked. Call it once instead.');
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
    const issues = await validate(agent.inputSchema, params[name] ?? {}, {
      path: [name],
      listAll: true,
      whenBusy: 'refuse',
    });
    if (issues.length > 0) return invalid(issues);
  }
  const count = inProgress.get(deps.pool) ?? 0;
  if (count >= LIMITS.gradings)
    return conflict(`This server is already grading ${count} agents. Try again in a minute.`);
  inProgress.set(deps.pool, count + 1);
  try {
    await withTransaction(deps.pool, (client) =>
      recordAudit(client, {
        action: 'gradeAgent',
        entityType: 'Agent',
        entityId: agentId,
        after: { ...params },
      }),
    );
    const inbox = await openDatabaseInbox(deps, publicUrl);
    try {
      const grade = await gradeAgent(
        { http: deps.http, inbox },
        {
          call: { ...agent.call, version: agent.version },
          cancelUrl: agent.cancelUrl,
          healthCheck: agent.healthCheck as { endpoint?: string } | null,
          outputSchema: agent.outputSchema,
          config: agent.config,
        },
        params,
      );
      deps.logger.info('agent.graded', { agentId, actor: actor.id, status: grade.status });
      return ok(grade);
    } finally {
      await inbox.close();
    }
  } finally {
    inProgress.set(deps.pool, (inProgress.get(deps.pool) ?? 1) - 1);
  }
}
