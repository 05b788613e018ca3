import { checkAgentHealth } from '../../services/agents/check-agent-health.js';
import { deleteAgent } from '../../services/agents/delete-agent.js';
import { deployAgentVersion } from '../../services/agents/deploy-agent-version.js';
import { registerAgent } from '../../services/agents/register-agent.js';
import { rollbackAgentVersion } from '../../services/agents/rollback-agent-version.js';
import { updateAgent } from '../../services/agents/update-agent.js';
import { builder } from '../builder.js';
import { actorOf } from '../context.js';
import { RetryConfigInput } from '../jobs/retry-config.js';
import {
  AgentEnvironment,
  AuthenticationType,
  Completion,
  EndpointMethod,
  EndpointType,
} from '../types/enums.js';
import { answer, resultUnion } from '../types/errors.js';
import { creationKey } from '../types/idempotency-key.js';
import { Agent, findAgent } from './agent.js';
import { RateLimitInput } from './agent-limits.js';

const AgentAuthenticationInput = builder.inputType('AgentAuthenticationInput', {
  description:
    'How requests to the agent are signed in. Secrets that are left out are kept; null removes them.',
  fields: (t) => ({
    type: t.field({ type: AuthenticationType, required: true }),
    token: t.string({ description: 'Of BEARER and API_KEY.' }),
    header: t.string({ description: 'Of API_KEY; default X-API-Key.' }),
    username: t.string({ description: 'Of BASIC.' }),
    password: t.string({ description: 'Of BASIC.' }),
  }),
});

const AgentHealthCheckInput = builder.inputType('AgentHealthCheckInput', {
  fields: (t) => ({
    endpoint: t.string({ description: 'A URL, or a path beside the endpoint; default /health.' }),
    interval: t.int({ description: 'Seconds.' }),
  }),
});

/** What both ways of writing an agent have; of an update all of it is optional. */
function endpointInput(name: string, required: boolean) {
  return builder.inputType(name, {
    fields: (t) => ({
      type: t.field({ type: EndpointType, required }),
      url: t.string({ required }),
      method: t.field({ type: EndpointMethod, description: 'Default POST.' }),
      authentication: t.field({ type: AgentAuthenticationInput }),
      timeout: t.field({ type: 'Duration', description: 'For the HTTP answer.' }),
      retryConfig: t.field({ type: RetryConfigInput }),
      headers: t.field({ type: 'JSON', description: 'Custom headers: names and values.' }),
    }),
  });
}

function agentInput(name: string, required: boolean, endpoint: ReturnType<typeof endpointInput>) {
  return builder.inputType(name, {
    fields: (t) => ({
      ...(required && {
        id: t.id({ required: true, description: 'A slug of your choice, e.g. "analysis".' }),
      }),
      name: t.string({ required }),
      version: t.string({ required }),
      endpoint: t.field({ type: endpoint, required }),
      description: t.string(),
      inputSchema: t.field({ type: 'JSON', description: 'JSON Schema (2020-12) that params must fit.' }),
      outputSchema: t.field({ type: 'JSON', description: 'JSON Schema (2020-12) that results must fit.' }),
      parameterTypes: t.field({
        type: 'JSON',
        description: 'For people: what the parameters mean. Calls are checked against `inputSchema` only.',
      }),
      enabled: t.boolean({
        description:
          'False: no worker calls it, until an admin sets it to true again; jobs that wait for it fail. Its own login cannot undo that.',
      }),
      healthCheck: t.field({ type: AgentHealthCheckInput }),
      metadata: t.field({ type: 'JSON' }),
      completion: t.field({ type: Completion, description: 'Default: by the type of the endpoint.' }),
      attemptTimeout: t.field({
        type: 'Duration',
        description: 'For one attempt, from its first send; default one hour.',
      }),
      heartbeatTimeout: t.field({
        type: 'Duration',
        description: 'Silence after acceptance that counts as lost; default: none does.',
      }),
      maxQueueTime: t.field({
        type: 'Duration',
        description:
          "How long a job may wait for its turn after its release. One that has not started by then fails with QUEUE_TIMEOUT. Default: the settings'.",
      }),
      maxConcurrency: t.int({ description: 'Attempts running at once, over all workers.' }),
      rateLimit: t.field({
        type: RateLimitInput,
        description: 'Requests in any span of time, over all workers.',
      }),
      requirements: t.field({
        type: 'JSON',
        description: 'What a worker must be able to do to call it, e.g. {"region": "eu", "gpu": true}.',
      }),
      signingSecret: t.string({ description: 'Signs requests as Standard Webhooks do: whsec_… .' }),
      cancelUrl: t.string({ description: 'Where the agent is told that an attempt was cancelled.' }),
    }),
  });
}

