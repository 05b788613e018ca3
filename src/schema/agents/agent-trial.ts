/** Trying an agent without a trace. */
import { type EndpointCheck as Check, checkEndpoint } from '../../services/agents/check-endpoint.js';
import { type TestCall as Call, sendTestCall } from '../../services/agents/send-test-call.js';
import { builder } from '../builder.js';
import { actorOf } from '../context.js';
import { TestCallOutcome } from '../types/enums.js';
import { answer, resultUnion } from '../types/errors.js';

const TestCall = builder.objectRef<Call>('TestCall').implement({
  description: 'Result of a test call. Test calls are not recorded.',
  fields: (t) => ({
    statusCode: t.exposeInt('statusCode', {
      nullable: true,
      description: 'HTTP status of the answer. Null if there was no HTTP answer.',
    }),
    durationMs: t.exposeInt('durationMs', { description: 'Duration of the call, in milliseconds.' }),
    outcome: t.expose('outcome', { type: TestCallOutcome, description: 'How the answer is interpreted.' }),
    responseBody: t.exposeString('responseBody', {
      nullable: true,
      description: 'First 4 KiB of the response body. Null if there was none.',
    }),
    message: t.exposeString('message', { description: 'What happened, in plain words.' }),
  }),
});

const EndpointCheck = builder.objectRef<Check>('EndpointCheck').implement({
  description: 'Whether a URL can be reached.',
  fields: (t) => ({
    reachable: t.exposeBoolean('reachable', { description: 'Whether the URL answered.' }),
    statusCode: t.exposeInt('statusCode', {
      nullable: true,
      description: 'HTTP status of the answer. Null if there was no HTTP answer.',
    }),
    message: t.exposeString('message', { description: 'What happened, in plain words.' }),
    durationMs: t.exposeInt('durationMs', { description: 'Duration of the check, in milliseconds.' }),
  }),
});

const CheckEndpointInput = builder.inputType('CheckEndpointInput', {
  description: 'A URL to check.',
  fields: (t) => ({
    url: t.string({ required: true, description: 'The URL. It must be allowed by the egress policy.' }),
  }),
});

builder.mutationFields((t) => ({
  sendTestCall: t.field({
    type: resultUnion(TestCall),
    description:
      'Calls an agent once, as a job would, with a time limit of 25 seconds. Nothing is recorded, and later reports for this call are refused.',
    authScopes: { admin: true },
    args: {
      agentId: t.arg.id({ required: true, description: 'ID of the agent.' }),
      params: t.arg({ type: 'JSON', description: 'Params to send. Defaults to an empty object.' }),
    },
    resolve: (_root, { agentId, params }, context) =>
      answer(
        sendTestCall(context.services, actorOf(context), { agentId, params, publicUrl: context.publicUrl }),
        (call) => call,
      ),
  }),
  checkEndpoint: t.field({
    type: resultUnion(EndpointCheck),
    description: 'Checks whether a URL can be reached. Sends no credentials.',
    authScopes: { admin: true },
    args: { input: t.arg({ type: CheckEndpointInput, required: true, description: 'The URL to check.' }) },
    resolve: (_root, { input }, context) =>
      answer(checkEndpoint(context.services, actorOf(context), input), (check) => check),
  }),
}));
