import { setTimeout as sleep } from 'node:timers/promises';

export function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}

/** Rejects with this message after the time. The work continues, and its outcome is ignored. */
export async function within<T>(limitMs: number, work: Promise<T>, message: string): Promise<T> {
  const done = new AbortController();
  const late = sleep(limitMs, undefined, { signal: done.signal }).then(() => {
    throw new Error(message);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    done.abort();
  }
}
