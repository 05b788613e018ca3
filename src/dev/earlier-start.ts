/**
 * If a start is killed, its server and worker still finish what is in progress, on the same ports and with
 * the same database.
 */
import { setTimeout as sleep } from 'node:timers/promises';

/** Long, because a machine may be busy with several programs that start or end at once. */
const ASK_LIMIT_MS = 5_000;
const ASK_AGAIN_MS = 100;

/**
 * Waits while the program at `url` is finishing its work. Whatever else is there is left to the caller.
 * @param askLimitMs how long the program may take to say so
 */
export async function awaitEarlierStart(
  url: string,
  onWait: () => void,
  askLimitMs = ASK_LIMIT_MS,
): Promise<void> {
  if ((await stateOf(url, askLimitMs)) !== 'draining') return;
  onWait();
  let state: string | undefined;
  do {
    await sleep(ASK_AGAIN_MS);
    state = await stateOf(url, askLimitMs);
    // It may be too busy to answer, but it still has its port.
  } while (state === 'draining' || state === 'silent');
}

/** What the program says, `silent` if it accepts the question and does not answer, undefined if it is gone. */
async function stateOf(url: string, askLimitMs: number): Promise<string | undefined> {
  try {
    const answer = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(askLimitMs) });
    const { status } = (await answer.json()) as { status?: unknown };
    return typeof status === 'string' ? status : undefined;
  } catch (error) {
    return (error as Error).name === 'TimeoutError' ? 'silent' : undefined;
  }
}
