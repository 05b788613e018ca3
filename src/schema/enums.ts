/** The database's words in lower case, the API's in upper case. */
import { ATTEMPT_STATUSES } from '../domain/job/states.js';
import { RUN_IFS } from '../domain/pipeline/pipeline.js';
import { builder } from './builder.js';

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
  'Did the agents take the jobs? SUCCESS: all first attempts were answered.',
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
export const ExecutionTrigger = enumOf('ExecutionTrigger', ['schedule', 'manual', 'webhook', 'backfill']);
export const Repeat = enumOf('Repeat', ['once', 'repeating']);
export const TargetType = enumOf('TargetType', ['agent', 'pipeline']);
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
export const Backoff = enumOf(
  'Backoff',
  ['exponential', 'linear', 'fixed'],
  'The wait before retry n: delay·2ⁿ⁻¹, delay·n, or delay.',
);
export const RetryJitter = enumOf('RetryJitter', ['none', 'full', 'equal']);
export const EndpointType = enumOf('EndpointType', ['http', 'webhook', 'n8n', 'cloud_function']);
export const EndpointMethod = builder.enumType('EndpointMethod', { values: ['POST', 'PUT'] as const });
export const AuthenticationType = enumOf('AuthenticationType', ['none', 'bearer', 'api-key', 'basic']);
export const Completion = enumOf(
  'Completion',
  ['auto', 'report'],
  'What an answer that does not say so means: AUTO: the job is done. REPORT: its end will be reported.',
);
export const HealthStatus = enumOf('HealthStatus', ['healthy', 'degraded', 'unhealthy']);
export const AgentEnvironment = enumOf('AgentEnvironment', ['production', 'staging', 'development']);
export const Role = enumOf(
  'Role',
  ['viewer', 'operator', 'admin'],
  'VIEWER reads; OPERATOR also triggers, retries and cancels; ADMIN also edits and manages tokens.',
);
export const WorkerState = enumOf('WorkerState', ['alive', 'idle', 'busy', 'dead']);
export const OrderDirection = enumOf('OrderDirection', ['asc', 'desc']);
