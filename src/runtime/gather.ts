import { setTimeout as delay, setImmediate as nextTurn } from 'node:timers/promises';

interface Gathering<Item, Result> {
  /** Does the work for all items at once; the results stand in their order. */
  work(items: Item[]): Promise<Result[]>;
  /** Items at most for one call of `work`. */
  atMost: number;
  /** How long what comes later waits for a call that is under way, in milliseconds. */
  maxWaitMs: number;
  /** How long a call waits for more if the one before it was for {@link MANY}, in milliseconds. Default: not at all. */
  lingerMs?: number;
  /** After which errors each item is tried alone: one of them may be at fault, and nothing has been done. Default: none. */
  mayBeOneOf?(error: unknown): boolean;
}

interface Waiting<Item, Result> {
  item: Item;
  resolve(result: Result): void;
  reject(error: unknown): void;
}

/** Items of one call that show that more will come soon. */
const MANY = 4;

/**
 * Gathers work that many callers want at the same time. While a call is under way, what else is asked for in the same lane
 * waits and is done by the next call together.
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
    // What arrives in the same turn goes along.
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
