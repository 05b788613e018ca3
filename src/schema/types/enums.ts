/** The database's words in lower case, the API's in upper case. */

import { CIRCUIT_STATES } from '../../domain/agent/circuit.js';
import { HEARTBEAT_STATUSES } from '../../domain/agent/heartbeat.js';
import { WAITING_REASONS } from '../../domain/job/explain-waiting.js';
import { ATTEMPT_STATUSES } from '../../domain/job/states.js';
import { CHANNEL_TYPES } from '../../domain/notification/channel.js';
import {
  DELIVERY_STATUSES,
  NOTIFICATION_KINDS,
  NOTIFICATION_STATUSES,
  SUBJECT_TYPES,
} from '../../domain/notification/notification.js';
import { RUN_IFS } from '../../domain/pipeline/pipeline.js';
import { WEBHOOK_PROFILES } from '../../domain/webhook/profile.js';
import { SYSTEM_ALERT_KINDS } from '../../services/notifications/read-system-alerts.js';
import { builder } from '../builder.js';

/** An enum whose value `dead_letter` reads `DEAD_LETTER` in the API. */
function enumOf<const Names extends readonly string[]>(name: string, names: Names, description?: string) {
  const values = Object.fromEntries(
    names.map((value) => [value.toUpperCase().replaceAll('-', '_'), { value }]),
  ) as Record<string, { value: Names[number] }>;
  return builder.enumType(name, { values, ...(description ? { description } : {}) });
}

