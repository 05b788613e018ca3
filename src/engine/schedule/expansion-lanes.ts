/** An expansion that takes longer makes its target slow. */
const SLOW_MS = 1_000;
/** How long a target stays slow after its last slow expansion. */
const REMEMBERED_MS = 10 * 60_000;
const REMEMBERED_AT_MOST = 1_000;

interface Lane {
  isBusy: boolean;
  /** By `performance.now()`. */
  slowUntil: number;
  held: Set<string>;
}

export interface ExpansionLanesOptions {
  /** The schedule of a run, or what it calls if it has none. Undefined if there is no such run. */
  targetOf(executionId: string): Promise<string | undefined>;
  /** Expands a run that was held. */
  release(executionId: string): void;
}

/**
 * Expands runs of a target whose data sources are slow one at a time. Otherwise a few runs of one schedule whose
 * data source hangs would take every slot for as long as its statement timeout, and the runs of all others would
 * wait behind them. Held runs stay rows that any worker may expand.
 */
export function createExpansionLanes({ targetOf, release }: ExpansionLanesOptions) {
  const lanes = new Map<string, Lane>();

  async function laneOf(executionId: string): Promise<Lane | undefined> {
    if (lanes.size === 0) return undefined;
    const target = await targetOf(executionId);
    const lane = target === undefined ? undefined : lanes.get(target);
    if (target === undefined || !lane || lane.isBusy || performance.now() < lane.slowUntil) return lane;
    lanes.delete(target);
    return undefined;
  }

  async function remember(executionId: string): Promise<void> {
    const target = await targetOf(executionId);
    if (target === undefined || (lanes.size >= REMEMBERED_AT_MOST && !lanes.has(target))) return;
    const lane = lanes.get(target) ?? { isBusy: false, slowUntil: 0, held: new Set() };
    lane.slowUntil = performance.now() + REMEMBERED_MS;
    lanes.set(target, lane);
  }

  function leave(lane: Lane): void {
    lane.isBusy = false;
    const [next] = lane.held;
    if (next === undefined) return;
    lane.held.delete(next);
    release(next);
  }

  /** Expands the run, or holds it until the expansion of another run of its target ends. */
  return async (executionId: string, expand: () => Promise<void>): Promise<void> => {
    const lane = await laneOf(executionId);
    if (lane?.isBusy) {
      lane.held.add(executionId);
      return;
    }
    if (lane) lane.isBusy = true;
    const startedAt = performance.now();
    try {
      await expand();
    } finally {
      if (performance.now() - startedAt > SLOW_MS) await remember(executionId).catch(() => {});
      if (lane) leave(lane);
    }
  };
}
