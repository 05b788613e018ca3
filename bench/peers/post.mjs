import { randomUUID } from 'node:crypto';
import { Pool } from 'undici';

/**
 * Sends the request of the agent protocol, with the headers and the body that Callboard sends, over as many kept
 * connections, and reads the answer. What a peer does not know, such as ids, is constant: it costs a peer nothing, and
 * everybody's requests cost HTTP and the agent the same.
 */
export function createPoster(agentUrl, connections) {
  const pool = new Pool(agentUrl, { connections });
  const id = randomUUID();
  const traceId = id.replaceAll('-', '');
  const headers = {
    Accept: 'application/json',
    'User-Agent': 'bench',
    'Content-Type': 'application/json',
    'Accept-Encoding': 'gzip, deflate, br',
    'X-Job-Id': id,
    'X-Execution-Id': id,
    'Idempotency-Key': id,
    'X-Trace-Id': traceId,
    traceparent: `00-${traceId}-${traceId.slice(16)}-01`,
  };
  const job = { jobId: id, executionId: id, agentId: 'agent', agentVersion: '1.0.0' };
  const rest = {
    metadata: {
      scheduleExecutionId: id,
      priority: 0,
      retryCount: 0,
      traceId,
      deadline: '2030-01-01T00:00:00.000Z',
    },
    callback: {
      url: `http://127.0.0.1:4000/agent/v1/executions/${id}`,
      token: 'a'.repeat(43),
    },
  };
  return async (path, params) => {
    const { body } = await pool.request({
      path,
      method: 'POST',
      headers,
      body: JSON.stringify({ ...job, params, ...rest }),
    });
    return body.json();
  };
}

/** Resolves when `counted()` has been called this many times. */
export function countTo(count) {
  let left = count;
  let finish;
  const done = new Promise((resolve) => {
    finish = resolve;
  });
  return {
    done,
    counted() {
      left -= 1;
      if (left === 0) finish();
    },
  };
}
