/**
 * What an API token with a scope may use. Everything else is refused, so a new field is refused until
 * its restriction by scope has been decided and added here.
 */
import { describeScope, type Scope } from '../../domain/access/scope.js';
import { DURATION_POLICY_NAMES } from '../../domain/schedule/duration-policies.js';
import type { Actor } from '../../services/access/context.js';
import { codedError } from '../types/coded-error.js';

/** The kind of an object whose place in the scope decides. */
export type ScopedKind = 'agent' | 'schedule' | 'run' | 'job';

/**
 * How a root field is confined. `open`: it shows nothing of the objects in a scope. `list`:
 * `findConnection` applies the scope. `one`: an object outside the scope reads as one that does not
 * exist. `by` are the arguments that name it.
 */
export type Confinement =
  | { how: 'open' }
  | { how: 'list' }
  | { how: 'one'; kind: ScopedKind; by: Readonly<Record<string, 'id' | 'key' | 'jobId'>> };

const one = (
  kind: ScopedKind,
  by: Readonly<Record<string, 'id' | 'key' | 'jobId'>> = { id: 'id' },
): Confinement => ({
  how: 'one',
  kind,
  by,
});
const LIST: Confinement = { how: 'list' };

/** Root fields. Mutations require the role `operator`, and no others may be added here. */
export const ROOT_ALLOWANCE: Readonly<Record<string, Readonly<Record<string, Confinement>>>> = {
  Query: {
    me: { how: 'open' },
    system: { how: 'open' },
    agent: one('agent'),
    agents: LIST,
    schedule: one('schedule', { id: 'id', key: 'key' }),
    schedules: LIST,
    scheduleExecution: one('run'),
    scheduleExecutions: LIST,
    jobExecution: one('job'),
    jobExecutions: LIST,
  },
  Mutation: {
    triggerAgent: one('agent', { agentId: 'id' }),
    triggerSchedule: one('schedule'),
    pauseSchedule: one('schedule'),
    resumeSchedule: one('schedule'),
    proposeHint: one('schedule', { scheduleId: 'id' }),
    clearHints: one('schedule', { scheduleId: 'id' }),
    cancelScheduleExecution: one('run'),
    retryFailedJobs: one('run', { scheduleExecutionId: 'id' }),
    cancelJob: one('job', { jobId: 'jobId' }),
    retryJob: one('job', { jobId: 'jobId' }),
  },
};

/** Fields whose object can be outside the scope of their parent. They are then null. */
export const NESTED_ALLOWANCE: Readonly<Record<string, Readonly<Record<string, 'agent' | 'schedule'>>>> = {
  Schedule: { agent: 'agent' },
  ScheduleExecution: { agent: 'agent', schedule: 'schedule' },
  JobExecution: { agent: 'agent' },
};

const connection = ['edges', 'pageInfo', 'totalCount', 'totalCountPrecision', 'searchedBack'];
const edge = ['node', 'cursor'];
const error = ['code', 'message'];

/**
 * Fields of objects. None leads out of the scope, counts what is outside it, names other tokens, or
 * shows how an agent is reached. One exception: the reason why something waits also says what it
 * waits for, namely its agent and whether workers are running.
 */
