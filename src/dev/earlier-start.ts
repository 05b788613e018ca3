/**
 * If a start is killed, its server and worker still finish what is in progress, on the same ports and with
 * the same database.
 */
import { setTimeout as sleep } from 'node:timers/promises';

const ASK_LIMIT_MS = 2_000;
const ASK_AGAIN_MS = 100;

/** Waits while the program at `url` is finishing its work. Whatever else is there is left to the caller. */
export async function awaitEarlierStart(url: string, onWait: () => void): Promise<void> {
  if (!(await isDraining(url))) return;
  onWait();
  do await sleep(ASK_AGAIN_MS);
  while (await isDraining(url));
}

async function isDraining(url: string): Promise<boolean> {
  try {
    const answer = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(ASK_LIMIT_MS) });
    const { status } = (await answer.json()) as { status?: unknown };
    return status === 'draining';
  } catch {
    return false;
  }
}
