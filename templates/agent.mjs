// An agent for Callboard, without dependencies. Change run() to do your work.
import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';

/** The work. What it returns is the result of the job. What it throws fails the job. */
async function run({ params }) {
  const { name } = params;
  return { greeting: `Hello ${name ?? 'world'}` };
}

const PORT = Number(process.env.PORT ?? 8080);
/** The signing secret that the agent is registered with. Without it, anybody who reaches the port can call the agent. */
const SECRET = process.env.SIGNING_SECRET;
const MAX_BYTES = 2 * 1024 * 1024;

/** Answers by attempt: Callboard may deliver an attempt twice, and the work must run once. */
const answers = new Map();

function answerOnce(key, job) {
  const known = answers.get(key);
  if (known) return known;
  const answer = run(job).then(
    (result) => ({ status: 'completed', result }),
    (error) => ({ status: 'failed', error: { message: String(error), retryable: false } }),
  );
  answers.set(key, answer);
  for (const oldest of answers.keys()) if (answers.size > 10_000) answers.delete(oldest);
  return answer;
}

/** Checks the signature: https://www.standardwebhooks.com */
function isSigned({ headers }, body) {
  if (!SECRET) return true;
  const at = Number(headers['webhook-timestamp']);
  if (!(Math.abs(Date.now() / 1000 - at) < 300)) return false;
  const key = Buffer.from(SECRET.replace('whsec_', ''), 'base64');
  const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`;
  const expected = Buffer.from(`v1,${createHmac('sha256', key).update(signed).digest('base64')}`);
  return String(headers['webhook-signature'])
    .split(' ')
    .map((given) => Buffer.from(given))
    .some((given) => given.length === expected.length && timingSafeEqual(given, expected));
}

async function readText(request) {
  const parts = [];
  let bytes = 0;
  for await (const part of request) {
    bytes += part.length;
    if (bytes <= MAX_BYTES) parts.push(part);
  }
  return bytes > MAX_BYTES ? undefined : Buffer.concat(parts).toString();
}

function parse(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function send(response, status, body) {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

const server = createServer(async (request, response) => {
  if (request.method === 'GET') return send(response, 200, { status: 'healthy', version: '1.0.0' });
  const text = await readText(request);
  if (text === undefined) return send(response, 413, { message: 'The body is larger than 2 MiB' });
  if (!isSigned(request, text)) return send(response, 401, { message: 'The signature is wrong' });
  const job = parse(text);
  if (!job?.executionId) return send(response, 400, { message: 'The body is not a job' });
  send(response, 200, await answerOnce(String(request.headers['idempotency-key'] ?? job.executionId), job));
});
server.listen(PORT, '127.0.0.1', () => console.log(`agent on http://127.0.0.1:${PORT}/`));
