/** Whether an agent is healthy: by its health check, and by its heartbeats. */
import { builder } from '../builder.js';
import { enumColumn } from '../types/enum-of.js';
import { Agent } from './agent.js';
import { HealthStatus } from './agent-enums.js';
import { AgentHeartbeat } from './agent-heartbeat.js';

const AgentHealthCheck = builder
  .objectRef<{ endpoint?: unknown; interval?: unknown }>('AgentHealthCheck')
  .implement({
    description: 'Where and how often the agent’s health is checked.',
    fields: (t) => ({
      endpoint: t.string({
        nullable: true,
        description:
          'URL of the health check, or a path relative to the endpoint. Null for the default, `health`: `https://a.example/agents/health` for `https://a.example/agents/run`.',
        resolve: ({ endpoint }) => (typeof endpoint === 'string' ? endpoint : null),
      }),
      interval: t.int({
        nullable: true,
        description: 'Seconds between checks. Null for the default.',
        resolve: ({ interval }) => (Number.isInteger(interval) ? (interval as number) : null),
      }),
    }),
  });

builder.prismaObjectFields(Agent, (t) => ({
  healthCheck: t.field({
    type: AgentHealthCheck,
    nullable: true,
    description: 'Where and how often the agent’s health is checked. Null if the defaults apply.',
    select: { healthCheck: true },
    resolve: ({ healthCheck }) =>
      typeof healthCheck === 'object' && healthCheck !== null ? (healthCheck as object) : null,
  }),
  healthStatus: t.field({
    ...enumColumn('healthStatus', HealthStatus),
    nullable: true,
    description: 'Result of the last health check. Null before the first check.',
  }),
  ...t.exposed('String', {
    healthMessage: 'Message of the last health check. Null if there was none.',
    healthVersion: 'Version that the agent reported in the last health check. Null if it reported none.',
  }),
  ...t.exposed('DateTime', {
    healthCheckedAt: 'Time of the last health check. Null before the first check.',
    lastHeartbeat: 'Time the agent last wrote to `lastHeartbeat`. Null if it never did.',
  }),
  heartbeat: t.field({
    type: AgentHeartbeat,
    description: 'State of the agent’s heartbeats, judged by the settings in `engineConfig`.',
    select: { id: true, lastHeartbeat: true },
    resolve: ({ id, lastHeartbeat }) => ({ agentId: id, lastAt: lastHeartbeat }),
  }),
}));
