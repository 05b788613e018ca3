/** What limits calls of an agent: its rate limit and its circuit. */
import { countRunning } from '../../db/agents/agent-limits.js';
import type { Circuit } from '../../domain/agent/circuit.js';
import type { RateLimit as StoredRateLimit } from '../../domain/agent/rate-limit.js';
import {
  countThrottled,
  MOST_THROTTLED_COUNTED,
  readAgentLimits,
} from '../../services/agents/agent-limits.js';
import { resetAgentCircuit } from '../../services/agents/reset-agent-circuit.js';
import { builder } from '../builder.js';
import { loadAt } from '../lists/reference.js';
import { Agent, agentMutation } from './agent.js';
import { CircuitState } from './agent-enums.js';

const RateLimit = builder.objectRef<StoredRateLimit>('RateLimit').implement({
  description:
    'Limits requests to an agent: in any span of length `per`, at most `limit` requests start. Counts retries, across all workers.',
  fields: (t) => ({
    limit: t.exposeInt('limit', { description: 'Maximum number of requests in the span.' }),
    per: t.expose('per', { type: 'Duration', description: 'Length of the span.' }),
  }),
});

export const RateLimitInput = builder.inputType('RateLimitInput', {
  description: 'Limits requests to an agent in a sliding span of time.',
  fields: (t) => ({
    ...t.fields('Int!', { limit: 'Maximum number of requests in the span, from 1 to 1,000,000.' }),
    ...t.fields('Duration!', { per: 'Length of the span, from 100 ms to 24 hours.' }),
  }),
});

const AgentCircuit = builder.objectRef<Circuit>('AgentCircuit').implement({
  description:
    'Circuit breaker of an agent’s address. While it is not `CLOSED`, jobs wait, and one job at a time is sent as a probe.',
  fields: (t) => ({
    state: t.expose('state', { type: CircuitState, description: 'Current state.' }),
    failures: t.exposeInt('failures', { description: 'Consecutive calls that got no response.' }),
    ...t.exposed('DateTime', { openedAt: 'Time the circuit opened. Null while it is closed.' }),
    nextProbeAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'Earliest time the next probe is sent. Null unless the state is `OPEN`.',
      resolve: ({ state, nextProbeAt }) => (state === 'open' ? nextProbeAt : null),
    }),
    ...t.exposed('ID', {
      probeId: 'ID of the attempt sent as the probe. Null unless the state is `HALF_OPEN`.',
    }),
    ...t.exposed('String', { reason: 'Error of the last failed call. Null if there was none.' }),
  }),
});

builder.prismaObjectFields(Agent, (t) => ({
  rateLimit: t.field({
    type: RateLimit,
    nullable: true,
    description: 'Limit on requests in a span of time. Null if there is no limit.',
    select: { rateLimit: true },
    resolve: ({ rateLimit }) => rateLimit as StoredRateLimit | null,
  }),
  circuit: t.field({
    type: AgentCircuit,
    nullable: true,
    description: 'State of the agent’s circuit breaker. Null only if the agent has just been deleted.',
    resolve: async ({ id }, _args, context, info) => {
      const limits = await loadAt(context, info, id, async (ids) => {
        const found = await readAgentLimits(context.services.pool, ids);
        return ids.map((agentId) => found.get(agentId));
      });
      return limits?.circuit ?? null;
    },
  }),
  runningJobs: t.int({
    description: `Attempts in progress across all workers, including accepted ones. Counted up to ${MOST_THROTTLED_COUNTED.toLocaleString('en')}.`,
    resolve: ({ id }, _args, context, info) =>
      loadAt(context, info, id, async (ids) => {
        const running = await countRunning(context.services.pool, ids, MOST_THROTTLED_COUNTED);
        return ids.map((agentId) => running.get(agentId) ?? 0);
      }),
  }),
  throttledJobs: t.int({
    description: `Due jobs that wait because the agent’s circuit is open or its rate limit is reached. Counted up to ${MOST_THROTTLED_COUNTED.toLocaleString('en')}.`,
    resolve: ({ id }, _args, context, info) =>
      loadAt(context, info, id, async (ids) => {
        const throttled = await countThrottled(context.services.pool, ids);
        const counts = new Map(throttled.map((one) => [one.id, one.count]));
        return ids.map((agentId) => counts.get(agentId) ?? 0);
      }),
  }),
}));

builder.mutationField('resetAgentCircuit', (t) =>
  agentMutation(t, {
    by: 'operator',
    description: 'Closes the circuit of an agent immediately, so that waiting jobs are sent.',
    args: { agentId: t.arg.id({ required: true, description: 'ID of the agent.' }) },
    run: resetAgentCircuit,
  }),
);
