/** What holds an agent back: its rate limit and its circuit. */
import { countRunning } from '../../db/agents/agent-limits.js';
import type { Circuit } from '../../domain/agent/circuit.js';
import type { RateLimit as StoredRateLimit } from '../../domain/agent/rate-limit.js';
import { countParked, MOST_PARKED_COUNTED, readAgentLimits } from '../../services/agents/agent-limits.js';
import { resetAgentCircuit } from '../../services/agents/reset-agent-circuit.js';
import { builder } from '../builder.js';
import { actorOf } from '../context.js';
import { loadAt } from '../lists/reference.js';
import { CircuitState } from '../types/enums.js';
import { answer, resultUnion } from '../types/errors.js';
import { Agent, findAgent } from './agent.js';

const RateLimit = builder.objectRef<StoredRateLimit>('RateLimit').implement({
  description:
    'In no span of `per` do more than `limit` requests to the agent start, retries included, over all workers.',
  fields: (t) => ({ limit: t.exposeInt('limit'), per: t.expose('per', { type: 'Duration' }) }),
});

export const RateLimitInput = builder.inputType('RateLimitInput', {
  fields: (t) => ({
    limit: t.int({ required: true, description: 'Requests at most, from 1 to 1000000.' }),
    per: t.field({
      type: 'Duration',
      required: true,
      description: 'In any span of this, from 100 ms to 24 hours.',
    }),
  }),
});

const AgentCircuit = builder.objectRef<Circuit>('AgentCircuit').implement({
  description:
    'Whether anybody answers at the agent’s address. While it is not CLOSED, its jobs wait, and one at a time is sent as a probe.',
  fields: (t) => ({
    state: t.expose('state', { type: CircuitState }),
    failures: t.exposeInt('failures', { description: 'Calls in a row that nobody answered.' }),
    openedAt: t.expose('openedAt', { type: 'DateTime', nullable: true }),
    nextProbeAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'Of an OPEN one: from when the next job goes as a probe.',
      resolve: ({ state, nextProbeAt }) => (state === 'open' ? nextProbeAt : null),
    }),
    probeId: t.exposeID('probeId', {
      nullable: true,
      description: 'Of a HALF_OPEN one: the attempt that is the probe.',
    }),
    reason: t.exposeString('reason', { nullable: true, description: 'How the last call failed.' }),
  }),
});

builder.prismaObjectFields(Agent, (t) => ({
  rateLimit: t.field({
    type: RateLimit,
    nullable: true,
    select: { rateLimit: true },
    resolve: ({ rateLimit }) => rateLimit as StoredRateLimit | null,
  }),
  circuit: t.field({
    type: AgentCircuit,
    nullable: true,
    description: 'Null only when the agent has been deleted meanwhile.',
    resolve: async ({ id }, _args, context, info) => {
      const limits = await loadAt(context, info, id, async (ids) => {
        const found = await readAgentLimits(context.services.pool, ids);
        return ids.map((agentId) => found.get(agentId));
      });
      return limits?.circuit ?? null;
    },
  }),
  runningJobs: t.int({
    description: `Attempts under way, those it accepted included, over all workers; counted up to ${MOST_PARKED_COUNTED}.`,
    resolve: ({ id }, _args, context, info) =>
      loadAt(context, info, id, async (ids) => {
        const running = await countRunning(context.services.pool, ids, MOST_PARKED_COUNTED);
        return ids.map((agentId) => running.get(agentId) ?? 0);
      }),
  }),
  parkedJobs: t.int({
    description: `Jobs whose turn has come and which wait for its circuit or rate limit; counted up to ${MOST_PARKED_COUNTED}.`,
    resolve: ({ id }, _args, context, info) =>
      loadAt(context, info, id, async (ids) => {
        const parked = await countParked(context.services.pool, ids);
        const counts = new Map(parked.map((one) => [one.id, one.count]));
        return ids.map((agentId) => counts.get(agentId) ?? 0);
      }),
  }),
}));

builder.mutationField('resetAgentCircuit', (t) =>
  t.field({
    type: resultUnion('ResetAgentCircuit', Agent),
    description: 'Closes the circuit at once: the jobs that wait are sent.',
    authScopes: { operator: true },
    args: { agentId: t.arg.id({ required: true }) },
    resolve: (_root, { agentId }, context, info) =>
      answer(resetAgentCircuit(context.services, actorOf(context), { agentId }), ({ id }) =>
        findAgent(context, info, id),
      ),
  }),
);
