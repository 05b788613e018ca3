/** Test calls and checks of agents, which leave no run behind. */

import { type EndpointCheck as Check, checkEndpoint } from '../../services/agents/check-endpoint.js';
import { type TestCall as Call, sendTestCall } from '../../services/agents/send-test-call.js';
import { CHECKS, type CheckResult, type Grade } from '../../services/conformance/grade.js';
import { gradeRegisteredAgent } from '../../services/conformance/grade-registered-agent.js';
import { builder } from '../builder.js';
import { mutationOf } from '../types/mutation.js';
import { AgentCheckStatus, AgentGradeStatus, TestCallOutcome } from './agent-enums.js';

const TestCall = builder.objectRef<Call>('TestCall').implement({
  description: 'Result of a test call. Test calls are not recorded.',
  fields: (t) => ({
    ...t.exposed('Int', { statusCode: 'HTTP status of the response. Null if there was none.' }),
    durationMs: t.exposeInt('durationMs', { description: 'Duration of the call, in milliseconds.' }),
    outcome: t.expose('outcome', { type: TestCallOutcome, description: 'How the response is interpreted.' }),
    ...t.exposed('String', { responseBody: 'First 4 KiB of the response body. Null if there was none.' }),
    message: t.exposeString('message', { description: 'What happened, in plain words.' }),
  }),
});

const AgentCheck = builder.objectRef<CheckResult>('AgentCheck').implement({
  description: 'What one check of an agent found.',
  fields: (t) => ({
    name: t.exposeString('name', {
      description: `The name of the check: ${CHECKS.join(', ')}.`,
    }),
    status: t.expose('status', { type: AgentCheckStatus, description: 'The result.' }),
    message: t.exposeString('message', { description: 'What was seen, in plain words.' }),
    ...t.exposed('String', { fix: 'What to change. Null if there is nothing to change.' }),
    durationMs: t.exposeInt('durationMs', { description: 'Duration of the check, in milliseconds.' }),
  }),
});

const AgentGrade = builder.objectRef<Grade>('AgentGrade').implement({
  description: 'How well an agent follows the agent protocol.',
  fields: (t) => ({
    status: t.expose('status', { type: AgentGradeStatus, description: 'The worst result of the checks.' }),
    ...t.exposed([AgentCheck], {
      checks: 'The checks, in order. If the agent cannot be reached, only the first ones.',
    }),
  }),
});

const EndpointCheck = builder.objectRef<Check>('EndpointCheck').implement({
  description: 'Whether a URL can be reached.',
  fields: (t) => ({
    reachable: t.exposeBoolean('reachable', { description: 'Whether the URL answered.' }),
    ...t.exposed('Int', { statusCode: 'HTTP status of the response. Null if there was none.' }),
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
  sendTestCall: mutationOf(TestCall)(t, {
    by: 'admin',
    description:
      'Calls an agent once, as a job would, with a time limit of 25 seconds. Nothing is recorded, and later reports for this call are refused.',
    args: {
      agentId: t.arg.id({ required: true, description: 'ID of the agent.' }),
      params: t.arg({ type: 'JSON', description: 'Params to send. Defaults to an empty object.' }),
    },
    run: (deps, actor, { agentId, params }, { publicUrl }) =>
      sendTestCall(deps, actor, { agentId, params, publicUrl }),
  }),
  gradeAgent: mutationOf(AgentGrade)(t, {
    by: 'operator',
    description:
      'Checks how well an agent follows the agent protocol: answers, reports, repeated delivery, signatures, credentials, sizes, Retry-After and cancellation. Calls the agent about fifteen times; the calls have the same effects as jobs. Takes up to a minute. Only the audit entry is recorded.',
    args: {
      agentId: t.arg.id({ required: true, description: 'ID of the agent.' }),
      ...t.arg.fields('JSON', {
        params: 'Params of an ordinary, short job. Defaults to an empty object.',
        slowParams: 'Params of a job that takes a few seconds, to test cancellation. Defaults to `params`.',
        retryParams: 'Params that make the agent fail with a retryable error.',
        largeParams: 'Params that make the agent return a large result.',
      }),
    },
    run: (deps, actor, args, { publicUrl, listener }) =>
      gradeRegisteredAgent(deps, actor, { ...args, publicUrl, listener }),
  }),
  checkEndpoint: mutationOf(EndpointCheck)(t, {
    by: 'admin',
    description: 'Checks whether a URL can be reached. Sends no credentials.',
    args: { input: t.arg({ type: CheckEndpointInput, required: true, description: 'The URL to check.' }) },
    run: (deps, actor, { input }) => checkEndpoint(deps, actor, input),
  }),
}));
