/** Longer than any request of the admin may take: a check of an agent takes up to a minute. */
const LIMIT_MS = 120_000;

/**
 * `fetch` that ends with a `TimeoutError`. Without a limit, a page waits as long as the browser does for an answer
 * that never comes, and repeats nothing.
 */
export function limitedFetch(limitMs = LIMIT_MS): typeof fetch {
  return (input, init) => {
    // Not AbortSignal.any, which browsers have only had since 2024.
    const limit = new AbortController();
    const signal = init?.signal;
    const stop = () => limit.abort(signal?.reason);
    if (signal?.aborted) stop();
    signal?.addEventListener('abort', stop);
    // Also limits the body. After the answer, it does nothing.
    setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      limit.abort(
        new DOMException(`The server did not answer within ${limitMs / 1_000} seconds.`, 'TimeoutError'),
      );
    }, limitMs);
    return fetch(input, { ...init, signal: limit.signal });
  };
}
