import type { Prisma } from '../../db/generated/client.js';
import { agentsWithin } from '../access/within-scope.js';
import { builder } from '../builder.js';
import { conditionsOf } from '../lists/conditions.js';
import { connectionType, findConnection, orderInput } from '../lists/connection.js';
import { itemById } from '../lists/item.js';
import { Agent, findAgent } from './agent.js';
import { HealthStatus } from './agent-enums.js';

const AgentFilter = builder.inputType('AgentFilter', {
  description: 'Selects agents. All given conditions must match.',
  fields: (t) => ({
    search: t.string({ description: 'Text contained in the ID, name or description. Ignores case.' }),
    enabled: t.boolean({ description: 'Only agents that are enabled (true) or disabled (false).' }),
    healthStatus: t.field({
      type: [HealthStatus],
      description: 'Only agents whose last health check had one of these results.',
    }),
  }),
});

function agentWhere(filter: typeof AgentFilter.$inferInput): Prisma.AgentRegistryWhereInput {
  const { search } = filter;
  const part = search ? ({ contains: search, mode: 'insensitive' } as const) : undefined;
  return {
    ...conditionsOf(filter, ['enabled', 'healthStatus']),
    ...(part && { OR: [{ id: part }, { name: part }, { description: part }] }),
  };
}

const AgentConnection = connectionType(Agent);
const order = orderInput('Agent', {
  ID: { column: 'id', description: 'By ID.' },
  NAME: { column: 'name', description: 'By name.' },
  CREATED_AT: { column: 'createdAt', instants: true, description: 'By time of registration.' },
});

builder.queryFields((t) => ({
  agent: itemById(t, Agent, 'agent', findAgent),
  agents: t.field({
    type: AgentConnection,
    description: 'Agents, ordered by ID by default.',
    args: {
      ...t.arg.connectionArgs(),
      filter: t.arg({ type: AgentFilter, description: 'Which agents to return. Defaults to all.' }),
      orderBy: t.arg({ type: order.input, description: 'Sort order. Defaults to the ID, ascending.' }),
    },
    resolve: (_root, args, context, info) =>
      findConnection<typeof Agent.$inferType>(context, info, {
        delegate: context.prisma.agentRegistry,
        args,
        order: order.orderOf(args.orderBy, { column: 'id', direction: 'asc' }),
        where: agentWhere(args.filter ?? {}),
        within: agentsWithin,
      }),
  }),
}));
