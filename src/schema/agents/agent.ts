import { queryFromInfo } from '@pothos/plugin-prisma';
import type { GraphQLResolveInfo } from 'graphql';
import { loadAgentHeartbeats } from '../../db/agents/load-heartbeats.js';
import type { Prisma } from '../../db/generated/client.js';
import { databaseNow } from '../../db/system/database-now.js';
import {
  parseEndpoint,
  resolveCompletion,
  type AgentEndpoint as StoredEndpoint,
} from '../../domain/agent/endpoint.js';
import { judgeHeartbeat } from '../../domain/agent/heartbeat.js';
import { LIMITS } from '../../domain/limits.js';
import { getEngineConfig } from '../../services/system/engine-config.js';
import { Secret, type StoredSecret } from '../access/secret.js';
import { TOKEN_NAME, tokenName } from '../access/token-name.js';
import { builder } from '../builder.js';
import type { GraphQLContext } from '../context.js';
import { Heartbeat, lastWithin } from '../jobs/heartbeat.js';
import { RetryConfig } from '../jobs/retry-config.js';
import { connectionType, findConnection, orderInput } from '../lists/connection.js';
import { loadAt } from '../lists/reference.js';
import {
  AgentEnvironment,
  AuthenticationType,
  Completion,
  EndpointMethod,
  EndpointType,
  HealthStatus,
  HeartbeatStatus,
} from '../types/enums.js';
import { Node } from '../types/node.js';
import { MANAGED_BY } from '../types/stable-key.js';

/** Credentials belong into `authentication`; who put one here anyway need not publish it to every viewer. */
const SECRET_HEADER = /auth|token|secret|key|password|cookie|credential|signature/i;

type Endpoint = StoredEndpoint & { credential: StoredSecret };

const AgentAuthentication = builder.objectRef<Endpoint>('AgentAuthentication').implement({
  description: 'How requests to the agent are authenticated.',
  fields: (t) => ({
    type: t.field({
      type: AuthenticationType,
      description: 'Authentication scheme.',
      resolve: ({ authentication }) => authentication.type,
    }),
    header: t.string({
      nullable: true,
      description: 'Name of the header that carries the key, for `API_KEY`. Null for other schemes.',
      resolve: ({ authentication }) => authentication.header ?? null,
    }),
    username: t.string({
      nullable: true,
      description: 'User name, for `BASIC`. Null for other schemes.',
      resolve: ({ authentication }) => authentication.username ?? null,
    }),
    credential: t.expose('credential', {
      type: Secret,
      description: 'The stored token or password. The value itself cannot be read.',
    }),
  }),
});

const AgentEndpoint = builder.objectRef<Endpoint>('AgentEndpoint').implement({
  description: 'Where and how an agent is called.',
  fields: (t) => ({
    type: t.expose('type', { type: EndpointType, description: 'Kind of endpoint.' }),
    url: t.exposeString('url', { description: 'URL that is called.' }),
    method: t.expose('method', { type: EndpointMethod, description: 'HTTP method.' }),
    authentication: t.field({
      type: AgentAuthentication,
      description: 'How requests are authenticated.',
      resolve: (endpoint) => endpoint,
    }),
    timeout: t.expose('timeout', {
      type: 'Duration',
      nullable: true,
      description: 'Time limit for the HTTP response. Null for the default from the settings.',
    }),
    retryConfig: t.expose('retryConfig', {
      type: RetryConfig,
      nullable: true,
      description: 'Retry policy for jobs of this agent. Null for the default from the settings.',
    }),
    headers: t.field({
      type: 'JSON',
      description:
        'Additional request headers. Values of headers that look like credentials read "[hidden]".',
      resolve: ({ headers }) =>
        Object.fromEntries(
          Object.entries(headers).map(([name, value]) => [
            name,
            SECRET_HEADER.test(name) ? '[hidden]' : value,
          ]),
        ),
    }),
  }),
});

