import { Pool } from 'undici';

/** Sends what an agent gets, over as many kept connections, and reads the answer. */
export function createPoster(agentUrl, connections) {
  const pool = new Pool(agentUrl, { connections });
  return async (path, params) => {
    const { body } = await pool.request({
      path,
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ params }),
    });
    return body.json();
  };
}

/** Resolves when `counted()` was called so often. */
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
