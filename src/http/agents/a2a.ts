/**
 * The A2A protocol (Agent2Agent), JSON-RPC binding: one `message/send` for each attempt, and its answer as a
 * report of the agent protocol. Versions 0.3 and 1.0 differ in names only.
 */
import { isObject } from '../../domain/json.js';
import type { Invocation } from './invocation.js';

/** The header that names the version. An agent without it among its headers speaks 0.3. */
export const A2A_VERSION_HEADER = 'A2A-Version';

/**
 * The body of a request. The same for each delivery of an attempt: its id is the id of the message. `job` is
 * what Callboard's own agents receive beside `params`.
 */
export function a2aRequest({ agent, executionId, params }: Invocation, job: Record<string, unknown>) {
  const isV1 = speaksV1(agent.headers ?? {});
  const prompt = promptOf(params);
  const parts = [
    ...(prompt === undefined ? [] : [{ ...(!isV1 && { kind: 'text' }), text: prompt }]),
    { ...(!isV1 && { kind: 'data' }), data: params ?? {} },
  ];
  return {
    jsonrpc: '2.0',
    id: executionId,
    method: isV1 ? 'SendMessage' : 'message/send',
    params: {
      message: {
        ...(!isV1 && { kind: 'message' }),
        role: isV1 ? 'ROLE_USER' : 'user',
        messageId: executionId,
        parts,
        metadata: { callboard: job },
      },
      configuration: isV1 ? { returnImmediately: false } : { blocking: true },
    },
  };
}

function speaksV1(headers: Record<string, string>): boolean {
  const name = Object.keys(headers).find((key) => key.toLowerCase() === A2A_VERSION_HEADER.toLowerCase());
  return name !== undefined && headers[name]?.startsWith('1.') === true;
}

/** What a model reads: `params.prompt` or `params.text`. */
function promptOf(params: unknown): string | undefined {
  if (!isObject(params)) return undefined;
  return [params.prompt, params.text].find((value) => typeof value === 'string' && value !== '') as
    | string
    | undefined;
}

/** A JSON-RPC answer as a report of the agent protocol. An answer that is not A2A counts as a failure and says so. */
export function a2aReport(answer: unknown): Record<string, unknown> {
  if (!isObject(answer)) return failed('INVALID_RESPONSE', 'The response is not JSON-RPC');
  if (isObject(answer.error)) return rpcFailure(answer.error);
  const { result } = answer;
  if (!isObject(result)) return failed('INVALID_RESPONSE', 'The JSON-RPC response has no result');
  if (isObject(result.message)) return completed(result.message.parts);
  const task = isObject(result.task) ? result.task : result;
  if (isObject(task.status)) return taskReport(task, task.status);
  if (Array.isArray(result.parts)) return completed(result.parts);
  return failed('INVALID_RESPONSE', 'The result is neither an A2A message nor a task');
}

const INTERNAL_ERROR = -32603;

/** An internal error may be temporary, like a 500. After the other errors, the same request would fail again. */
function rpcFailure({ code, message }: Record<string, unknown>): Record<string, unknown> {
  const said = typeof message === 'string' && message !== '' ? `: ${message}` : '';
  return failed(
    'A2A_ERROR',
    `The agent answered with the JSON-RPC error ${code}${said}`,
    code === INTERNAL_ERROR,
  );
}

function taskReport(task: Record<string, unknown>, status: Record<string, unknown>): Record<string, unknown> {
  const said = isObject(status.message) ? textOf(status.message.parts) : '';
  const because = said === '' ? '' : `: ${said}`;
  switch (stateOf(status.state)) {
    case 'completed':
      return completed(resultParts(task, status));
    case 'failed':
      return failed('AGENT_FAILED', said === '' ? 'The A2A task failed without a message' : said);
    case 'rejected':
      return { status: 'rejected', message: said };
    case 'canceled':
      return failed('A2A_TASK_CANCELED', `The agent cancelled the A2A task${because}`);
    case 'input-required':
    case 'auth-required':
      return failed(
        'A2A_INPUT_REQUIRED',
        `The A2A task asks for input, which a job cannot provide${because}`,
      );
    case 'submitted':
    case 'working':
      return failed(
        'A2A_TASK_UNFINISHED',
        `The agent responded before the A2A task${typeof task.id === 'string' ? ` ${task.id}` : ''} ended. Callboard does not poll tasks: make the agent respond to a blocking request only when the task has ended`,
      );
  }
  return failed('INVALID_RESPONSE', 'The A2A task has no known state');
}

/** `TASK_STATE_INPUT_REQUIRED` of 1.0 and `input-required` of 0.3 are the same. */
function stateOf(state: unknown): string {
  return String(state)
    .replace(/^TASK_STATE_/, '')
    .replaceAll('_', '-')
    .toLowerCase();
}

/** The parts of all artifacts; without artifacts, those of the last message. */
function resultParts({ artifacts }: Record<string, unknown>, { message }: Record<string, unknown>): unknown {
  const parts = (Array.isArray(artifacts) ? artifacts : []).flatMap((artifact: unknown) =>
    isObject(artifact) && Array.isArray(artifact.parts) ? artifact.parts : [],
  );
  return parts.length > 0 || !isObject(message) ? parts : message.parts;
}

/** One part is the result itself; several are a list. */
function completed(parts: unknown): Record<string, unknown> {
  const values = (Array.isArray(parts) ? parts : []).map(contentOf);
  return { status: 'completed', result: values.length > 1 ? values : (values[0] ?? null) };
}

/** Text and data as they are; a file as the part that describes it. */
function contentOf(part: unknown): unknown {
  if (!isObject(part)) return part;
  if (typeof part.text === 'string') return part.text;
  return 'data' in part ? part.data : part;
}

function textOf(parts: unknown): string {
  return (Array.isArray(parts) ? parts : [])
    .map(contentOf)
    .filter((value) => typeof value === 'string')
    .join('\n');
}

function failed(code: string, message: string, retryable = false): Record<string, unknown> {
  return { status: 'failed', error: { code, message, retryable } };
}