const AgentHealthCheck = builder
  .objectRef<{ endpoint?: unknown; interval?: unknown }>('AgentHealthCheck')
  .implement({
    description: 'Where and how often the agent’s health is checked.',
    fields: (t) => ({
      endpoint: t.string({
        nullable: true,
        description:
          'URL of the health check, or a path relative to the endpoint. Null for the default, `/health`.',
        resolve: ({ endpoint }) => (typeof endpoint === 'string' ? endpoint : null),
      }),
      interval: t.int({
        nullable: true,
        description: 'Seconds between checks. Null for the default.',
        resolve: ({ interval }) => (Number.isInteger(interval) ? (interval as number) : null),
      }),
    }),
  });

const AgentDeployment = builder.prismaObject('AgentVersionDeployment', {
  name: 'AgentDeployment',
  description: 'The version of an agent that is active in an environment.',
  select: { id: true },
  fields: (t) => ({
    id: t.exposeID('id', { description: 'ID of the deployment.' }),
    version: t.exposeString('version', { description: 'The active version.' }),
    environment: t.field({
      type: AgentEnvironment,
      description: 'The environment.',
      select: { environment: true },
      resolve: ({ environment }) => environment as typeof AgentEnvironment.$inferType,
    }),
    deployedAt: t.expose('deployedAt', { type: 'DateTime', description: 'Time of the deployment.' }),
    deployedBy: t.exposeString('deployedBy', {
      description: 'ID of the API token that deployed the version.',
    }),
    deployedByName: t.string({
      ...TOKEN_NAME,
      select: { deployedBy: true },
      resolve: ({ deployedBy }, _args, context, info) => tokenName(context, info, deployedBy),
    }),
    previousVersions: t.exposeStringList('previousVersions', {
      description: 'Versions that were active before, oldest first. A rollback returns to the last one.',
    }),
  }),
});

const AgentHeartbeat = builder
  .objectRef<{ agentId: string; lastAt: Date | null }>('AgentHeartbeat')
  .implement({
    description: 'State and recent history of an agent’s heartbeats.',
    fields: (t) => ({
      lastAt: t.expose('lastAt', {
        type: 'DateTime',
        nullable: true,
        description: 'Time of the last heartbeat. Null if there was none.',
      }),
      status: t.field({
        type: HeartbeatStatus,
        description: 'State, judged by `heartbeatIntervalMs` and `deadHeartbeatThreshold` in `engineConfig`.',
        resolve: async ({ lastAt }, _args, context, info) => {
          const { inForce, now } = await loadAt(context, info, 'engine', async (keys) => {
            const { pool } = context.services;
            const [{ inForce }, now] = await Promise.all([getEngineConfig(pool), databaseNow(pool)]);
            return keys.map(() => ({ inForce, now }));
          });
          return judgeHeartbeat(lastAt, now, inForce);
        },
      }),
      history: t.field({
        type: [Heartbeat],
        description: 'The most recent heartbeats, oldest first.',
        args: {
          last: t.arg.int({
            defaultValue: 20,
            description: `How many heartbeats to return, from 1 to ${LIMITS.heartbeatsKept}.`,
          }),
        },
        resolve: ({ agentId }, { last }, context, info) => {
          const wanted = lastWithin(last);
          return loadAt(context, info, agentId, (ids) =>
            loadAgentHeartbeats(context.services.pool, ids, wanted),
          );
        },
      }),
    }),
  });

