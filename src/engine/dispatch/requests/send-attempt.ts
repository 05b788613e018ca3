import type { ClaimedAttempt } from '../../../db/jobs/claim/claim-attempts.js';
import type { AnswerRecord } from '../../../db/jobs/end/write-answers.js';
import type { UpstreamResult } from '../../../db/pipelines/load-upstream.js';
import type { Invocation, InvokedAgent } from '../../../http/agents/invocation.js';
import type { Answer, Invoker } from '../../../http/agents/invoke.js';
import type { Abortable } from '../../../http/client/http-client.js';
import type { TransportCode } from '../../../http/client/transport-failure.js';
import { callbackToken } from '../../../http/incoming/callback-token.js';
import type { AgentDirectory } from '../../../services/agents/agent-directory.js';
import type { KnownAgent } from '../../../services/agents/resolve-agent.js';
import { validate } from '../../../services/json-schema/json-schema.js';

export interface SendDeps {
  directory: AgentDirectory;
  invoker: Invoker;
  secretKey: Uint8Array;
  publicUrl: string;
  /** The database's time, because the clock of this host may jump. */
  now(): Date;
  /** Whether the lease cannot have expired. A request may wait for its connection, while the process is suspended. */
  maySend(): boolean;
  loadUpstream(attemptId: string): Promise<UpstreamResult[]>;
  /** Called for the first attempt of a step, with the milliseconds since its last dependency ended. */
  onDependent(msSinceDependency: number): void;
}

/**
 * 'unanswered': the request was aborted (cancelled, lease lost, shutdown) or its deadline passed, and the
 * attempt is ended elsewhere. 'late': nothing was sent, because the permit of the agent's rate limit or the
 * lease had expired, or the request was aborted before.
 */
export type Sent = { kind: 'answer'; record: AnswerRecord } | { kind: 'unanswered' } | { kind: 'late' };

/**
 * One attempt from claim to answer: find the agent, check the params, call, read the answer, check the
 * result.
 *
 * @param limits by `performance.now()`: nothing is sent after `endsAt`, the deadline, or after `sendBy`
 * @param signal aborts the call
 */
export async function sendAttempt(
  deps: SendDeps,
  attempt: ClaimedAttempt,
  { endsAt, sendBy }: { endsAt: number; sendBy: number },
  signal: Abortable,
): Promise<Sent> {
  // The cache is read without `await`, which would cost a turn of the microtask queue.
  const found = deps.directory.known(attempt.agentId) ?? (await deps.directory.agent(attempt.agentId));
  if (found.kind === 'missing')
    return refused(attempt, 'AGENT_NOT_FOUND', `Agent "${attempt.agentId}" is no longer registered.`);
  if (found.kind === 'unusable') return refused(attempt, 'AGENT_UNUSABLE', found.message);
  const { agent } = found;
  if (!agent.enabled) return refused(attempt, 'AGENT_DISABLED', `Agent "${agent.id}" is disabled.`);
  const problem = agent.inputSchema && (await describeIssues('params', agent.inputSchema, attempt.params));
  if (problem) return refused(attempt, 'INVALID_PARAMS', problem);
  const upstream = attempt.dependencies.length === 0 ? undefined : await upstreamOf(deps, attempt);
  if (performance.now() >= endsAt) return { kind: 'unanswered' };
  if (performance.now() > sendBy || signal.aborted) return { kind: 'late' };
  let wasLate = false;
  const answer = await deps.invoker.invoke(invocationOf(deps, attempt, agent, upstream), {
    signal,
    now: deps.now,
    maySend() {
      wasLate = !deps.maySend();
      return !wasLate;
    },
  });
  if (wasLate) return { kind: 'late' };
  if (signal.aborted && failedWith(answer, 'ABORTED')) return { kind: 'unanswered' };
  const { outcome } = answer;
  const misfit =
    outcome.kind === 'completed' && agent.outputSchema
      ? await describeIssues('result', agent.outputSchema, outcome.result)
      : undefined;
  return { kind: 'answer', record: recordOf(attempt, answer, misfit) };
}

/** Results of the dependencies of a step, by stepId. */
async function upstreamOf(deps: SendDeps, attempt: ClaimedAttempt): Promise<Invocation['upstream']> {
  const steps = attempt.upstream ?? (await deps.loadUpstream(attempt.id));
  const waits = steps.flatMap(({ endedMsAgo }) => endedMsAgo ?? []);
  if (attempt.retryCount === 0 && waits.length > 0) deps.onDependent(Math.min(...waits));
  return Object.fromEntries(
    steps.map(({ stepId, status, result, cut, executionId }) => [
      stepId,
      cut ? { status, result: null, executionId } : { status, result },
    ]),
  );
}

