/** Trying an agent without a trace. */
import { type EndpointCheck as Check, checkEndpoint } from '../../services/agents/check-endpoint.js';
import { type TestCall as Call, sendTestCall } from '../../services/agents/send-test-call.js';
import { builder } from '../builder.js';
import { actorOf } from '../context.js';
import { TestCallOutcome } from '../types/enums.js';
import { answer, resultUnion } from '../types/errors.js';

const TestCall = builder.objectRef<Call>('TestCall').implement({
  description: 'What an agent made of a call that is recorded nowhere.',
  fields: (t) => ({
    statusCode: t.exposeInt('statusCode', { nullable: true, description: 'Null: no HTTP answer.' }),
    durationMs: t.exposeInt('durationMs'),
    outcome: t.expose('outcome', { type: TestCallOutcome }),
    responseBody: t.exposeString('responseBody', { nullable: true, description: 'Its first 4 KiB.' }),
    message: t.exposeString('message', { description: 'For people: how it went, or what went wrong.' }),
  }),
});

const EndpointCheck = builder.objectRef<Check>('EndpointCheck').implement({
  description: 'Whether anybody answers at a URL.',
  fields: (t) => ({
    reachable: t.exposeBoolean('reachable'),
    statusCode: t.exposeInt('statusCode', { nullable: true }),
    message: t.exposeString('message'),
    durationMs: t.exposeInt('durationMs'),
  }),
});

const CheckEndpointInput = builder.inputType('CheckEndpointInput', {
  fields: (t) => ({ url: t.string({ required: true }) }),
});

builder.mutationFields((t) => ({
  sendTestCall: t.field({
    type: resultUnion('SendTestCall', TestCall),
    description:
      'Calls the agent as the protocol says, once, for 25 seconds at most. Nothing is recorded; what it reports of it later is refused.',
    authScopes: { admin: true },
    args: { agentId: t.arg.id({ required: true }), params: t.arg({ type: 'JSON' }) },
    resolve: (_root, { agentId, params }, context) =>
      answer(
        sendTestCall(context.services, actorOf(context), { agentId, params, publicUrl: context.publicUrl }),
        (call) => call,
      ),
  }),
  checkEndpoint: t.field({
    type: resultUnion('CheckEndpoint', EndpointCheck),
    description: 'Asks whether anybody answers where an agent is to live. Sends no credentials.',
    authScopes: { admin: true },
    args: { input: t.arg({ type: CheckEndpointInput, required: true }) },
    resolve: (_root, { input }, context) =>
      answer(checkEndpoint(context.services, actorOf(context), input), (check) => check),
  }),
}));
