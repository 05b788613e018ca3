import { CREDENTIAL_FIELDS } from '../../domain/agent/authentication.js';
import { checkAgentHealth } from '../../services/agents/check-agent-health.js';
import { deleteAgent } from '../../services/agents/delete-agent.js';
import { deployAgentVersion } from '../../services/agents/deploy-agent-version.js';
import { importAgentCard } from '../../services/agents/import-agent-card.js';
import { registerAgent } from '../../services/agents/register-agent.js';
import { rollbackAgentVersion } from '../../services/agents/rollback-agent-version.js';
import { updateAgent } from '../../services/agents/update-agent.js';
import { builder } from '../builder.js';
import { RetryConfigInput } from '../jobs/retry-config.js';
import { creationKey } from '../types/idempotency-key.js';
import { agentMutation } from './agent.js';
import {
  AgentEnvironment,
  AuthenticationType,
  Completion,
  EndpointMethod,
  EndpointType,
} from './agent-enums.js';
import { RateLimitInput } from './agent-limits.js';

const AgentAuthenticationInput = builder.inputType('AgentAuthenticationInput', {
  description:
    'How requests to the agent are authenticated. A secret that is omitted keeps its stored value; null removes it.',
  fields: (t) => ({
    type: t.field({ type: AuthenticationType, required: true, description: 'Authentication scheme.' }),
    token: t.string({ description: CREDENTIAL_FIELDS.token.input }),
    header: t.string({ description: CREDENTIAL_FIELDS.header.input }),
    username: t.string({ description: CREDENTIAL_FIELDS.username.input }),
    password: t.string({ description: CREDENTIAL_FIELDS.password.input }),
  }),
});

const AgentHealthCheckInput = builder.inputType('AgentHealthCheckInput', {
  description: 'Where and how often the agent’s health is checked.',
  fields: (t) => ({
    endpoint: t.string({
      description:
        'URL of the health check, or a path relative to the endpoint. Defaults to `health`: `https://a.example/agents/health` for `https://a.example/agents/run`.',
    }),
    interval: t.int({ description: 'Seconds between checks, from 1 to 86,400.' }),
  }),
});

/** Fields that registering and updating an agent share. An update requires none of them. */
function endpointInput(name: string, required: boolean) {
  return builder.inputType(name, {
    description: required
      ? 'Where and how the agent is called.'
      : 'Changes to where and how the agent is called. Omitted fields keep their value. A new origin clears the stored credentials.',
    fields: (t) => ({
      type: t.field({
        type: EndpointType,
        description: `Kind of endpoint. It decides the default for \`completion\`.${required ? ' Defaults to `HTTP`.' : ''}`,
      }),
      url: t.string({
        required,
        description: 'URL that is called. At most 2,048 characters; it must be allowed by the egress policy.',
      }),
      method: t.field({ type: EndpointMethod, description: 'HTTP method. Defaults to `POST`.' }),
      ...t.fields(AgentAuthenticationInput, {
        authentication: 'How requests are authenticated. Defaults to no authentication.',
      }),
      ...t.fields('Duration', {
        timeout: 'Time limit for the HTTP response. Defaults to the timeout in the settings.',
      }),
      ...t.fields(RetryConfigInput, {
        retryConfig: 'Retry policy for jobs of this agent. Defaults to the policy in the settings.',
      }),
      ...t.fields('JSON', {
        headers:
          'Additional request headers, as an object of names and values. Put credentials in `authentication`, not here.',
      }),
    }),
  });
}

function agentInput(name: string, required: boolean, endpoint: ReturnType<typeof endpointInput>) {
  return builder.inputType(name, {
    description: required
      ? 'A new agent.'
      : 'Changes to an agent. Omitted fields keep their value; null clears an optional field.',
    fields: (t) => ({
      ...(required &&
        t.fields('ID!', {
          id: 'ID of the agent, such as "analysis". Starts with a letter or digit; letters, digits, ".", "_" and "-"; at most 128 characters.',
        })),
      name: t.string({ required, description: 'Display name, 1 to 200 characters.' }),
      version: t.string({ required, description: 'Version of the agent, 1 to 100 characters.' }),
      endpoint: t.field({ type: endpoint, required, description: 'Where and how the agent is called.' }),
      ...t.fields('String', {
        description: 'What the agent does. At most 10,000 characters.',
        signingSecret:
          'Secret that signs requests as Standard Webhooks: `whsec_` and 24 to 64 bytes in base64.',
        cancelUrl: 'URL that is notified when an attempt is cancelled. At most 2,048 characters.',
      }),
      ...t.fields('JSON', {
        inputSchema: 'JSON Schema (2020-12) that `params` must match. Defaults to accepting any params.',
        outputSchema: 'JSON Schema (2020-12) that results must match. Defaults to accepting any result.',
        parameterTypes:
          'Documentation of the parameters, for people. Calls are checked against `inputSchema` only.',
        metadata: 'Free-form JSON object stored with the agent. Callboard does not interpret it.',
        requirements:
          'Capabilities a worker needs to call this agent, such as `{"region": "eu", "gpu": true}`. At most 20 names.',
      }),
      enabled: t.boolean({
        description:
          'Whether workers call the agent. False stops all calls and fails waiting jobs until an admin enables the agent; its own login cannot undo that.',
      }),
      ...t.fields(AgentHealthCheckInput, {
        healthCheck: 'Where and how often the agent’s health is checked.',
      }),
      ...t.fields(Completion, {
        completion:
          'What a 2xx response without a status means. Defaults to `REPORT` for the endpoint types N8N and WEBHOOK, and to `AUTO` for others.',
      }),
      ...t.fields('Duration', {
        attemptTimeout:
          'Time limit for one attempt, counted from its first send. Defaults to the value in the settings (1 hour unless changed).',
        heartbeatTimeout:
          'How long an accepted attempt may stay silent before it counts as lost. Defaults to no limit.',
        maxQueueTime:
          'How long a released job may wait to start before it fails with `QUEUE_TIMEOUT`. Defaults to the value in the settings.',
      }),
      maxConcurrency: t.int({
        description:
          'Limit on attempts running at once, across all workers. At least 1; defaults to no limit.',
      }),
      ...t.fields(RateLimitInput, {
        rateLimit: 'Limit on requests in a span of time, across all workers. Defaults to no limit.',
      }),
    }),
  });
}

