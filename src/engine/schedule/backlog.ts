/** A set of ids that is processed in batches of `size`, one batch after another. */
export function createBacklog(size: number, work: (ids: string[]) => Promise<void>) {
  const ids = new Set<string>();
  let working: Promise<void> | undefined;
  let stopped = false;

  async function workOff(): Promise<void> {
    while (ids.size > 0 && !stopped) {
      const batch = [...ids].slice(0, size);
      for (const id of batch) ids.delete(id);
      await work(batch);
    }
    working = undefined;
  }

  return {
    add(added: readonly string[]): void {
      for (const id of added) ids.add(id);
      if (ids.size > 0) working ??= workOff();
    },
    isIdle: () => working === undefined,
    async stop(): Promise<void> {
      stopped = true;
      await working;
    },
  };
}

/** Collects ids, and passes them on together `ms` after the first. */
export function createDelay(ms: number, passOn: (ids: string[]) => void) {
  const ids = new Set<string>();
  let timer: NodeJS.Timeout | undefined;

  function end(): void {
    const collected = [...ids];
    ids.clear();
    timer = undefined;
    passOn(collected);
  }

  return {
    add(added: readonly string[]): void {
      for (const id of added) ids.add(id);
      if (ids.size > 0) timer ??= setTimeout(end, ms);
    },
    stop: () => clearTimeout(timer),
  };
}
