/** Enums of agents: endpoints, health and checks. The database stores the same values in lower case. */
import { AUTHENTICATIONS } from '../../domain/agent/authentication.js';
import type { CircuitState as CircuitStateName } from '../../domain/agent/circuit.js';
import type { HeartbeatStatus as HeartbeatStatusName } from '../../domain/agent/heartbeat.js';
import { builder } from '../builder.js';
import { enumOf, textsOf } from '../types/enum-of.js';

export const EndpointType = enumOf('EndpointType', 'Kind of endpoint.', {
  http: 'An HTTP service.',
  webhook: 'A webhook of another product. Its default for `completion` is `REPORT`.',
  n8n: 'An n8n workflow. Its default for `completion` is `REPORT`.',
  cloud_function: 'A cloud function.',
  a2a: 'An agent that speaks A2A (Agent2Agent) with JSON-RPC. The method must be `POST`.',
});

export const EndpointMethod = builder.enumType('EndpointMethod', {
  description: 'HTTP method of requests to an agent.',
  values: {
    POST: { description: 'Params are sent in the body.' },
    PUT: { description: 'Params are sent in the body.' },
    GET: { description: 'Params are sent in the query string. There is no body.' },
  },
});

export const AuthenticationType = enumOf(
  'AuthenticationType',
  'Authentication scheme.',
  textsOf(AUTHENTICATIONS),
);

export const Completion = enumOf('Completion', 'What a 2xx response without a status means.', {
  auto: 'The job is completed, and the body is its result.',
  report: 'The job is accepted, and the agent reports its end later.',
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

export const TestCallOutcome = enumOf('TestCallOutcome', 'How the response to a test call is interpreted.', {
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

/** Shared by triggers and schedules. */
export const environmentArg = {
  type: AgentEnvironment,
  description:
    'Environment whose deployed agent versions are called. If none is deployed there, the production version is called, otherwise the agent’s own version. Defaults to `PRODUCTION`, or for a trigger to that of the schedule.',
};
