import { databaseNow } from '../../db/system/database-now.js';
import { type Answer, invokeThrough } from '../../http/agents/invoke.js';
import { storedBody } from '../../http/client/read-body.js';
import { callbackToken } from '../../http/incoming/callback-token.js';
import { uuidv7 } from '../../runtime/ids.js';
import { newTraceId } from '../../runtime/telemetry/trace-id.js';
import type { ServiceDeps } from '../access/context.js';
import { recordAuditAlone } from '../access/record-audit.js';
import { validate } from '../json-schema/json-schema.js';
import { jsonObject, parseInput } from '../system/parse-input.js';
import { conflict, invalid, notFound, ok } from '../system/result.js';
import type { UseCase } from '../system/use-case.js';
import { createAgentDirectory } from './agent-directory.js';
import type { KnownAgent } from './resolve-agent.js';

/** The result of a test call, which is not stored. */
export interface TestCall {
  /** Null if there was no HTTP answer. */
  statusCode: number | null;
  durationMs: number;
  outcome: 'accepted' | 'completed' | 'failed';
  responseBody: string | null;
  /** What happened, for people. */
  message: string;
}

/** A person waits for the answer. */
const LONGEST_MS = 25_000;
const BODY_BYTES = 4 * 1024;

/**
 * Calls an agent as the protocol specifies, with IDs that do not exist. Only the audit records the
 * call, and later reports are refused. A disabled agent can be called, so that it can be tested
 * before it is enabled.
 */
export const sendTestCall: UseCase<
  { agentId: string; params: unknown; publicUrl: string },
  TestCall
> = async (deps, actor, { agentId, params, publicUrl }) => {
  const parsed = parseInput(jsonObject, params ?? {});
  if (parsed.kind !== 'ok')
    return invalid(parsed.issues.map((issue) => ({ ...issue, path: ['params', ...issue.path] })));
  const found = await createAgentDirectory(deps).agent(agentId);
  if (found.kind === 'missing') return notFound('agent', agentId);
  if (found.kind === 'unusable') return conflict(found.message);
  const { agent } = found;
  const issues = await validate(agent.inputSchema, parsed.value, {
    path: ['params'],
    listAll: true,
    whenBusy: 'refuse',
  });
  if (issues.length > 0) return invalid(issues);
  const deed = { action: 'sendTestCall', entityType: 'Agent', entityId: agentId } as const;
  await recordAuditAlone(deps.pool, { ...deed, after: { params: parsed.value } });
  const answer = await call(deps, agent, parsed.value, publicUrl);
  deps.logger.info('agent.test_call', { agentId, actor: actor.id, outcome: answer.outcome.kind });
  return ok(await toTestCall(agent, answer));
};

async function call(
  deps: ServiceDeps,
  agent: KnownAgent,
  params: object,
  publicUrl: string,
): Promise<Answer> {
  const [jobId, executionId] = [uuidv7(), uuidv7()];
  const now = await databaseNow(deps.pool);
  const timeoutMs = Math.min(agent.call.timeoutMs, LONGEST_MS);
  return invokeThrough(
    deps.http,
    {
      agent: { ...agent.call, version: agent.version, timeoutMs },
      jobId,
      executionId,
      params,
      config: agent.config ?? undefined,
      metadata: {
        priority: 0,
        retryCount: 0,
        traceId: newTraceId(),
        deadline: new Date(now.getTime() + timeoutMs).toISOString(),
      },
      callback: {
        url: `${publicUrl}/agent/v1/executions/${executionId}`,
        token: callbackToken(deps.secretKey, executionId),
      },
      redelivery: false,
    },
    { now: () => now },
  );
}

async function toTestCall(
  agent: KnownAgent,
  { outcome, statusCode, durationMs, responseBody }: Answer,
): Promise<TestCall> {
  const base = {
    statusCode,
    durationMs: durationMs ?? 0,
    responseBody: responseBody === null ? null : storedBody(responseBody, BODY_BYTES).text,
  };
  switch (outcome.kind) {
    case 'failed':
      return { ...base, outcome: 'failed', message: outcome.error.message };
    case 'accepted':
      return {
        ...base,
        outcome: 'accepted',
        message: 'The agent accepted the call. Its later reports will be refused.',
      };
    case 'completed': {
      const [issue] = await validate(agent.outputSchema, outcome.result, { path: ['result'] });
      return issue
        ? {
            ...base,
            outcome: 'failed',
            message: `The result does not match the outputSchema: ${issue.path.join('.')} ${issue.message}`,
          }
        : { ...base, outcome: 'completed', message: 'The agent completed the call.' };
    }
  }
}
