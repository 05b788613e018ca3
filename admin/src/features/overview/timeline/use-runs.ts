import type { CombinedError } from '@urql/core';
import { useEffect, useRef, useState } from 'react';
import type { LiveExecutionFragment } from '../../../lib/live.generated.js';
import { type LiveEvent, spacingOf, useLiveEvents } from '../../../lib/live.js';
import { readUncached } from '../../../lib/uncached.js';
import { OverviewRunsDocument } from '../overview.generated.js';
import { laneIdOf } from './lanes.js';
import { endOf, type Run } from './marks.js';

export interface Runs {
  /** By lane, the newest first. A lane of which nothing has changed is the same array. */
  lanes: ReadonlyMap<string, readonly Run[]>;
  /** There were so many that those from before this instant are missing. */
  completeFrom: number | undefined;
  isLoading: boolean;
  error: CombinedError | undefined;
  reload: () => void;
}

const LIMIT = 1_000;
/** While the page is open more may come; then the oldest go. */
const KEPT = 2 * LIMIT;
/** Of a busy system more is told than can be drawn. */
const SHOW_EVERY_MS = 150;

/**
 * What ran within the span before now, kept true by events: what they tell of a known run is written into it, and runs that are
 * new are read, the first at once, the next together (`spacingOf`).
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
    else store.current?.hear(events.filter(({ topic }) => topic === 'execution'));
  });
  return { ...shown, reload: () => void store.current?.load() };
}

class RunStore {
  #lanes = new Map<string, readonly Run[]>();
  readonly #laneOf = new Map<string, string>();
  /** Told of while something was read; undefined: nothing is read. */
  #heard: LiveEvent[] | undefined;
  /** When the oldest run was made that is told of and not read so far. */
  #wantedFrom = Number.POSITIVE_INFINITY;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #readAt = Number.NEGATIVE_INFINITY;
  /** How long the last read took. */
  #tookMs = 0;
  #showTimer: ReturnType<typeof setTimeout> | undefined;
  #shownAt = Number.NEGATIVE_INFINITY;
  #isClosed = false;

  constructor(
    private readonly spanMs: number,
    private readonly show: (change: Partial<Omit<Runs, 'reload'>>) => void,
  ) {}

  /** Reads all of the span. */
  async load(): Promise<void> {
    const runs = await this.#read(Date.now() - this.spanMs, true);
    if (!runs) return;
    const madeSince = runs.filter(({ id }) => madeAt(id) >= Date.now() - this.spanMs);
    // What runs still is read however old it is.
    const oldest = madeSince[LIMIT - 1];
    this.#lanes = new Map();
    this.#laneOf.clear();
    this.#put(runs);
    this.#tell({
      completeFrom: oldest && madeAt(oldest.id),
      isLoading: false,
      error: undefined,
    });
  }

  hear(events: readonly LiveEvent[]): void {
    if (events.length === 0) return;
    this.#heard?.push(...events);
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
    this.#heard ??= [];
    const { data, error } = await readUncached(OverviewRunsDocument, {
      since: new Date(since).toISOString(),
      limit: LIMIT,
      earlier,
    });
    if (this.#isClosed) return undefined;
    // What failed is not asked again sooner than what is slow.
    this.#tookMs = data ? performance.now() - this.#readAt : Number.POSITIVE_INFINITY;
    if (!data) {
      this.#heard = undefined;
      this.show({ isLoading: false, error });
      return undefined;
    }
    const heard = this.#heard ?? [];
    this.#heard = undefined;
    return withEvents(data.overview.runs, heard);
  }

  /** What is new is read together with what comes soon after it. */
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
        this.#tell({ error: undefined });
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

  #patch({ id, entity }: LiveEvent): boolean {
    const lane = this.#laneOf.get(id);
    if (lane === undefined) return false;
    const runs = this.#lanes.get(lane) ?? [];
    if (entity === null) this.#laneOf.delete(id);
    this.#lanes.set(
      lane,
      entity === null
        ? runs.filter((run) => run.id !== id)
        : runs.map((run) => (run.id === id ? patched(run, entity as LiveExecutionFragment) : run)),
    );
    return true;
  }

  #showSoon(): void {
    this.#showTimer ??= setTimeout(
      () => this.#tell({}),
      Math.max(0, this.#shownAt + SHOW_EVERY_MS - performance.now()),
    );
  }

  /** Shows it, without what has left the span. */
  #tell(change: Partial<Omit<Runs, 'reload'>>): void {
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

  /** Of too many only the newest stay, and what has not ended. Returns from when on they are complete. */
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

/** What was told while it was read may be newer than what was read. */
function withEvents(runs: readonly Run[], events: readonly LiveEvent[]): Run[] {
  const newest = new Map(events.map((event) => [event.id, event.entity as LiveExecutionFragment | null]));
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

/** Ids begin with the milliseconds at which they were made. */
function madeAt(id: string): number {
  return Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16);
}
