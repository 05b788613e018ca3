// An agent that answers at once: it returns the result in the response to the task.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';

const port = Number(process.env.PORT ?? 8081);
/** The token that the agent was registered with: `authentication: { type: BEARER, token }`. */
const token = process.env.AGENT_TOKEN;

/** Part of the request body; docs/agent-protocol.md describes all of it. */
interface Task {
  jobId: string;
  executionId: string;
  params: { tickerId?: unknown; source?: unknown };
}

async function work({ params }: Task): Promise<object> {
  if (typeof params.tickerId !== 'string') throw new Error('params.tickerId must be a string');
  return { tickerId: params.tickerId, source: params.source ?? 'news', articles: params.tickerId.length };
}

const server = createServer(async (request, response) => {
  if (request.url === '/health') return answer(response, 200, { status: 'healthy', version: '1.0.0' });
  if (request.method !== 'POST') return answer(response, 404, { message: 'POST a task here' });
  if (token && request.headers.authorization !== `Bearer ${token}`) return answer(response, 401, {});
  const started = Date.now();
  try {
    const task = JSON.parse(await read(request)) as Task;
    const result = await work(task);
    answer(response, 200, { status: 'completed', result, metrics: { durationMs: Date.now() - started } });
  } catch (error) {
    // Not retryable: the same params would fail again.
    const { message } = error as Error;
    answer(response, 200, { status: 'failed', error: { message, code: 'BAD_TASK', retryable: false } });
  }
});

async function read(request: IncomingMessage): Promise<string> {
  let body = '';
  for await (const chunk of request.setEncoding('utf8')) body += chunk;
  return body;
}

function answer(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

server.listen(port, '127.0.0.1', () => console.log(`agent on http://127.0.0.1:${port}`));