const RegisterAgentInput = agentInput('RegisterAgentInput', true, endpointInput('AgentEndpointInput', true));
const UpdateAgentInput = agentInput(
  'UpdateAgentInput',
  false,
  endpointInput('UpdateAgentEndpointInput', false),
);

const ImportAgentCardInput = builder.inputType('ImportAgentCardInput', {
  description: 'An A2A agent card to import, and what it does not contain.',
  fields: (t) => ({
    ...t.fields('String!', {
      url: 'URL of the card, or of the host, where `/.well-known/agent-card.json` is read. It must be allowed by the egress policy.',
    }),
    id: t.id({ description: 'ID of the agent. Defaults to the name in the card, in lower case.' }),
    token: t.string({
      description: 'Bearer token or API key, if the card asks for one. 1 to 4,096 characters.',
    }),
  }),
});

builder.mutationFields((t) => ({
  registerAgent: agentMutation(t, {
    by: 'admin',
    description: 'Registers an agent.',
    args: {
      input: t.arg({ type: RegisterAgentInput, required: true, description: 'The agent.' }),
      idempotencyKey: t.arg(creationKey),
    },
    run: (deps, actor, { input, ...once }) => registerAgent(deps, actor, input, once),
  }),
  importAgentCard: agentMutation(t, {
    by: 'admin',
    description:
      'Registers the agent that an A2A agent card describes. Reads only the card. Credentials are not part of a card.',
    args: {
      input: t.arg({ type: ImportAgentCardInput, required: true, description: 'The card.' }),
      idempotencyKey: t.arg(creationKey),
    },
    run: (deps, actor, { input, ...once }) => importAgentCard(deps, actor, input, once),
  }),
  updateAgent: agentMutation(t, {
    by: 'admin',
    description:
      'Changes an agent. Omitted fields keep their value. A new origin of the endpoint clears the stored credentials.',
    args: {
      id: t.arg.id({ required: true, description: 'ID of the agent.' }),
      input: t.arg({ type: UpdateAgentInput, required: true, description: 'The changes.' }),
    },
    run: updateAgent,
  }),
  deleteAgent: agentMutation(t, {
    by: 'admin',
    description:
      'Deletes an agent and returns it as it was. Its history is kept; schedules that call it are blocked.',
    args: { id: t.arg.id({ required: true, description: 'ID of the agent.' }) },
    returnsPrevious: true,
    run: deleteAgent,
  }),
  checkAgentHealth: agentMutation(t, {
    by: 'operator',
    description: 'Checks the health of an agent now and returns the agent with the result.',
    args: { id: t.arg.id({ required: true, description: 'ID of the agent.' }) },
    run: checkAgentHealth,
  }),
  deployAgentVersion: agentMutation(t, {
    by: 'admin',
    description: 'Makes a version of an agent the active one in an environment.',
    args: {
      agentId: t.arg.id({ required: true, description: 'ID of the agent.' }),
      version: t.arg.string({ required: true, description: 'The version, 1 to 100 characters.' }),
      environment: t.arg({ type: AgentEnvironment, required: true, description: 'The environment.' }),
    },
    run: deployAgentVersion,
  }),
  rollbackAgentVersion: agentMutation(t, {
    by: 'admin',
    description: 'Returns an environment to the version of an agent that was active before.',
    args: {
      agentId: t.arg.id({ required: true, description: 'ID of the agent.' }),
      environment: t.arg({ type: AgentEnvironment, required: true, description: 'The environment.' }),
    },
    run: rollbackAgentVersion,
  }),
}));
