/**
 * The runs of the timeline. They are not read through the cache, which would read all of them again for each new run
 * and compute the whole list again for each event: there are thousands, and a busy system emits many events.
 * This file is independent of React: `use-runs.ts` connects it.
 */
import type { CombinedError } from '@urql/core';
import type { LiveEvent } from '../../../lib/graphql/live.js';
import type { OverviewRunsQuery, OverviewRunsQueryVariables } from '../overview.generated.js';
import { laneIdOf } from './lanes.js';
import { endOf, type Run } from './marks.js';

export interface ShownRuns {
  /** By lane, newest first. The array of an unchanged lane stays the same. */
  lanes: ReadonlyMap<string, readonly Run[]>;
  /** Set if there were so many runs that those before this time are missing. */
  completeFrom: number | undefined;
  isLoading: boolean;
  error: CombinedError | undefined;
}

type RunReader = (
  variables: OverviewRunsQueryVariables,
) => Promise<{ data: OverviewRunsQuery | undefined; error: CombinedError | undefined }>;

const LIMIT = 1_000;
/** Limit for runs that arrive while the page is open. Beyond it, the oldest are dropped. */
const KEPT = 2 * LIMIT;
/** A busy system emits more events than can be drawn. */
const SHOW_EVERY_MS = 150;

type RunEvent = LiveEvent<'execution'>;

/** From when the whole span is to be read, and from when nothing is. */
const WHOLE = Number.NEGATIVE_INFINITY;
const NOTHING = Number.POSITIVE_INFINITY;

/** The runs within the span before now. */
export class RunStore {
  #lanes = new Map<string, readonly Run[]>();
  readonly #laneOf = new Map<string, string>();
  /** Events that arrived during a read. Undefined if nothing is being read. */
  #received: RunEvent[] | undefined;
  /** Creation time of the oldest run that has yet to be read. */
  #wantedFrom = WHOLE;
  /** Duration of the last read, in milliseconds. */
  tookMs = 0;
  #showTimer: ReturnType<typeof setTimeout> | undefined;
  #shownAt = Number.NEGATIVE_INFINITY;

  constructor(
    private readonly spanMs: number,
    private readonly reader: RunReader,
    private readonly show: (change: Partial<ShownRuns>) => void,
  ) {}

  isReading(): boolean {
    return this.#received !== undefined;
  }

  /** Whether there are runs that have yet to be read. */
  isBehind(): boolean {
    return this.#wantedFrom !== NOTHING;
  }

  reload(): void {
    this.#wantedFrom = WHOLE;
    this.read();
  }

