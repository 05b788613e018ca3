import { describe, expect, test } from 'vitest';
import { a2aReport, a2aRequest } from '../../src/http/agents/a2a.js';
import type { Invocation } from '../../src/http/agents/invocation.js';

const invocation = (params: unknown, headers: Record<string, string> = {}) =>
  ({ agent: { headers }, executionId: 'e1', params }) as unknown as Invocation;

describe('a request', () => {
  test('of version 0.3 has the params as data, and as text for a model', () => {
    expect(a2aRequest(invocation({ prompt: 'Hello', n: 1 }), { jobId: 'j' })).toEqual({
      jsonrpc: '2.0',
      id: 'e1',
      method: 'message/send',
      params: {
        message: {
          kind: 'message',
          role: 'user',
          messageId: 'e1',
          parts: [
            { kind: 'text', text: 'Hello' },
            { kind: 'data', data: { prompt: 'Hello', n: 1 } },
          ],
          metadata: { callboard: { jobId: 'j' } },
        },
        configuration: { blocking: true },
      },
    });
  });

  test('of version 1.0 uses the names of 1.0', () => {
    expect(a2aRequest(invocation(null, { 'a2a-version': '1.0' }), {})).toMatchObject({
      method: 'SendMessage',
      params: {
        message: { role: 'ROLE_USER', parts: [{ data: {} }] },
        configuration: { returnImmediately: false },
      },
    });
  });
});

describe('an answer', () => {
  const task = (state: string, more: object = {}) => ({ result: { id: 't', status: { state, ...more } } });
  const said = (text: string) => ({ message: { parts: [{ kind: 'text', text }] } });
  test.each<[string, unknown, object]>([
    ['a message', { result: { parts: [{ text: 'Hi' }] } }, { status: 'completed', result: 'Hi' }],
    ['a message of 1.0', { result: { message: { parts: [{ data: { a: 1 } }] } } }, { result: { a: 1 } }],
    [
      'a completed task with artifacts',
      {
        result: {
          status: { state: 'completed' },
          artifacts: [{ parts: [{ text: 'a' }] }, { parts: [{ data: 2 }] }],
        },
      },
      { status: 'completed', result: ['a', 2] },
    ],
    [
      'a completed task without artifacts',
      task('TASK_STATE_COMPLETED', said('Done')),
      { status: 'completed', result: 'Done' },
    ],
    [
      'a failed task',
      task('failed', said('No such city')),
      { error: { code: 'AGENT_FAILED', message: 'No such city', retryable: false } },
    ],
    ['a rejected task', task('rejected', said('Not mine')), { status: 'rejected', message: 'Not mine' }],
    ['a canceled task', task('canceled'), { error: { code: 'A2A_TASK_CANCELED' } }],
    [
      'a question',
      task('TASK_STATE_INPUT_REQUIRED', said('Which?')),
      { error: { code: 'A2A_INPUT_REQUIRED' } },
    ],
    [
      'a task that has not ended',
      task('working'),
      { error: { code: 'A2A_TASK_UNFINISHED', retryable: false } },
    ],
    [
      'an internal error',
      { error: { code: -32603, message: 'x' } },
      { error: { code: 'A2A_ERROR', retryable: true } },
    ],
    ['another error', { error: { code: -32602 } }, { error: { code: 'A2A_ERROR', retryable: false } }],
    ...[null, [], 'text', {}, { result: 1 }, { result: {} }, task('dreaming')].map(
      (answer): [string, unknown, object] => [
        `no A2A: ${JSON.stringify(answer)}`,
        answer,
        { status: 'failed', error: { code: 'INVALID_RESPONSE' } },
      ],
    ),
  ])('%s', (_, answer, report) => {
    expect(a2aReport(answer)).toMatchObject(report);
  });
});
