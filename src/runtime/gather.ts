import { setTimeout as delay, setImmediate as nextTurn } from 'node:timers/promises';

interface Gathering<Item, Result> {
  /** Processes all items. The results are in the order of the items. */
  work(items: Item[]): Promise<Result[]>;
  /** Maximum number of items for one call of `work`. */
  atMost: number;
  /** How long later items wait for a call in progress, in milliseconds. */
  maxWaitMs: number;
  /**
   * How long a call waits for more items if the previous one had at least {@link MANY}, in milliseconds.
   * Default: no wait.
   */
  lingerMs?: number;
  /**
   * Errors after which each item is tried alone: one item may be the cause, and nothing has been done.
   * Default: none.
   */
  mayBeOneOf?(error: unknown): boolean;
}

interface Waiting<Item, Result> {
  item: Item;
  resolve(result: Result): void;
  reject(error: unknown): void;
}

/** With this many items in one call, more are likely to arrive soon. */
const MANY = 4;

/**
 * Combines work that many callers request at the same time. While a call is in progress, further items of the
 * same lane wait, and the next call processes them together.
 */
export function gather<Item, Result>({
  work,
  atMost,
  maxWaitMs,
  lingerMs = 0,
  mayBeOneOf = () => false,
}: Gathering<Item, Result>): (lane: string, item: Item) => Promise<Result> {
  const lanes = new Map<string, Waiting<Item, Result>[]>();

  async function drain(lane: string, waiting: Waiting<Item, Result>[]): Promise<void> {
    // Items that arrive in the same turn of the event loop are included.
    await nextTurn();
    let size = 0;
    while (waiting.length > 0) {
      if (lingerMs > 0 && size >= MANY) await delay(lingerMs);
      const batch = waiting.splice(0, atMost);
      size = batch.length;
      await waitAtMost(run(batch), maxWaitMs);
    }
    lanes.delete(lane);
  }

  async function run(batch: Waiting<Item, Result>[]): Promise<void> {
    try {
      const results = await work(batch.map(({ item }) => item));
      for (const [index, { resolve }] of batch.entries()) resolve(results[index] as Result);
    } catch (error) {
      if (batch.length > 1 && mayBeOneOf(error)) await Promise.all(batch.map((each) => run([each])));
      else for (const { reject } of batch) reject(error);
    }
  }

  return (lane, item) =>
    new Promise<Result>((resolve, reject) => {
      const waiting = lanes.get(lane);
      const wanted = { item, resolve, reject };
      if (waiting) {
        waiting.push(wanted);
        return;
      }
      const first = [wanted];
      lanes.set(lane, first);
      void drain(lane, first);
    });
}

async function waitAtMost(running: Promise<void>, ms: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const outOfPatience = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  await Promise.race([running, outOfPatience]);
  clearTimeout(timer);
}
