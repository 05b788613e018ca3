import type { Prisma } from '../../db/generated/client.js';
import { agentsWithin } from '../access/within-scope.js';
import { builder } from '../builder.js';
import { conditionsOf, containing } from '../lists/conditions.js';
import { connectionType, orderInput } from '../lists/connection.js';
import { itemById } from '../lists/item.js';
import type { Order } from '../lists/keyset.js';
import { listField } from '../lists/list-field.js';
import { Agent, findAgent } from './agent.js';
import { HealthStatus } from './agent-enums.js';

const AgentFilter = builder.inputType('AgentFilter', {
  description: 'Selects agents. All given conditions must match.',
  fields: (t) => ({
    search: t.string({ description: 'Text contained in the ID, name or description. Ignores case.' }),
    enabled: t.boolean({ description: 'Only agents that are enabled (true) or disabled (false).' }),
    ...t.fields([HealthStatus], {
      healthStatus: 'Only agents whose last health check had one of these results.',
    }),
  }),
});

function agentWhere(filter: typeof AgentFilter.$inferInput): Prisma.AgentRegistryWhereInput {
  const { search } = filter;
  const part = search ? containing(search) : undefined;
  return {
    ...conditionsOf(filter, ['enabled', 'healthStatus']),
    ...(part && { OR: [{ id: part }, { name: part }, { description: part }] }),
  };
}

const order = orderInput('Agent', {
  ID: { column: 'id', description: 'By ID.' },
  NAME: { column: 'name', ignoresCase: true, description: 'By name, ignoring case.' },
  CREATED_AT: { column: 'createdAt', instants: true, description: 'By time of registration.' },
});

/** IDs of agents are chosen by people. */
const BY_ID: Order = { of: 'Agent', column: 'id', direction: 'asc' };

builder.queryFields((t) => ({
  agent: itemById(t, Agent, 'agent', findAgent),
  agents: listField(t, connectionType(Agent), {
    description: 'Agents, ordered by ID by default.',
    filter: AgentFilter,
    which: 'Which agents to return. Defaults to all.',
    order,
    byDefault: { order: BY_ID, description: 'the ID, ascending' },
    rows: (filter, { prisma }) => ({
      delegate: prisma.agentRegistry,
      where: agentWhere(filter),
      within: agentsWithin,
    }),
  }),
}));
