import type { ClaimedAttempt } from '../../db/jobs/claim-attempts.js';
import type { AnswerRecord } from '../../db/jobs/write-answers.js';
import type { UpstreamResult } from '../../db/pipelines/load-upstream.js';
import { callbackToken } from '../../http/callback-token.js';
import type { Abortable } from '../../http/http-client.js';
import type { Invocation, InvokedAgent } from '../../http/invocation.js';
import type { Answer, Invoker } from '../../http/invoke.js';
import type { TransportCode } from '../../http/transport-failure.js';
import type { AgentDirectory, KnownAgent } from '../../services/agents/agent-directory.js';
import { validate } from '../../services/json-schema/json-schema.js';

export interface SendDeps {
  directory: AgentDirectory;
  invoker: Invoker;
  secretKey: Uint8Array;
  publicUrl: string;
  loadUpstream(jobIds: readonly string[]): Promise<UpstreamResult[]>;
  /** Of a step's first attempt: milliseconds since the last of its dependencies ended. */
  onDependent(msSinceDependency: number): void;
}

/**
 * 'unanswered': we cut the request short (cancelled, lease lost, shutdown) or the attempt's deadline came, which the deadline loop
 * ends; what became of it is not ours to write. 'late': its permit was no longer good when it was to be sent, so it was not.
 */
export type Sent = { kind: 'answer'; record: AnswerRecord } | { kind: 'unanswered' } | { kind: 'late' };

/**
 * One attempt from claim to answer: find the agent, check the params, call, read the answer, check the result.
 *
 * @param limits by `performance.now()`: `endsAt` the attempt's deadline, past which nothing is sent; `sendBy`: then it has left, or does not
 * @param signal cuts the call short; also when the deadline has passed, which progress may have moved since
 */
export async function sendAttempt(
  deps: SendDeps,
  attempt: ClaimedAttempt,
  { endsAt, sendBy }: { endsAt: number; sendBy: number },
  signal: Abortable,
): Promise<Sent> {
  // What is known need not be waited for: each wait is a turn of the event loop's queue.
  const found = deps.directory.known(attempt.agentId) ?? (await deps.directory.agent(attempt.agentId));
  if (found.kind === 'missing')
    return refused(attempt, 'AGENT_NOT_FOUND', `Agent "${attempt.agentId}" is not registered any more.`);
  if (found.kind === 'unusable') return refused(attempt, 'AGENT_UNUSABLE', found.message);
  const { agent } = found;
  if (!agent.enabled) return refused(attempt, 'AGENT_DISABLED', `Agent "${agent.id}" is disabled.`);
  const problem = agent.inputSchema && (await describeIssues('params', agent.inputSchema, attempt.params));
  if (problem) return refused(attempt, 'INVALID_PARAMS', problem);
  const upstream = attempt.dependencies.length === 0 ? undefined : await upstreamOf(deps, attempt);
  if (performance.now() >= endsAt) return { kind: 'unanswered' };
  if (performance.now() > sendBy) return { kind: 'late' };
  const answer = await deps.invoker.invoke(invocationOf(deps, attempt, agent, upstream), { signal });
  if (signal.aborted && failedWith(answer, 'ABORTED')) return { kind: 'unanswered' };
  const { outcome } = answer;
  const misfit =
    outcome.kind === 'completed' && agent.outputSchema
      ? await describeIssues('result', agent.outputSchema, outcome.result)
      : undefined;
  return { kind: 'answer', record: recordOf(attempt, answer, misfit) };
}

/** What a step's dependencies produced, by stepId. */
async function upstreamOf(deps: SendDeps, attempt: ClaimedAttempt): Promise<Invocation['upstream']> {
  const steps = attempt.upstream ?? (await deps.loadUpstream(attempt.dependencies));
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

/** The agent with the version of a job: the same object each time, so that what follows from it is made once. */
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

/** @param misfit what of its result does not fit the agent's schema */
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
      if (misfit === undefined) record.result = outcome.result ?? null;
      else {
        record.status = 'failed';
        record.error = { message: misfit, code: 'INVALID_RESULT', retryable: false };
      }
  }
  return record;
}

/** All fields at once, in one order: what is made thousands of times a second is not put together from parts. */
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
    durationMs: 0,
    responseBody: null,
    responseTruncated: false,
    heldMs: 0,
  };
}

/** What fails before anything was sent. */
function refused(attempt: ClaimedAttempt, code: string, message: string): Sent {
  const record = blank(attempt, 'failed');
  record.error = { message, code, retryable: false };
  return { kind: 'answer', record };
}

/** When the worker itself failed; the log has the reason. */
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
  return `The ${what} of this job do not fit the agent's schema: ${named.join('; ')}${more}`;
}
