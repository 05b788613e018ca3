import { setImmediate } from 'node:timers/promises';

/**
 * After the process was suspended, or its event loop was blocked, connections may have been closed by the other
 * side, which is only known once their end is read. A request that is written before is lost, and nobody
 * can tell whether it was delivered.
 */
export interface Settling {
  /** To be called when something happens on a connection. */
  happened(): void;
  /** Until when requests have to wait, so that closed connections are known. Undefined if they need not wait. */
  current(): Promise<void> | undefined;
}

/** A shorter pause is not noticed. Hardly any server closes a connection that was used so recently. */
const PAUSE_MS = 1_000;

export function createSettling(): Settling {
  let lastAt = performance.now();
  let current: Promise<void> | undefined;

  return {
    happened() {
      const at = performance.now();
      if (at - lastAt > PAUSE_MS) current ??= twoTurns().finally(() => (current = undefined));
      lastAt = at;
    },
    current: () => current,
  };
}

/** A turn of the event loop reads the rest of what had arrived, and the next one the end behind it. */
async function twoTurns(): Promise<void> {
  await setImmediate();
  await setImmediate();
}