const FIELD_ALLOWANCE: Readonly<Record<string, readonly string[]>> = {
  Viewer: ['id', 'name', 'role', 'scope'],
  TokenScope: ['agentIds', 'scheduleLabels'],
  System: ['version'],
  Node: ['id'],
  PageInfo: ['hasNextPage', 'hasPreviousPage', 'startCursor', 'endCursor'],
  Error: error,
  NotFoundError: error,
  ConflictError: error,
  ValidationError: [...error, 'issues'],
  ValidationIssue: ['path', 'message'],
  AgentConnection: connection,
  AgentEdge: edge,
  Agent: [
    ...['id', 'name', 'description', 'version', 'enabled', 'disabledByAdmin', 'completion'],
    ...['inputSchema', 'outputSchema', 'parameterTypes', 'healthStatus', 'healthMessage', 'healthVersion'],
    ...['healthCheckedAt', 'attemptTimeout', 'heartbeatTimeout', 'maxQueueTime', 'maxConcurrency'],
    ...['lastHeartbeat', 'createdAt', 'updatedAt'],
  ],
  ScheduleConnection: connection,
  ScheduleEdge: edge,
  Schedule: [
    ...['id', 'key', 'name', 'description', 'labels', 'repeat', 'cronExpression', 'interval', 'timezone'],
    ...['startAt', 'endAt', 'dstGap', 'dstRepeat', 'afterOnce', 'maxRuns', 'template', 'targetType'],
    ...['agentId', 'agent', 'pipelineId', 'templateId', 'params', 'retryConfig', 'timeout', 'maxQueueTime'],
    ...['zombieThresholdMs', 'priority', 'enabled', 'blockedReason', 'nextRunAt', 'nextSlotSource'],
    ...['nextRunSource', 'lastRunAt', 'runCount', 'failureCount', 'createdAt', 'updatedAt', 'managedBy'],
    ...['pausedUntil', 'pauseNote', 'hint', 'failureBackoff', 'jitter', ...DURATION_POLICY_NAMES],
    ...['misfirePolicy', 'concurrencyPolicy', 'requirements', 'environment'],
    ...['successfulHistoryLimit', 'failedHistoryLimit', 'whyNot', 'executions', 'recentOutcomes'],
    'activeExecution',
  ],
  RetryConfig: ['backoff', 'delay', 'jitter', 'maxDelay', 'maxRetries'],
  ScheduleHint: ['intervalMs', 'nextRunAt', 'expiresAt', 'reason', 'proposedAt'],
  ScheduleOutcome: ['executionId', 'at', 'runStatus', 'reasonCode', 'missedCount', 'durationMs'],
  ScheduleExecutionConnection: connection,
  ScheduleExecutionEdge: edge,
  ScheduleExecution: [
    ...['id', 'scheduleId', 'schedule', 'targetType', 'agentId', 'agent', 'pipelineId', 'trigger'],
    ...['slotSource', 'source', 'reasonCode', 'reason', 'slotAt', 'lastSlotAt', 'missedCount', 'fireAt'],
    ...['executionTime', 'deliveryStatus', 'status', 'runStatus', 'jobsCreated', 'jobsEnqueued'],
    ...['jobsCompleted', 'jobsFailed', 'jobsSkipped', 'jobsCancelled', 'batches', 'batchesBegun'],
    ...['nextBatchAt', 'expandedAt', 'params', 'errors', 'metadata', 'why', 'traceId', 'cancelRequestedAt'],
    ...['completedAt', 'createdAt', 'updatedAt', 'jobs', 'jobCounts', 'jobPages', 'errorGroups'],
  ],
  ExecutionError: ['message', 'count', 'timestamp'],
  ErrorGroup: ['message', 'code', 'count', 'firstAt', 'lastAt', 'jobId'],
  JobCount: ['status', 'count'],
  JobPages: ['totalCount', 'ends'],
  JobExecutionConnection: connection,
  JobExecutionEdge: edge,
  JobExecution: [
    ...['id', 'jobId', 'retryCount', 'isLatest', 'supersedes', 'agentId', 'agentVersion', 'agent'],
    ...['scheduleId', 'scheduleExecutionId', 'scheduleExecution', 'pipelineId', 'pipelineStepId'],
    ...['contextId', 'turn', 'contextRetry', 'status', 'priority', 'requirements', 'batchIndex', 'params'],
    ...['result', 'error', 'metrics', 'truncatedFields', 'dependencies', 'dependencyDeadlineAt'],
    ...['statusCode', 'durationMs', 'responseBody', 'responseTruncated', 'resultInvalid', 'traceId'],
    ...['enqueuedAt', 'startedAt', 'acceptedAt', 'completedAt', 'deadlineAt', 'progressAt', 'redeliveries'],
    ...['retryAt', 'createdAt', 'maxQueueTime', 'heartbeats', 'attempts', 'reasonCode', 'reason', 'waiting'],
    'waitingFor',
  ],
  JobWaiting: ['reason', 'message', 'since', 'until'],
  JobError: ['code', 'message', 'retryable', 'stack', 'timestamp'],
  Heartbeat: ['at', 'context', 'status'],
};

const ALLOWED: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ...Object.entries(ROOT_ALLOWANCE).map(([type, fields]) => [type, new Set(Object.keys(fields))] as const),
  ...Object.entries(FIELD_ALLOWANCE).map(([type, fields]) => [type, new Set(fields)] as const),
]);

/** Whether a token with a scope may select a field. Introspection is the same for all tokens. */
export function isFieldAllowed(type: string, field: string): boolean {
  return field.startsWith('__') || type.startsWith('__') || (ALLOWED.get(type)?.has(field) ?? false);
}

/** The refusal of something that is not allowed. It says what is. */
export function beyondScope({ role, scope }: Actor & { scope: Scope }, what: string) {
  const allowed = [
    ...Object.keys(ROOT_ALLOWANCE.Query ?? {}),
    ...(role === 'operator' ? Object.keys(ROOT_ALLOWANCE.Mutation ?? {}) : []),
  ];
  return codedError(
    'FORBIDDEN',
    `This API token is limited to ${describeScope(scope)} and may not use ${what}. It may use ${allowed.join(', ')}, and of objects only the fields that docs/security.md names.`,
  );
}

export function isScoped(actor: Actor | undefined): actor is Actor & { scope: Scope } {
  return actor?.scope !== undefined;
}