  receive(events: readonly LiveEvent[] | 'reset'): void {
    if (events === 'reset') {
      this.#wantedFrom = WHOLE;
      return;
    }
    let hasChanged = false;
    for (const event of events) {
      if (event.topic !== 'execution') continue;
      this.#received?.push(event);
      if (this.#laneOf.has(event.id)) hasChanged = this.#patch(event) || hasChanged;
      else if (event.entity && madeAt(event.id) > Date.now() - this.spanMs)
        this.#wantedFrom = Math.min(this.#wantedFrom, madeAt(event.id));
    }
    if (hasChanged) this.#showSoon();
  }

  close(): void {
    this.#received = undefined;
    clearTimeout(this.#showTimer);
  }

  async read(): Promise<void> {
    // The answer that is still awaited counts as lost.
    if (this.#received) this.#wantedFrom = WHOLE;
    const wantedFrom = this.#wantedFrom;
    if (wantedFrom === NOTHING) return;
    this.#wantedFrom = NOTHING;
    const received: RunEvent[] = [];
    this.#received = received;
    const begunAt = performance.now();
    const spanFrom = Date.now() - this.spanMs;
    const { data, error } = await this.reader({
      since: new Date(Math.max(spanFrom, wantedFrom)).toISOString(),
      limit: LIMIT,
      earlier: wantedFrom === WHOLE,
    });
    if (this.#received !== received) return;
    this.#received = undefined;
    // A failed read is repeated no sooner than a slow one.
    this.tookMs = data ? performance.now() - begunAt : Number.POSITIVE_INFINITY;
    if (!data) {
      this.#wantedFrom = Math.min(this.#wantedFrom, wantedFrom);
      this.show({ isLoading: false, error });
      return;
    }
    const runs = withEvents(data.overview.runs, received);
    const change: Partial<ShownRuns> = { isLoading: false, error: undefined };
    if (wantedFrom === WHOLE) {
      this.#lanes = new Map();
      this.#laneOf.clear();
      // Runs in progress are read however old they are.
      const oldest = runs.filter(({ id }) => madeAt(id) >= spanFrom)[LIMIT - 1];
      change.completeFrom = oldest && madeAt(oldest.id);
    }
    this.#put(runs);
    this.#publish(change);
  }

  #put(runs: readonly Run[]): void {
    for (const run of runs) {
      const lane = laneIdOf(run);
      const others = (this.#lanes.get(lane) ?? []).filter(({ id }) => id !== run.id);
      const place = others.findIndex(({ id }) => id < run.id);
      this.#lanes.set(lane, place < 0 ? [...others, run] : others.toSpliced(place, 0, run));
      this.#laneOf.set(run.id, lane);
    }
  }

  #patch({ id, entity }: RunEvent): boolean {
    const lane = this.#laneOf.get(id);
    if (lane === undefined) return false;
    const runs = this.#lanes.get(lane) ?? [];
    if (entity === null) this.#laneOf.delete(id);
    this.#lanes.set(
      lane,
      entity === null
        ? runs.filter((run) => run.id !== id)
        : runs.map((run) => (run.id === id ? { ...run, ...entity } : run)),
    );
    return true;
  }

  #showSoon(): void {
    this.#showTimer ??= setTimeout(
      () => this.#publish({}),
      Math.max(0, this.#shownAt + SHOW_EVERY_MS - performance.now()),
    );
  }

  /** Publishes the runs, without those that have left the span. */
  #publish(change: Partial<ShownRuns>): void {
    clearTimeout(this.#showTimer);
    this.#showTimer = undefined;
    this.#shownAt = performance.now();
    const from = Date.now() - this.spanMs;
    for (const [lane, runs] of this.#lanes) {
      const rest = runs.filter((run) => endOf(run) >= from);
      if (rest.length === runs.length) continue;
      for (const run of runs) if (endOf(run) < from) this.#laneOf.delete(run.id);
      if (rest.length === 0) this.#lanes.delete(lane);
      else this.#lanes.set(lane, rest);
    }
    const completeFrom = this.#forget();
    this.show({ ...change, ...(completeFrom && { completeFrom }), lanes: new Map(this.#lanes) });
  }

  /**
   * If there are too many runs, keeps the newest and those in progress. Returns the time from which
   * they are complete.
   */
  #forget(): number | undefined {
    if (this.#laneOf.size <= KEPT) return undefined;
    const oldest = [...this.#laneOf.keys()].sort().at(-LIMIT) ?? '';
    for (const [lane, runs] of this.#lanes) {
      const rest = runs.filter((run) => run.id >= oldest || endOf(run) === Number.POSITIVE_INFINITY);
      if (rest.length === 0) this.#lanes.delete(lane);
      else if (rest.length < runs.length) this.#lanes.set(lane, rest);
    }
    this.#laneOf.clear();
    for (const [lane, runs] of this.#lanes) for (const { id } of runs) this.#laneOf.set(id, lane);
    return madeAt(oldest);
  }
}

/** Events that arrived during a read may be newer than its result. */
function withEvents(runs: readonly Run[], events: readonly RunEvent[]): Run[] {
  const newest = new Map(events.map((event) => [event.id, event.entity]));
  return runs.flatMap((run) => {
    const entity = newest.get(run.id);
    return entity === null ? [] : [{ ...run, ...entity }];
  });
}

/** IDs begin with the milliseconds of their creation. */
function madeAt(id: string): number {
  return Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16);
}