const RegisterAgentInput = agentInput('RegisterAgentInput', true, endpointInput('AgentEndpointInput', true));
const UpdateAgentInput = agentInput(
  'UpdateAgentInput',
  false,
  endpointInput('UpdateAgentEndpointInput', false),
);

builder.mutationFields((t) => ({
  registerAgent: t.field({
    type: resultUnion('RegisterAgent', Agent),
    authScopes: { admin: true },
    args: { input: t.arg({ type: RegisterAgentInput, required: true }), idempotencyKey: t.arg(creationKey) },
    resolve: (_root, { input, ...once }, context, info) =>
      answer(registerAgent(context.services, actorOf(context), input, once), ({ id }) =>
        findAgent(context, info, id),
      ),
  }),
  updateAgent: t.field({
    type: resultUnion('UpdateAgent', Agent),
    description:
      'What is left out stays as it is. Another origin of the endpoint clears the stored credentials.',
    authScopes: { admin: true },
    args: { id: t.arg.id({ required: true }), input: t.arg({ type: UpdateAgentInput, required: true }) },
    resolve: (_root, { id, input }, context, info) =>
      answer(updateAgent(context.services, actorOf(context), { id, input }), () =>
        findAgent(context, info, id),
      ),
  }),
  deleteAgent: t.field({
    type: resultUnion('DeleteAgent', Agent),
    description: 'Returns the agent as it was. Its history stays; schedules that call it are flagged.',
    authScopes: { admin: true },
    args: { id: t.arg.id({ required: true }) },
    async resolve(_root, { id }, context, info) {
      const agent = await findAgent(context, info, id);
      return answer(deleteAgent(context.services, actorOf(context), { id }), () => agent);
    },
  }),
  checkAgentHealth: t.field({
    type: resultUnion('CheckAgentHealth', Agent),
    description: 'Asks the agent now how it is.',
    authScopes: { operator: true },
    args: { id: t.arg.id({ required: true }) },
    resolve: (_root, { id }, context, info) =>
      answer(checkAgentHealth(context.services, actorOf(context), { id }), () =>
        findAgent(context, info, id),
      ),
  }),
  deployAgentVersion: t.field({
    type: resultUnion('DeployAgentVersion', Agent),
    authScopes: { admin: true },
    args: {
      agentId: t.arg.id({ required: true }),
      version: t.arg.string({ required: true }),
      environment: t.arg({ type: AgentEnvironment, required: true }),
    },
    resolve: (_root, args, context, info) =>
      answer(deployAgentVersion(context.services, actorOf(context), args), () =>
        findAgent(context, info, args.agentId),
      ),
  }),
  rollbackAgentVersion: t.field({
    type: resultUnion('RollbackAgentVersion', Agent),
    description: 'Back to the version that was active before.',
    authScopes: { admin: true },
    args: {
      agentId: t.arg.id({ required: true }),
      environment: t.arg({ type: AgentEnvironment, required: true }),
    },
    resolve: (_root, args, context, info) =>
      answer(rollbackAgentVersion(context.services, actorOf(context), args), () =>
        findAgent(context, info, args.agentId),
      ),
  }),
}));
