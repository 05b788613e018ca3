import type { GraphQLResolveInfo } from 'graphql';
import { parseEndpoint, resolveCompletion } from '../../domain/agent/endpoint.js';
import { Secret } from '../access/secret.js';
import { CREATOR_NAME } from '../access/token-name.js';
import { builder } from '../builder.js';
import type { GraphQLContext } from '../context.js';
import { finderOf } from '../lists/item.js';
import { loadAt } from '../lists/reference.js';
import { mutationOf } from '../types/mutation.js';
import { Node } from '../types/node.js';
import { MANAGED_BY } from '../types/stable-key.js';
import { AgentEndpoint } from './agent-endpoint.js';
import { Completion } from './agent-enums.js';

export const Agent = builder.prismaObject('AgentRegistry', {
  name: 'Agent',
  description: 'An HTTP agent: where it is reached, how it is called, and what it accepts.',
  interfaces: [Node],
  select: { id: true },
  fields: (t) => ({
    id: t.exposeID('id', { description: 'ID of the agent, a slug chosen at registration.' }),
    name: t.exposeString('name', { description: 'Display name.' }),
    ...t.exposed('String', {
      description: 'What the agent does. Null if not set.',
      cancelUrl: 'URL that is notified when an attempt is cancelled. Null if the agent is not notified.',
      managedBy: MANAGED_BY,
      createdBy: 'ID of the API token or person that registered the agent. Null if it was registered by SQL.',
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
    ...t.exposed('JSON', {
      inputSchema: 'JSON Schema (2020-12) that `params` must match. Null if any params are accepted.',
      outputSchema: 'JSON Schema (2020-12) that results must match. Null if any result is accepted.',
      parameterTypes:
        'Documentation of the parameters, for people. Calls are checked against `inputSchema` only. Null if not set.',
      metadata: 'Free-form JSON stored with the agent. Callboard does not interpret it. Null if not set.',
      requirements:
        'Capabilities a worker needs to call this agent, by name. Null if any worker can call it.',
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
    completion: t.field({
      type: Completion,
      description:
        'What a 2xx response without a status means: the value set at registration, or the default for the endpoint type.',
      select: { completion: true, endpoint: true },
      resolve({ completion, endpoint }) {
        const parsed = parseEndpoint(endpoint);
        return resolveCompletion(parsed.kind === 'ok' ? parsed.endpoint.type : 'http', completion);
      },
    }),
    ...t.exposed('Duration', {
      attemptTimeout:
        'Time limit for one attempt, counted from its first send. Null to use the default from the settings.',
      heartbeatTimeout:
        'How long an accepted attempt may stay silent before it counts as lost. Null if silence is not limited.',
      maxQueueTime: 'How long a released job may wait to start. Null to use the default from the settings.',
    }),
    ...t.exposed('Int', {
      maxConcurrency: 'Limit on attempts running at once, across all workers. Null if there is no limit.',
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
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'Time the agent was registered.' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'Time the agent was last changed.' }),
    createdByName: t.string(CREATOR_NAME),
  }),
});

function isStopped(context: GraphQLContext, info: GraphQLResolveInfo, id: string): Promise<boolean> {
  return loadAt(context, info, id, async (ids) => {
    const stops = await context.prisma.agentStop.findMany({ where: { agentId: { in: [...ids] } } });
    const stopped = new Set(stops.map(({ agentId }) => agentId));
    return ids.map((agentId) => stopped.has(agentId));
  });
}

/** Reads an agent with the fields that the operation selects. Null if it does not exist. */
export const findAgent = finderOf(Agent, (prisma) => prisma.agentRegistry);

/** The result is an agent, or an object with the ID of its agent. */
export const agentMutation = mutationOf(
  Agent,
  ({ id, agentId = id }: { id: string; agentId?: string }, context, info) =>
    findAgent(context, info, agentId),
);
