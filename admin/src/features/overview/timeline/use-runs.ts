import type { CombinedError } from '@urql/core';
import { useEffect, useRef, useState } from 'react';
import type { LiveExecutionFragment } from '../../../lib/graphql/live.generated.js';
import { type LiveEvent, spacingOf, useLiveEvents } from '../../../lib/graphql/live.js';
import { readUncached } from '../../../lib/graphql/uncached.js';
import { OverviewRunsDocument } from '../overview.generated.js';
import { laneIdOf } from './lanes.js';
import { endOf, type Run } from './marks.js';

export interface Runs {
  /** By lane, newest first. The array of an unchanged lane stays the same. */
  lanes: ReadonlyMap<string, readonly Run[]>;
  /** Set if there were so many runs that those before this time are missing. */
  completeFrom: number | undefined;
  isLoading: boolean;
  error: CombinedError | undefined;
  reload: () => void;
}

const LIMIT = 1_000;
/** Limit for runs that arrive while the page is open. Beyond it, the oldest are dropped. */
const KEPT = 2 * LIMIT;
/** A busy system emits more events than can be drawn. */
const SHOW_EVERY_MS = 150;

/**
 * The runs within the span before now, kept up to date by events: changes of known runs are applied
 * to them, and new runs are read, the first one immediately and the next ones together (`spacingOf`).
 */
export function useRuns(spanMs: number): Runs {
  const [shown, setShown] = useState<Omit<Runs, 'reload'>>({
    lanes: new Map(),
    completeFrom: undefined,
    isLoading: true,
    error: undefined,
  });
  const store = useRef<RunStore | undefined>(undefined);
  useEffect(() => {
    const opened = new RunStore(spanMs, (change) => setShown((before) => ({ ...before, ...change })));
    store.current = opened;
    setShown((before) => ({ ...before, isLoading: true }));
    void opened.load();
    return () => opened.close();
  }, [spanMs]);
  useLiveEvents((events) => {
    if (events === 'reset') void store.current?.load();
    else store.current?.receive(events.filter((event) => event.topic === 'execution'));
  });
  return { ...shown, reload: () => void store.current?.load() };
}

type RunEvent = LiveEvent<'execution'>;

class RunStore {
  #lanes = new Map<string, readonly Run[]>();
  readonly #laneOf = new Map<string, string>();
  /** Events that arrived during a read. Undefined if nothing is being read. */
  #received: RunEvent[] | undefined;
  /** Creation time of the oldest run that an event named and that has not been read. */
  #wantedFrom = Number.POSITIVE_INFINITY;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #readAt = Number.NEGATIVE_INFINITY;
  /** Duration of the last read. */
  #tookMs = 0;
  #showTimer: ReturnType<typeof setTimeout> | undefined;
  #shownAt = Number.NEGATIVE_INFINITY;
  #isClosed = false;

  constructor(
    private readonly spanMs: number,
    private readonly show: (change: Partial<Omit<Runs, 'reload'>>) => void,
  ) {}

  /** Reads the whole span. */
  async load(): Promise<void> {
    const runs = await this.#read(Date.now() - this.spanMs, true);
    if (!runs) return;
    const madeSince = runs.filter(({ id }) => madeAt(id) >= Date.now() - this.spanMs);
    // Runs in progress are read however old they are.
    const oldest = madeSince[LIMIT - 1];
    this.#lanes = new Map();
    this.#laneOf.clear();
    this.#put(runs);
    this.#publish({ completeFrom: oldest && madeAt(oldest.id), isLoading: false, error: undefined });
  }

  receive(events: readonly RunEvent[]): void {
    if (events.length === 0) return;
    this.#received?.push(...events);
    let hasChanged = false;
    for (const event of events) {
      if (this.#laneOf.has(event.id)) hasChanged = this.#patch(event) || hasChanged;
      else if (event.entity && madeAt(event.id) > Date.now() - this.spanMs) this.#want(madeAt(event.id));
    }
    if (hasChanged) this.#showSoon();
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    clearTimeout(this.#showTimer);
  }

  async #read(since: number, earlier: boolean): Promise<Run[] | undefined> {
    this.#readAt = performance.now();
    this.#received ??= [];
    const { data, error } = await readUncached(OverviewRunsDocument, {
      since: new Date(since).toISOString(),
      limit: LIMIT,
      earlier,
    });
    if (this.#isClosed) return undefined;
    // A failed read is repeated no sooner than a slow one.
    this.#tookMs = data ? performance.now() - this.#readAt : Number.POSITIVE_INFINITY;
    if (!data) {
      this.#received = undefined;
      this.show({ isLoading: false, error });
      return undefined;
    }
    const received = this.#received ?? [];
    this.#received = undefined;
    return withEvents(data.overview.runs, received);
  }

  /** Reads new runs, together with those that follow soon. */
  #want(from: number): void {
    this.#wantedFrom = Math.min(this.#wantedFrom, from);
    this.#timer ??= setTimeout(
      async () => {
        const since = this.#wantedFrom;
        this.#wantedFrom = Number.POSITIVE_INFINITY;
        const runs = await this.#read(since, false);
        this.#timer = undefined;
        if (!runs) return;
        this.#put(runs);
        this.#publish({ error: undefined });
        if (this.#wantedFrom < Number.POSITIVE_INFINITY) this.#want(this.#wantedFrom);
      },
      Math.max(0, this.#readAt + spacingOf(this.#tookMs) - performance.now()),
    );
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
        : runs.map((run) => (run.id === id ? patched(run, entity) : run)),
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
  #publish(change: Partial<Omit<Runs, 'reload'>>): void {
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
    if (entity === null) return [];
    return entity === undefined || entity.updatedAt === undefined ? [run] : [patched(run, entity)];
  });
}

function patched(run: Run, entity: LiveExecutionFragment): Run {
  return {
    ...run,
    status: entity.status,
    runStatus: entity.runStatus,
    reason: entity.reason,
    lastSlotAt: entity.lastSlotAt,
    missedCount: entity.missedCount,
    completedAt: entity.completedAt,
    cancelRequestedAt: entity.cancelRequestedAt,
    jobsCreated: entity.jobsCreated,
    jobsCompleted: entity.jobsCompleted,
    jobsFailed: entity.jobsFailed,
    jobsSkipped: entity.jobsSkipped,
    jobsCancelled: entity.jobsCancelled,
  };
}

/** IDs begin with the milliseconds of their creation. */
function madeAt(id: string): number {
  return Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16);
}