export const Agent = builder.prismaObject('AgentRegistry', {
  name: 'Agent',
  description: 'An HTTP agent: where it is reached, how it is called, and what it accepts.',
  interfaces: [Node],
  select: { id: true },
  fields: (t) => ({
    id: t.exposeID('id', { description: 'ID of the agent, a slug chosen at registration.' }),
    name: t.exposeString('name', { description: 'Display name.' }),
    description: t.exposeString('description', {
      nullable: true,
      description: 'What the agent does. Null if not set.',
    }),
    version: t.exposeString('version', {
      description:
        'Version that the agent reports as its own. Calls use it unless another version is deployed to the environment.',
    }),
    endpoint: t.field({
      type: AgentEndpoint,
      nullable: true,
      description:
        'Where and how the agent is called. Null if the agent registered itself by SQL with an endpoint that is not usable.',
      select: { endpoint: true, credential: true, credentialHint: true },
      resolve({ endpoint: stored, credential, credentialHint }) {
        const parsed = parseEndpoint(stored);
        if (parsed.kind === 'error') return null;
        return { ...parsed.endpoint, credential: { set: credential !== null, hint: credentialHint } };
      },
    }),
    inputSchema: t.expose('inputSchema', {
      type: 'JSON',
      nullable: true,
      description: 'JSON Schema (2020-12) that `params` must match. Null if any params are accepted.',
    }),
    outputSchema: t.expose('outputSchema', {
      type: 'JSON',
      nullable: true,
      description: 'JSON Schema (2020-12) that results must match. Null if any result is accepted.',
    }),
    parameterTypes: t.expose('parameterTypes', {
      type: 'JSON',
      nullable: true,
      description:
        'Documentation of the parameters, for people. Calls are checked against `inputSchema` only. Null if not set.',
    }),
    enabled: t.boolean({
      description:
        'Whether workers call the agent. The agent’s own login can disable it, and can enable it again unless an admin has disabled it.',
      select: { id: true, enabled: true },
      resolve: async ({ id, enabled }, _args, context, info) =>
        enabled && !(await isStopped(context, info, id)),
    }),
    disabledByAdmin: t.boolean({
      description:
        'Whether an admin has disabled the agent. Only an admin can enable it again, with `updateAgent`.',
      select: { id: true },
      resolve: ({ id }, _args, context, info) => isStopped(context, info, id),
    }),
    healthCheck: t.field({
      type: AgentHealthCheck,
      nullable: true,
      description: 'Where and how often the agent’s health is checked. Null if the defaults apply.',
      select: { healthCheck: true },
      resolve: ({ healthCheck }) =>
        typeof healthCheck === 'object' && healthCheck !== null ? (healthCheck as object) : null,
    }),
    healthStatus: t.field({
      type: HealthStatus,
      nullable: true,
      description: 'Result of the last health check. Null before the first check.',
      select: { healthStatus: true },
      resolve: ({ healthStatus }) => healthStatus as typeof HealthStatus.$inferType | null,
    }),
    healthMessage: t.exposeString('healthMessage', {
      nullable: true,
      description: 'Message of the last health check. Null if there was none.',
    }),
    healthVersion: t.exposeString('healthVersion', {
      nullable: true,
      description: 'Version that the agent reported in the last health check. Null if it reported none.',
    }),
    healthCheckedAt: t.expose('healthCheckedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'Time of the last health check. Null before the first check.',
    }),
    metadata: t.expose('metadata', {
      type: 'JSON',
      nullable: true,
      description: 'Free-form JSON stored with the agent. Callboard does not interpret it. Null if not set.',
    }),
    completion: t.field({
      type: Completion,
      description:
        'What a 2xx answer without a status means: the value set at registration, or the default for the endpoint type.',
      select: { completion: true, endpoint: true },
      resolve({ completion, endpoint }) {
        const parsed = parseEndpoint(endpoint);
        return resolveCompletion(parsed.kind === 'ok' ? parsed.endpoint.type : 'http', completion);
      },
    }),
    attemptTimeout: t.expose('attemptTimeout', {
      type: 'Duration',
      nullable: true,
      description:
        'Time limit for one attempt, counted from its first send. Null to use the default from the settings.',
    }),
    heartbeatTimeout: t.expose('heartbeatTimeout', {
      type: 'Duration',
      nullable: true,
      description:
        'How long an accepted attempt may stay silent before it counts as lost. Null if silence is not limited.',
    }),
    maxQueueTime: t.expose('maxQueueTime', {
      type: 'Duration',
      nullable: true,
      description: 'How long a released job may wait to start. Null to use the default from the settings.',
    }),
    maxConcurrency: t.exposeInt('maxConcurrency', {
      nullable: true,
      description: 'Limit on attempts running at once, across all workers. Null if there is no limit.',
    }),
    requirements: t.expose('requirements', {
      type: 'JSON',
      nullable: true,
      description: 'Capabilities a worker needs to call this agent, by name. Null if any worker can call it.',
    }),
    cancelUrl: t.exposeString('cancelUrl', {
      nullable: true,
      description: 'URL that is notified when an attempt is cancelled. Null if the agent is not notified.',
    }),
    signingSecret: t.field({
      type: Secret,
      description: 'Secret that signs requests (Standard Webhooks). The secret itself cannot be read.',
      select: { signingSecret: true, signingSecretHint: true },
      resolve: ({ signingSecret, signingSecretHint }) => ({
        set: signingSecret !== null,
        hint: signingSecretHint,
      }),
    }),
    deployments: t.relation('deployments', {
      type: AgentDeployment,
      description: 'The active version in each environment.',
      query: { orderBy: { environment: 'asc' } },
    }),
    lastHeartbeat: t.expose('lastHeartbeat', {
      type: 'DateTime',
      nullable: true,
      description: 'Time the agent last wrote to `lastHeartbeat`. Null if it never did.',
    }),
    heartbeat: t.field({
      type: AgentHeartbeat,
      description: 'State of the agent’s heartbeats, judged by the settings in `engineConfig`.',
      select: { id: true, lastHeartbeat: true },
      resolve: ({ id, lastHeartbeat }) => ({ agentId: id, lastAt: lastHeartbeat }),
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'Time the agent was registered.' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'Time the agent was last changed.' }),
    managedBy: t.exposeString('managedBy', { nullable: true, description: MANAGED_BY }),
    createdBy: t.exposeString('createdBy', {
      nullable: true,
      description: 'ID of the API token that registered the agent. Null if it was registered by SQL.',
    }),
    createdByName: t.string({
      ...TOKEN_NAME,
      select: { createdBy: true },
      resolve: ({ createdBy }, _args, context, info) => tokenName(context, info, createdBy),
    }),
  }),
});