function invocationOf(
  { secretKey, publicUrl }: SendDeps,
  attempt: ClaimedAttempt,
  agent: KnownAgent,
  upstream: Invocation['upstream'],
): Invocation {
  return {
    agent: calledAs(agent, attempt.agentVersion ?? agent.version),
    jobId: attempt.jobId,
    executionId: attempt.id,
    params: attempt.params,
    config: agent.config ?? undefined,
    metadata: {
      scheduleId: attempt.scheduleId ?? undefined,
      scheduleExecutionId: attempt.scheduleExecutionId,
      pipelineId: attempt.pipelineId ?? undefined,
      pipelineStepId: attempt.pipelineStepId ?? undefined,
      contextId: attempt.contextId ?? undefined,
      turn: attempt.contextId === null ? undefined : attempt.turn,
      priority: attempt.priority,
      retryCount: attempt.retryCount,
      traceId: attempt.traceId,
      deadline: attempt.deadlineAt.toISOString(),
    },
    callback: {
      url: `${publicUrl}/agent/v1/executions/${attempt.id}`,
      token: callbackToken(secretKey, attempt.id),
    },
    upstream,
    redelivery: attempt.redeliveries > 0,
  };
}

const versions = new WeakMap<KnownAgent, Map<string, InvokedAgent>>();

/**
 * The agent with the version of a job. Returns the same object each time, because the invoker caches what it
 * derives from it.
 */
function calledAs(agent: KnownAgent, version: string): InvokedAgent {
  if (version === agent.call.version) return agent.call;
  const known = versions.get(agent) ?? new Map<string, InvokedAgent>();
  versions.set(agent, known);
  const call = known.get(version) ?? { ...agent.call, version };
  known.set(version, call);
  return call;
}

function failedWith({ outcome }: Answer, code: TransportCode): boolean {
  return outcome.kind === 'failed' && outcome.error.code === code;
}

/** @param misfit how the result violates the agent's schema */
function recordOf(attempt: ClaimedAttempt, answer: Answer, misfit: string | undefined): AnswerRecord {
  const { outcome, statusCode, durationMs, responseBody, responseTruncated } = answer;
  const record = blank(attempt, 'completed');
  record.statusCode = statusCode;
  record.durationMs = durationMs;
  record.responseBody = responseBody;
  record.responseTruncated = responseTruncated;
  switch (outcome.kind) {
    case 'accepted':
      record.status = 'running';
      record.accepted = true;
      break;
    case 'failed':
      record.status = 'failed';
      record.error =
        outcome.retryAfterMs === undefined
          ? outcome.error
          : { ...outcome.error, retryAfterMs: outcome.retryAfterMs };
      break;
    case 'completed':
      record.metrics = outcome.metrics ?? null;
      record.resultInvalid = answer.responseAltered;
      if (misfit === undefined) record.result = outcome.result ?? null;
      else {
        record.status = 'failed';
        record.error = { message: misfit, code: 'INVALID_RESULT', retryable: false };
      }
  }
  return record;
}

/** Creates all fields in one order, which is faster than assembling objects thousands of times a second. */
function blank({ id, scheduleExecutionId }: ClaimedAttempt, status: AnswerRecord['status']): AnswerRecord {
  return {
    id,
    scheduleExecutionId,
    status,
    accepted: false,
    result: null,
    error: null,
    metrics: null,
    statusCode: null,
    durationMs: null,
    responseBody: null,
    responseTruncated: false,
    resultInvalid: false,
    sentAfterMs: null,
  };
}

/** A failure before anything was sent. */
function refused(attempt: ClaimedAttempt, code: string, message: string): Sent {
  const record = blank(attempt, 'failed');
  record.error = { message, code, retryable: false };
  return { kind: 'answer', record };
}

/** A failure of the worker itself. The log has the reason. */
export function internalError(attempt: ClaimedAttempt): AnswerRecord {
  const record = blank(attempt, 'failed');
  record.error = {
    message: 'The worker failed before it could call the agent.',
    code: 'INTERNAL_ERROR',
    retryable: true,
  };
  return record;
}

const MAX_NAMED_ISSUES = 5;

async function describeIssues(what: string, schema: unknown, value: unknown): Promise<string | undefined> {
  const issues = await validate(schema, value);
  if (issues.length === 0) return undefined;
  const named = issues
    .slice(0, MAX_NAMED_ISSUES)
    .map(({ path, message }) => `${[what, ...path].join('.')} ${message}`);
  const more = issues.length > named.length ? `; and ${issues.length - named.length} more` : '';
  const verb = what === 'params' ? 'do' : 'does';
  return `The ${what} of this job ${verb} not match the agent's schema: ${named.join('; ')}${more}`;
}
