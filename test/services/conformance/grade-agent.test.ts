import { randomBytes, randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import type { InvokedAgent } from '../../../src/http/agents/invocation.js';
import { openLocalInbox } from '../../../src/http/incoming/report-inbox.js';
import { CHECKS } from '../../../src/services/conformance/grade.js';
import { type GradeParams, gradeAgent } from '../../../src/services/conformance/grade-agent.js';
import { closedUrl, invocationOf, openClient, type ReceivedRequest, serve } from '../../http/loopback.js';

const json = (response: ServerResponse, status: number, body: unknown, headers = {}) => {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
};

interface Options extends GradeParams {
  agent?: Partial<InvokedAgent>;
  outputSchema?: unknown;
  cancelUrl?: string;
  signal?: AbortSignal;
  reportMs?: number;
  now?: () => Date;
}

/** The status of each check of the agent at this URL, and what to fix. */
async function gradeUrl(
  url: string,
  { agent, outputSchema, cancelUrl, signal, reportMs, now, ...params }: Options = {},
) {
  const inbox = await openLocalInbox();
  onTestFinished(() => inbox.close());
  const { agent: call } = invocationOf({ url, ...agent });
  const grade = await gradeAgent(
    {
      http: openClient(),
      inbox,
      ...(signal && { signal }),
      ...(reportMs && { reportMs }),
      ...(now && { now }),
    },
    { call, outputSchema, cancelUrl: cancelUrl ?? null },
    params,
  );
  for (const { status, fix } of grade.checks)
    expect(fix !== null).toBe(status === 'failed' || status === 'warning');
  return {
    status: grade.status,
    statuses: Object.fromEntries(grade.checks.map(({ name, status }) => [name, status])),
    texts: Object.fromEntries(
      grade.checks.map(({ name, message, fix }) => [name, `${message} ${fix ?? ''}`.trim()]),
    ),
  };
}

type Respond = (response: ServerResponse, request: ReceivedRequest) => void;

/** The answer to the body that is not JSON. */
function orBadRequest(respond: Respond): Respond {
  return (response, request) => {
    try {
      respond(response, request);
    } catch {
      json(response, 400, {});
    }
  };
}

async function gradeServer(
  respond: (response: ServerResponse, request: ReceivedRequest) => void,
  options?: Options,
) {
  const { url } = await serve((response, request) =>
    request.method === 'GET'
      ? json(response, 200, { status: 'healthy' })
      : orBadRequest(respond)(response, request),
  );
  return gradeUrl(url, options);
}

test('an endpoint that does not know the protocol is graded with what to improve', async () => {
  const { status, statuses, texts } = await gradeServer((response) =>
    json(response, 200, { hello: 'world' }),
  );
  expect(Object.keys(statuses)).toEqual([...CHECKS]);
  expect(status).toBe('warning');
  expect(statuses).toMatchObject({
    answer: 'passed',
    report: 'skipped',
    duplicate: 'passed',
    signature: 'skipped',
  });
  expect(texts.answer).toMatch(/whole body is the result/);
  expect(texts.authentication).toMatch(/Register a signing secret or a token/);
  expect(texts.malformed).toMatch(/the agent answered 200\. Answer 400/);
});

test('an agent that cannot be reached gets no further calls', async () => {
  const { status, texts } = await gradeUrl(await closedUrl());
  expect(status).toBe('failed');
  expect(Object.keys(texts)).toEqual(['health', 'answer']);
  expect(texts.answer).toMatch(/connection was refused.*Check that the agent runs/);
});

test('an agent that runs an attempt again is told to remember the key', async () => {
  const { statuses, texts } = await gradeServer((response) =>
    json(response, 200, { status: 'completed', result: randomUUID() }),
  );
  expect(statuses.duplicate).toBe('failed');
  expect(texts.duplicate).toMatch(/its result differs.*Remember the Idempotency-Key/);
});

test('an agent that fails is told why', async () => {
  const { statuses, texts } = await gradeServer((response) =>
    json(response, 500, { message: 'no database' }),
  );
  expect(texts.answer).toMatch(/no database \(HTTP_500\)/);
  expect(statuses).toMatchObject({ answer: 'failed', duplicate: 'skipped', 'retry-after': 'warning' });
});

test('an agent that checks neither signature nor credentials is told to', async () => {
  const { statuses, texts } = await gradeServer((response) => json(response, 200, { status: 'completed' }), {
    agent: {
      signingSecret: `whsec_${randomBytes(32).toString('base64')}`,
      authentication: { type: 'bearer', secret: 'token' },
    },
  });
  expect(statuses).toMatchObject({ signature: 'failed', authentication: 'failed' });
  expect(texts.signature).toMatch(/forged signature was not refused: the agent answered 200/);
  expect(texts.authentication).toMatch(/Answer 401 unless the header authorization/);
});

test('signatures have the time of the given clock, whatever that of this process is', async () => {
  const now = () => new Date(Date.now() + 3_600_000);
  const { statuses } = await gradeServer(
    (response, { headers }) => {
      const ageMs = now().getTime() - Number(headers['webhook-timestamp']) * 1_000;
      if (Math.abs(ageMs) > 300_000) json(response, 401, { message: 'too old' });
      else json(response, 200, { status: 'completed' });
    },
    { now, agent: { signingSecret: `whsec_${randomBytes(32).toString('base64')}` } },
  );
  expect(statuses.answer).toBe('passed');
});

test('a result that does not match the outputSchema is a failure', async () => {
  const { statuses, texts } = await gradeServer(
    (response) => json(response, 200, { status: 'completed', result: 1 }),
    {
      outputSchema: { type: 'string' },
    },
  );
  expect(statuses.answer).toBe('failed');
  expect(texts.answer).toMatch(/does not match the outputSchema: result/);
});

test('sizes are checked: a request that is refused, a result that is too large', async () => {
  const { statuses, texts } = await gradeServer(
    (response, { body }) =>
      body.length > 500_000
        ? json(response, 413, {})
        : json(response, 200, {
            status: 'completed',
            result: 'x'.repeat(JSON.parse(body.toString()).params.size ?? 1),
          }),
    { largeParams: { size: 300_000 } },
  );
  expect(statuses).toMatchObject({ 'large-request': 'failed', 'large-result': 'failed' });
  expect(texts['large-request']).toMatch(/Accept bodies of up to 2 MiB/);
  expect(texts['large-result']).toMatch(/the limit is 262,144.*return a reference/);
});

test('Retry-After and cancellation are graded by what the agent does', async () => {
  const { url, origin } = await serve(
    orBadRequest((response, { url: path, body, method }) => {
      if (method === 'GET') return json(response, 404, {});
      if (path === '/cancel') return json(response, 500, {});
      const { busy } = JSON.parse(body.toString()).params;
      json(response, busy ? 503 : 200, { status: 'completed' }, busy && { 'retry-after': '7' });
    }),
  );
  const { statuses, texts } = await gradeUrl(url, {
    retryParams: { busy: true },
    cancelUrl: `${origin}/cancel`,
  });
  expect(statuses).toMatchObject({ 'retry-after': 'passed', cancel: 'failed', health: 'warning' });
  expect(texts['retry-after']).toMatch(/after 7 seconds/);
  expect(texts.cancel).toMatch(/answered 500 to the cancellation/);
});

test('an agent that accepts and reports twice differently has run the attempt twice', async () => {
  const { statuses, texts } = await gradeServer((response, { body }) => {
    const { callback } = JSON.parse(body.toString());
    json(response, 202, { status: 'accepted' });
    void fetch(callback.url, {
      method: 'POST',
      headers: { authorization: `Bearer ${callback.token}` },
      body: JSON.stringify({ status: 'completed', result: randomUUID() }),
    }).catch(() => {}); // the grading may have ended
  });
  expect(statuses).toMatchObject({ answer: 'passed', report: 'passed', duplicate: 'failed' });
  expect(texts.duplicate).toMatch(/its reports differ/);
});

test('an agent that never reports is told to', async () => {
  const { statuses, texts } = await gradeServer((response) => json(response, 202, { status: 'accepted' }), {
    reportMs: 100,
  });
  expect(statuses).toMatchObject({ answer: 'passed', report: 'failed', duplicate: 'warning' });
  expect(texts.report).toMatch(/No report ended the job.*POST the result to callback\.url/);
});

test('an abort ends the grading', async () => {
  const ending = new AbortController();
  const { texts } = await gradeServer(() => ending.abort(), { signal: ending.signal });
  expect(texts.answer).toBe('There was no time left.');
  expect(texts.duplicate).toBeUndefined();
});

test('the inbox accepts reports with its token only', async () => {
  const inbox = await openLocalInbox();
  onTestFinished(() => inbox.close());
  const reports: unknown[] = [];
  inbox.onReport((report) => reports.push(report));
  const { url, token } = inbox.callback('trial_1');
  const post = async (body: string, sent: string) =>
    (await fetch(url, { method: 'POST', headers: { authorization: `Bearer ${sent}` }, body })).status;
  expect(await post('{"status":"completed"}', 'wrong')).toBe(401);
  expect(await post('{', token)).toBe(422);
  expect(await post('{"status":"completed","result":"a"}', token)).toBe(200);
  expect(reports).toEqual([{ executionId: 'trial_1', status: 'completed', resultBytes: 3, result: 'a' }]);
});
