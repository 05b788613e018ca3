// An agent whose upstream fails now and then. It reports this with `retryable`, and Callboard retries by the retry policy.
import { createServer, type ServerResponse } from 'node:http';

const port = Number(process.env.PORT ?? 8084);
/** The share of attempts that fail. */
const failureRate = Number(process.env.FAILURE_RATE ?? 0.3);

const server = createServer(async (request, response) => {
  if (request.url === '/health') return answer(response, 200, { status: 'healthy', version: '1.0.0' });
  let body = '';
  for await (const chunk of request.setEncoding('utf8')) body += chunk;
  const { jobId, params, metadata } = JSON.parse(body);
  const attempt = metadata.retryCount + 1;

  const dice = Math.random();
  if (dice < failureRate / 2) {
    // A failure in the answer: the request arrived, but the work failed.
    const error = { message: 'the model is overloaded', code: 'UPSTREAM_BUSY', retryable: true };
    return answer(response, 200, { status: 'failed', error });
  }
  if (dice < failureRate) {
    // A failure in HTTP: 429 and 5xx are retried, and Retry-After (seconds) says when at the earliest.
    return answer(response, 503, { message: 'back in a second' }, { 'retry-after': '1' });
  }
  console.log(`job ${jobId} done at attempt ${attempt}`);
  answer(response, 200, { status: 'completed', result: { ...params, attempt } });
});

function answer(response: ServerResponse, status: number, body: object, headers = {}): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
}

server.listen(port, '127.0.0.1', () => console.log(`agent on http://127.0.0.1:${port}`));
