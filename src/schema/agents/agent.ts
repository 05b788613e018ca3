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

/** Credentials belong into `authentication`; who put one here anyway need not publish it to every viewer. */
const SECRET_HEADER = /auth|token|secret|key|password|cookie|credential|signature/i;

type Endpoint = StoredEndpoint & { credential: StoredSecret };

const AgentAuthentication = builder.objectRef<Endpoint>('AgentAuthentication').implement({
  fields: (t) => ({
    type: t.field({ type: AuthenticationType, resolve: ({ authentication }) => authentication.type }),
    header: t.string({ nullable: true, resolve: ({ authentication }) => authentication.header ?? null }),
    username: t.string({ nullable: true, resolve: ({ authentication }) => authentication.username ?? null }),
    credential: t.expose('credential', { type: Secret }),
  }),
});

const AgentEndpoint = builder.objectRef<Endpoint>('AgentEndpoint').implement({
  description: 'Where an agent lives and how it is called.',
  fields: (t) => ({
    type: t.expose('type', { type: EndpointType }),
    url: t.exposeString('url'),
    method: t.expose('method', { type: EndpointMethod }),
    authentication: t.field({ type: AgentAuthentication, resolve: (endpoint) => endpoint }),
    timeout: t.expose('timeout', { type: 'Duration', nullable: true, description: 'For the HTTP answer.' }),
    retryConfig: t.expose('retryConfig', { type: RetryConfig, nullable: true }),
    headers: t.field({
      type: 'JSON',
      description: 'Custom headers; the values of those that look like credentials are hidden.',
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
    fields: (t) => ({
      endpoint: t.string({
        nullable: true,
        resolve: ({ endpoint }) => (typeof endpoint === 'string' ? endpoint : null),
      }),
      interval: t.int({
        nullable: true,
        description: 'Seconds.',
        resolve: ({ interval }) => (Number.isInteger(interval) ? (interval as number) : null),
      }),
    }),
  });

const AgentDeployment = builder.prismaObject('AgentVersionDeployment', {
  name: 'AgentDeployment',
  description: 'The version of an agent that is active in an environment.',
  select: { id: true },
  fields: (t) => ({
    id: t.exposeID('id'),
    version: t.exposeString('version'),
    environment: t.field({
      type: AgentEnvironment,
      select: { environment: true },
      resolve: ({ environment }) => environment as typeof AgentEnvironment.$inferType,
    }),
    deployedAt: t.expose('deployedAt', { type: 'DateTime' }),
    deployedBy: t.exposeString('deployedBy'),
    deployedByName: t.string({
      ...TOKEN_NAME,
      select: { deployedBy: true },
      resolve: ({ deployedBy }, _args, context, info) => tokenName(context, info, deployedBy),
    }),
    previousVersions: t.exposeStringList('previousVersions', {
      description: 'What a rollback goes back to, the latest last.',
    }),
  }),
});

const AgentHeartbeat = builder
  .objectRef<{ agentId: string; lastAt: Date | null }>('AgentHeartbeat')
  .implement({
    fields: (t) => ({
      lastAt: t.expose('lastAt', { type: 'DateTime', nullable: true }),
      status: t.field({
        type: HeartbeatStatus,
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
        description: 'The last ones, the oldest of them first.',
        args: { last: t.arg.int({ defaultValue: 20, description: `At most ${LIMITS.heartbeatsKept}.` }) },
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
  description: 'An HTTP agent: where it lives and how it is called.',
  select: { id: true },
  fields: (t) => ({
    id: t.exposeID('id'),
    name: t.exposeString('name'),
    description: t.exposeString('description', { nullable: true }),
    version: t.exposeString('version'),
    endpoint: t.field({
      type: AgentEndpoint,
      nullable: true,
      description: 'Null when an agent registered itself by SQL with an endpoint that cannot be used.',
      select: { endpoint: true, credential: true, credentialHint: true },
      resolve({ endpoint: stored, credential, credentialHint }) {
        const parsed = parseEndpoint(stored);
        if (parsed.kind === 'error') return null;
        return { ...parsed.endpoint, credential: { set: credential !== null, hint: credentialHint } };
      },
    }),
    inputSchema: t.expose('inputSchema', { type: 'JSON', nullable: true }),
    outputSchema: t.expose('outputSchema', { type: 'JSON', nullable: true }),
    parameterTypes: t.expose('parameterTypes', {
      type: 'JSON',
      nullable: true,
      description: 'For people: what the parameters mean. Calls are checked against `inputSchema` only.',
    }),
    enabled: t.boolean({
      description:
        'Whether it is called. Its own login can disable it, and enable it unless an admin has disabled it.',
      select: { id: true, enabled: true },
      resolve: async ({ id, enabled }, _args, context, info) =>
        enabled && !(await isStopped(context, info, id)),
    }),
    disabledByAdmin: t.boolean({
      description: 'An admin has disabled it: only an admin can enable it, with updateAgent.',
      select: { id: true },
      resolve: ({ id }, _args, context, info) => isStopped(context, info, id),
    }),
    healthCheck: t.field({
      type: AgentHealthCheck,
      nullable: true,
      select: { healthCheck: true },
      resolve: ({ healthCheck }) =>
        typeof healthCheck === 'object' && healthCheck !== null ? (healthCheck as object) : null,
    }),
    healthStatus: t.field({
      type: HealthStatus,
      nullable: true,
      description: 'What the last health check found; null: none yet.',
      select: { healthStatus: true },
      resolve: ({ healthStatus }) => healthStatus as typeof HealthStatus.$inferType | null,
    }),
    healthMessage: t.exposeString('healthMessage', { nullable: true }),
    healthVersion: t.exposeString('healthVersion', { nullable: true }),
    healthCheckedAt: t.expose('healthCheckedAt', { type: 'DateTime', nullable: true }),
    metadata: t.expose('metadata', { type: 'JSON', nullable: true }),
    completion: t.field({
      type: Completion,
      description: 'What is in force: as registered, else by the type of the endpoint.',
      select: { completion: true, endpoint: true },
      resolve({ completion, endpoint }) {
        const parsed = parseEndpoint(endpoint);
        return resolveCompletion(parsed.kind === 'ok' ? parsed.endpoint.type : 'http', completion);
      },
    }),
    attemptTimeout: t.expose('attemptTimeout', { type: 'Duration', nullable: true }),
    heartbeatTimeout: t.expose('heartbeatTimeout', { type: 'Duration', nullable: true }),
    maxQueueTime: t.expose('maxQueueTime', {
      type: 'Duration',
      nullable: true,
      description: "How long a job may wait for its turn after its release. Null: the settings' default.",
    }),
    maxConcurrency: t.exposeInt('maxConcurrency', { nullable: true }),
    requirements: t.expose('requirements', {
      type: 'JSON',
      nullable: true,
      description: 'What a worker must be able to do to call it.',
    }),
    cancelUrl: t.exposeString('cancelUrl', { nullable: true }),
    signingSecret: t.field({
      type: Secret,
      select: { signingSecret: true, signingSecretHint: true },
      resolve: ({ signingSecret, signingSecretHint }) => ({
        set: signingSecret !== null,
        hint: signingSecretHint,
      }),
    }),
    deployments: t.relation('deployments', {
      type: AgentDeployment,
      query: { orderBy: { environment: 'asc' } },
    }),
    lastHeartbeat: t.expose('lastHeartbeat', { type: 'DateTime', nullable: true }),
    heartbeat: t.field({
      type: AgentHeartbeat,
      description: 'What the agent writes to lastHeartbeat, judged by engineConfig.',
      select: { id: true, lastHeartbeat: true },
      resolve: ({ id, lastHeartbeat }) => ({ agentId: id, lastAt: lastHeartbeat }),
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime' }),
    createdBy: t.exposeString('createdBy', { nullable: true }),
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
  fields: (t) => ({
    search: t.string({ description: 'Part of the id, name or description, in any case.' }),
    enabled: t.boolean(),
    healthStatus: t.field({ type: [HealthStatus] }),
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
  ID: { column: 'id' },
  NAME: { column: 'name' },
  CREATED_AT: { column: 'createdAt', instants: true },
});

builder.queryFields((t) => ({
  agent: t.field({
    type: Agent,
    nullable: true,
    args: { id: t.arg.id({ required: true }) },
    resolve: (_root, { id }, context, info) => findAgent(context, info, id),
  }),
  agents: t.field({
    type: AgentConnection,
    args: {
      ...t.arg.connectionArgs(),
      filter: t.arg({ type: AgentFilter }),
      orderBy: t.arg({ type: order.input }),
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