function isStopped(context: GraphQLContext, info: GraphQLResolveInfo, id: string): Promise<boolean> {
  return loadAt(context, info, id, async (ids) => {
    const stops = await context.prisma.agentStop.findMany({ where: { agentId: { in: [...ids] } } });
    const stopped = new Set(stops.map(({ agentId }) => agentId));
    return ids.map((agentId) => stopped.has(agentId));
  });
}

/** Reads an agent with what the operation asks of it; null: there is none. */
export function findAgent(context: GraphQLContext, info: GraphQLResolveInfo, id: string) {
  const query = queryFromInfo({ context, info, typeName: 'Agent' });
  return context.prisma.agentRegistry.findUnique({ ...query, where: { id } });
}

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

function agentWhere({
  search,
  enabled,
  healthStatus,
}: typeof AgentFilter.$inferInput): Prisma.AgentRegistryWhereInput {
  const part = search ? ({ contains: search, mode: 'insensitive' } as const) : undefined;
  return {
    ...(enabled != null && { enabled }),
    ...(healthStatus && { healthStatus: { in: healthStatus } }),
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
  agent: t.field({
    type: Agent,
    nullable: true,
    description: 'The agent with this ID. Null if it does not exist.',
    args: { id: t.arg.id({ required: true, description: 'ID of the agent.' }) },
    resolve: (_root, { id }, context, info) => findAgent(context, info, id),
  }),
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
      }),
  }),
}));