export const JobStatus = enumOf(
  'JobStatus',
  ATTEMPT_STATUSES,
  'PENDING → RUNNING → COMPLETED, FAILED, DEAD_LETTER or CANCELLED; a pending one may also end SKIPPED.',
);
export const DeliveryStatus = enumOf(
  'DeliveryStatus',
  ['pending', 'success', 'partial', 'failed', 'skipped'],
  'Whether the agents took the jobs, whatever came of them (see RunStatus). SUCCESS: every first attempt started, that is, its agent answered 2xx or reported. PARTIAL: some started. FAILED: none started (4xx, 5xx or no answer), or the expansion failed. PENDING: first attempts are still to be answered.',
);
export const RunStatus = enumOf(
  'RunStatus',
  ['pending', 'running', 'succeeded', 'partial', 'failed', 'cancelled'],
  'How the jobs ended.',
);
/** What an execution's event tells: its run status, or that its slot was skipped. */
export const ExecutionStatus = enumOf('ExecutionStatus', [
  'pending',
  'running',
  'succeeded',
  'partial',
  'failed',
  'cancelled',
  'skipped',
]);
export const ChangeStatus = enumOf('ChangeStatus', ['enabled', 'disabled', 'deleted']);
export const RecordKind = enumOf(
  'RecordKind',
  ['webhook', 'notification', 'token', 'setting', 'pipeline', 'backfill', 'audit'],
  'Calls of a webhook are changes of it, and so are deliveries of a notification.',
);
export const RecordChange = enumOf('RecordChange', ['created', 'changed', 'deleted']);
export const ExecutionTrigger = enumOf('ExecutionTrigger', ['schedule', 'manual', 'webhook', 'backfill']);
export const BackfillStatus = enumOf('BackfillStatus', ['pending', 'running', 'completed', 'cancelled']);
export const ScheduleAlertKind = enumOf(
  'ScheduleAlertKind',
  ['overdue', 'flagged', 'no_next_run', 'waiting'],
  'OVERDUE: a slot is due and no worker claims it; FLAGGED: it cannot run; NO_NEXT_RUN: it is on, and never due; WAITING: a run of it waits and does not start.',
);
export const SystemAlertKind = enumOf(
  'SystemAlertKind',
  SYSTEM_ALERT_KINDS,
  'NO_WORKER: no worker is running; WORKERS_DRAINING: all that run are draining.',
);
export const JobWaitingReason = enumOf(
  'JobWaitingReason',
  WAITING_REASONS,
  'NOT_RELEASED: for its batch, or for other steps; RETRY_DELAY: for the next attempt; MAX_CONCURRENCY: its agent runs as many attempts as it may; FREE_SLOT: for room at a worker.',
);
export const Repeat = enumOf('Repeat', ['once', 'repeating']);
export const TargetType = enumOf('TargetType', ['agent', 'pipeline']);
export const WebhookTargetType = enumOf('WebhookTargetType', ['agent', 'pipeline', 'schedule']);
export const WebhookProfile = enumOf(
  'WebhookProfile',
  WEBHOOK_PROFILES,
  'What the sender signs, and in which headers it says so. GENERIC: X-Signature, X-Timestamp, X-Event-Id. GITHUB: X-Hub-Signature-256, X-GitHub-Delivery. STANDARD (Standard Webhooks): webhook-signature, webhook-timestamp, webhook-id.',
);
export const WebhookPayloadMode = enumOf('WebhookPayloadMode', ['raw', 'json']);
export const WebhookOutcome = enumOf(
  'WebhookOutcome',
  ['accepted', 'duplicate', 'rejected'],
  'DUPLICATE: the event came before, and what it started then was answered again.',
);
export const RunIf = enumOf(
  'RunIf',
  RUN_IFS,
  'When a step starts, judged on how its dependencies ended; when that cannot hold any more, it is skipped. A skipped dependency is done, and neither success nor failure.',
);
export const AfterOnce = enumOf('AfterOnce', ['disable', 'delete']);
export const DstGap = enumOf(
  'DstGap',
  ['next_valid', 'skip'],
  'A fixed local time that does not exist when clocks go forward: the first instant after the gap, or not at all.',
);
export const DstRepeat = enumOf(
  'DstRepeat',
  ['first', 'last', 'both'],
  'A fixed local time that comes twice when clocks go back.',
);
export const MisfirePolicy = enumOf(
  'MisfirePolicy',
  ['latest', 'all', 'skip'],
  'What becomes of slots that are found late: LATEST: one run, for the newest. ALL: each runs, the oldest first, at most 100. SKIP: none.',
);
export const ConcurrencyPolicy = enumOf(
  'ConcurrencyPolicy',
  ['allow', 'forbid', 'replace', 'queue'],
  'What becomes of a slot while an earlier run goes on: ALLOW: both. FORBID: it is skipped. REPLACE: the earlier is cancelled. QUEUE: it waits, and a newer one takes its place.',
);
export const Backoff = enumOf(
  'Backoff',
  ['exponential', 'linear', 'fixed'],
  'The wait before retry n: delay·2ⁿ⁻¹, delay·n, or delay.',
);
export const RetryJitter = enumOf('RetryJitter', ['none', 'full', 'equal']);
export const EndpointType = enumOf('EndpointType', ['http', 'webhook', 'n8n', 'cloud_function']);
export const EndpointMethod = builder.enumType('EndpointMethod', {
  description: 'GET carries params as query string and has no body.',
  values: ['POST', 'PUT', 'GET'] as const,
});
export const AuthenticationType = enumOf('AuthenticationType', ['none', 'bearer', 'api-key', 'basic']);
export const Completion = enumOf(
  'Completion',
  ['auto', 'report'],
  'What an answer that does not say so means: AUTO: the job is done. REPORT: its end will be reported.',
);
export const HealthStatus = enumOf('HealthStatus', ['healthy', 'degraded', 'unhealthy']);
export const HeartbeatStatus = enumOf(
  'HeartbeatStatus',
  HEARTBEAT_STATUSES,
  'By engineConfig: LATE after heartbeatIntervalMs, DEAD after deadHeartbeatThreshold of them; NEVER: the agent writes none, and need not.',
);
export const CircuitState = enumOf(
  'CircuitState',
  CIRCUIT_STATES,
  'OPEN: nobody answers, its jobs wait. HALF_OPEN: one of them has been sent to see whether it is back.',
);
export const TestCallOutcome = enumOf('TestCallOutcome', ['accepted', 'completed', 'failed']);
export const AgentEnvironment = enumOf('AgentEnvironment', ['production', 'staging', 'development']);
export const Role = enumOf(
  'Role',
  ['viewer', 'operator', 'admin'],
  'VIEWER reads; OPERATOR also triggers, retries and cancels; ADMIN also edits and manages tokens.',
);
export const WorkerState = enumOf('WorkerState', ['alive', 'idle', 'busy', 'dead']);
export const OrderDirection = enumOf('OrderDirection', ['asc', 'desc']);
export const NotificationKind = enumOf(
  'NotificationKind',
  NOTIFICATION_KINDS,
  'JOB_FAILED: in a way that is not worth retrying. EXECUTION_FAILED: as a whole, of more than one job. SCHEDULE_STUCK: it should have fired and has not, or has no next run.',
);
export const NotificationSubjectType = enumOf('NotificationSubjectType', SUBJECT_TYPES);
export const NotificationStatus = enumOf(
  'NotificationStatus',
  NOTIFICATION_STATUSES,
  'OPEN: still counting. SENT: by one channel at least. FAILED: by none. SKIPPED: there is no channel to send it by, or it was held back: twenty of its kind were told within five minutes.',
);
export const NotificationDeliveryStatus = enumOf(
  'NotificationDeliveryStatus',
  DELIVERY_STATUSES,
  'PENDING: to be tried, perhaps again. SKIPPED: the channel is not configured, or the notification was held back; error says which.',
);
export const NotificationChannelType = enumOf('NotificationChannelType', CHANNEL_TYPES);
