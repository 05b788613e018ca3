/** The enums of the API. The database stores the same values in lower case. */
import type { CircuitState as CircuitStateName } from '../../domain/agent/circuit.js';
import type { HeartbeatStatus as HeartbeatStatusName } from '../../domain/agent/heartbeat.js';
import type { WaitingReason } from '../../domain/job/explain-waiting.js';
import type { AttemptStatus } from '../../domain/job/states.js';
import type { ChannelType } from '../../domain/notification/channel.js';
import type {
  NOTIFICATION_STATUSES,
  NotificationKind as NotificationKindName,
  DeliveryStatus as StoredDeliveryStatus,
  SubjectType,
} from '../../domain/notification/notification.js';
import type { RunIf as RunIfName } from '../../domain/pipeline/pipeline.js';
import type { WebhookProfile as WebhookProfileName } from '../../domain/webhook/profile.js';
import type { SystemAlert as SystemAlertRow } from '../../services/notifications/read-system-alerts.js';
import { builder } from '../builder.js';
import { enumOf } from './enum-of.js';

export const JobStatus = enumOf<AttemptStatus>(
  'JobStatus',
  'State of an attempt. `PENDING` becomes `RUNNING`, which becomes `COMPLETED`, `FAILED`, `DEAD_LETTER` or `CANCELLED`. `PENDING` can also become `SKIPPED`, `CANCELLED` or `FAILED`.',
  {
    pending: 'Not started: waiting to be released, retried or sent.',
    running: 'Sent to the agent, and possibly accepted by it.',
    completed: 'The agent reported success.',
    failed: 'The attempt failed. If the job is retried, a newer attempt follows.',
    dead_letter: 'The job failed, is worth retrying, and has no retries left.',
    cancelled: 'Cancelled before it ended.',
    skipped: 'Not run, because of how its dependencies ended.',
  },
);
export const DeliveryStatus = enumOf(
  'DeliveryStatus',
  'Whether agents accepted the jobs of a run, however they ended (see `RunStatus`).',
  {
    pending: 'Some first attempts are still unanswered.',
    success: 'All first attempts started: the agents answered with 2xx or reported.',
    partial: 'Some first attempts started.',
    failed: 'No first attempt started (4xx, 5xx or no answer), or the expansion failed.',
    skipped: 'The slot was skipped.',
  },
);
export const RunStatus = enumOf('RunStatus', 'State of a run.', {
  pending: 'Not started.',
  running: 'Jobs are in progress.',
  succeeded: 'All jobs completed.',
  partial: 'Some jobs completed and some failed.',
  failed: 'No job completed, or the expansion failed.',
  cancelled: 'The run was cancelled.',
});
export const ExecutionStatus = enumOf(
  'ExecutionStatus',
  'State of a run as reported by events: its run state, or that the slot was skipped.',
  {
    pending: 'Not started.',
    running: 'Jobs are in progress.',
    succeeded: 'All jobs completed.',
    partial: 'Some jobs completed and some failed.',
    failed: 'No job completed, or the expansion failed.',
    cancelled: 'The run was cancelled.',
    skipped: 'The slot was skipped.',
  },
);
export const ChangeStatus = enumOf('ChangeStatus', 'State of a schedule or agent as reported by events.', {
  enabled: 'Exists and is enabled.',
  disabled: 'Exists and is disabled.',
  deleted: 'Was deleted.',
});
export const RecordKind = enumOf('RecordKind', 'Kind of record.', {
  webhook: 'A webhook, or one of its calls.',
  notification: 'A notification, or one of its deliveries.',
  token: 'An API token.',
  setting: 'A setting.',
  pipeline: 'A pipeline.',
  backfill: 'A backfill.',
  audit: 'An audit entry.',
});
export const RecordChange = enumOf('RecordChange', 'What happened to a record.', {
  created: 'It was created.',
  changed: 'It was changed.',
  deleted: 'It was deleted.',
});
export const ExecutionTrigger = enumOf('ExecutionTrigger', 'What started a run.', {
  schedule: 'The timing of a schedule.',
  manual: 'A trigger through the API or admin UI.',
  webhook: 'A call of a webhook.',
  backfill: 'A backfill.',
});
export const BackfillStatus = enumOf('BackfillStatus', 'State of a backfill.', {
  pending: 'Not started.',
  running: 'Runs are being created or are in progress.',
  completed: 'All runs ended.',
  cancelled: 'The backfill was cancelled.',
});
export const ScheduleAlertKind = enumOf('ScheduleAlertKind', 'What keeps a schedule from running.', {
  overdue: 'A slot is due and no worker has claimed it.',
  flagged: 'The schedule is blocked.',
  no_next_run: 'The schedule is enabled but has no next run.',
  waiting: 'A run is waiting and does not start.',
});
export const SystemAlertKind = enumOf<SystemAlertRow['kind']>(
  'SystemAlertKind',
  'What keeps everything from running.',
  {
    no_worker: 'No worker is running.',
    workers_draining: 'All running workers are draining.',
  },
);
export const JobWaitingReason = enumOf<WaitingReason>('JobWaitingReason', 'What a pending job waits for.', {
  not_released: 'Its batch, or the steps it depends on.',
  retry_delay: 'The delay before a retry.',
  no_worker: 'A worker: none is running.',
  workers_draining: 'A worker: all running ones are draining.',
  no_matching_worker: 'A worker with the required capabilities.',
  circuit_open: 'The circuit of its agent, which is open.',
  rate_limited: 'The rate limit of its agent.',
  max_concurrency: 'The concurrency limit of its agent.',
  free_slot: 'A free slot at a worker.',
});
export const Repeat = enumOf('Repeat', 'How often a schedule runs.', {
  once: 'Once.',
  repeating: 'Repeatedly, by cron expression or interval.',
});
export const TargetType = enumOf('TargetType', 'What a schedule or run calls.', {
  agent: 'An agent.',
  pipeline: 'A pipeline.',
});
export const WebhookTargetType = enumOf('WebhookTargetType', 'What a call of a webhook starts.', {
  agent: 'An agent.',
  pipeline: 'A pipeline.',
  schedule: 'A schedule.',
});
export const WebhookProfile = enumOf<WebhookProfileName>(
  'WebhookProfile',
  'How calls of a webhook are signed.',
  {
    generic: 'Headers `X-Signature`, `X-Timestamp` and `X-Event-Id`.',
    github: 'GitHub: headers `X-Hub-Signature-256` and `X-GitHub-Delivery`.',
    standard: 'Standard Webhooks: headers `webhook-signature`, `webhook-timestamp` and `webhook-id`.',
  },
);
export const WebhookPayloadMode = enumOf('WebhookPayloadMode', 'How the body of a webhook call is read.', {
  raw: 'As text.',
  json: 'As JSON.',
});
export const WebhookOutcome = enumOf('WebhookOutcome', 'What a webhook call led to.', {
  accepted: 'It started a run.',
  duplicate: 'The event had been received before. The response repeats the earlier run.',
  rejected: 'It was refused.',
});
export const RunIf = enumOf<RunIfName>(
  'RunIf',
  'Which outcomes of its dependencies a step requires. If they can no longer occur, the step is skipped. A skipped dependency counts as done, but neither as success nor as failure.',
  {
    all_succeeded: 'All dependencies completed.',
    all_done: 'All dependencies ended, in any way.',
    any_succeeded: 'At least one dependency completed.',
    any_failed: 'At least one dependency failed.',
  },
);
export const AfterOnce = enumOf('AfterOnce', 'What happens to a one-time schedule after it has run.', {
  disable: 'It is disabled.',
  delete: 'It is deleted. Its history is kept.',
});
export const DstGap = enumOf(
  'DstGap',
  'What happens to a slot at a local time that does not exist because clocks go forward.',
  {
    next_valid: 'It is due at the first instant after the gap.',
    skip: 'It is left out.',
  },
);
export const DstRepeat = enumOf(
  'DstRepeat',
  'Which occurrence of a slot runs when its local time occurs twice because clocks go back.',
  {
    first: 'The first.',
    last: 'The last.',
    both: 'Both.',
  },
);
export const MisfirePolicy = enumOf('MisfirePolicy', 'What happens to missed slots.', {
  latest: 'One run, for the newest slot.',
  all: 'One run for each slot, oldest first, at most 100.',
  skip: 'No run.',
});
export const ConcurrencyPolicy = enumOf(
  'ConcurrencyPolicy',
  'What happens when a slot is due while an earlier run is active.',
  {
    allow: 'Both run.',
    forbid: 'The slot is skipped.',
    replace: 'The earlier run is cancelled.',
    queue: 'The slot waits for the earlier run. A newer slot replaces a waiting one.',
  },
);
export const Backoff = enumOf('Backoff', 'How the delay grows from retry to retry.', {
  exponential: 'Doubles with each retry: 1, 2, 4 … times the delay.',
  linear: 'Grows by the base delay with each retry: 1, 2, 3 … times the delay.',
  fixed: 'Stays the same.',
});
export const RetryJitter = enumOf('RetryJitter', 'Randomization of the delay d before a retry.', {
  none: 'Exactly d.',
  full: 'Between 0 and d.',
  equal: 'Between d/2 and d.',
});
export const EndpointType = enumOf('EndpointType', 'Kind of endpoint.', {
  http: 'An HTTP service.',
  webhook: 'A webhook of another product. Its default for `completion` is `REPORT`.',
  n8n: 'An n8n workflow. Its default for `completion` is `REPORT`.',
  cloud_function: 'A cloud function.',
});
export const EndpointMethod = builder.enumType('EndpointMethod', {
  description: 'HTTP method of requests to an agent.',
  values: {
    POST: { description: 'Params are sent in the body.' },
    PUT: { description: 'Params are sent in the body.' },
    GET: { description: 'Params are sent in the query string. There is no body.' },
  },
});
export const AuthenticationType = enumOf('AuthenticationType', 'Authentication scheme.', {
  none: 'No authentication.',
  bearer: 'A token in the header `Authorization: Bearer`.',
  'api-key': 'A key in a header of its own.',
  basic: 'User name and password (HTTP Basic).',
});
export const Completion = enumOf('Completion', 'What a 2xx answer without a status means.', {
  auto: 'The job is completed, and the body is its result.',
  report: 'The job is accepted, and the agent reports its end later.',
});
export const HealthStatus = enumOf('HealthStatus', 'Result of a health check.', {
  healthy: 'The agent works.',
  degraded: 'The agent works with restrictions.',
  unhealthy: 'The agent does not work or did not answer.',
});
export const HeartbeatStatus = enumOf<HeartbeatStatusName>(
  'HeartbeatStatus',
  'State of an agent’s heartbeats, judged by `engineConfig`.',
  {
    never: 'The agent sends no heartbeats. None are required.',
    alive: 'The last heartbeat is recent.',
    late: 'No heartbeat for longer than `heartbeatIntervalMs`.',
    dead: 'No heartbeat for `deadHeartbeatThreshold` intervals.',
  },
);
export const CircuitState = enumOf<CircuitStateName>('CircuitState', 'State of a circuit breaker.', {
  closed: 'Calls are made.',
  open: 'The address does not answer. Jobs wait.',
  half_open: 'One job has been sent as a probe. Others wait.',
});
export const TestCallOutcome = enumOf('TestCallOutcome', 'How the answer to a test call is interpreted.', {
  accepted: 'The agent accepted the call and would report its end later.',
  completed: 'The agent completed the call.',
  failed: 'The call failed.',
});
export const AgentCheckStatus = enumOf('AgentCheckStatus', 'What a check of an agent found.', {
  passed: 'The agent does this well.',
  warning: 'It works, but can be improved.',
  failed: 'It must be fixed.',
  skipped: 'The check does not apply to this agent, or needs params of its own.',
});
export const AgentGradeStatus = enumOf('AgentGradeStatus', 'The worst result of the checks of an agent.', {
  passed: 'No check found anything to improve.',
  warning: 'At least one check found something to improve.',
  failed: 'At least one check failed.',
});
export const AgentEnvironment = enumOf(
  'AgentEnvironment',
  'Environment to which agent versions are deployed.',
  {
    production: 'Production, the default.',
    staging: 'Staging.',
    development: 'Development.',
  },
);
export const Role = enumOf('Role', 'Role of an API token. Each role includes the ones before it.', {
  viewer: 'Can read.',
  operator: 'Can also trigger, pause, hint, retry and cancel.',
  admin: 'Can also edit resources and manage API tokens.',
});
export const WorkerState = enumOf('WorkerState', 'State of a worker.', {
  alive: 'Registered, with no work yet.',
  idle: 'Calling no agents.',
  busy: 'Calling agents.',
  dead: 'Stopped, or its lease expired.',
});
export const OrderDirection = enumOf('OrderDirection', 'Sort direction.', {
  asc: 'Ascending.',
  desc: 'Descending.',
});
export const NotificationKind = enumOf<NotificationKindName>(
  'NotificationKind',
  'What a notification reports.',
  {
    dead_letter: 'A job failed and has no retries left.',
    job_failed: 'A job failed in a way that is not worth retrying.',
    execution_failed: 'No job of a run with several jobs completed, or a run could not be expanded.',
    schedule_flagged: 'An enabled schedule is blocked.',
    schedule_stuck: 'An enabled schedule is overdue or has no next run.',
    worker_dead: 'The lease of a worker expired.',
    circuit_open: 'The circuit of an agent opened.',
    no_worker: 'No worker is running, and work is waiting.',
    worker_back: 'A worker is running again.',
    jobs_waiting: 'Jobs have waited longer than `monitoring.jobWaitThreshold`.',
  },
);
export const NotificationSubjectType = enumOf<SubjectType>(
  'NotificationSubjectType',
  'What a notification is about.',
  {
    job: 'An attempt of a job.',
    execution: 'A run.',
    schedule: 'A schedule.',
    worker: 'A worker.',
    agent: 'An agent.',
  },
);
export const NotificationStatus = enumOf<(typeof NOTIFICATION_STATUSES)[number]>(
  'NotificationStatus',
  'State of a notification.',
  {
    open: 'Still collecting signals.',
    sending: 'Being sent.',
    sent: 'Sent through at least one channel.',
    failed: 'Sent through no channel.',
    skipped:
      'Not sent: no channel is configured, or twenty notifications of this kind were already sent within five minutes.',
  },
);
export const NotificationDeliveryStatus = enumOf<StoredDeliveryStatus>(
  'NotificationDeliveryStatus',
  'State of a delivery.',
  {
    pending: 'To be sent, possibly after a failed attempt.',
    sent: 'Sent.',
    failed: 'Could not be sent.',
    skipped:
      'Not sent: the channel is not configured, or the notification was held back. `error` says which.',
  },
);
export const NotificationChannelType = enumOf<ChannelType>(
  'NotificationChannelType',
  'Kind of notification channel.',
  {
    slack: 'Slack.',
    email: 'Email.',
    webhook: 'A webhook.',
  },
);
