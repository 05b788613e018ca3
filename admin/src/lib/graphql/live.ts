/**
 * How pages stay live. There is no polling.
 *
 * - `useLiveQuery(document, { variables, refetchOn })` reads through one normalized cache. Every
 *   change that the server emits is written into that cache (the fields in `live.graphql`), so all
 *   components that show the entity are updated.
 * - Data that such a patch does not contain has to be read again. Pages say when: `refetchOn: {
 *   agent: 'list' }` when an agent is created or deleted, `{ schedule: 'any' }` on every change of a
 *   schedule (for computed fields), or a function of the event: `{ execution: (event) =>
 *   event.scheduleId === id }`. Refetches are combined: the first runs immediately, the next after a
 *   multiple of its duration, so that fast queries are shown quickly and a busy server is spared
 *   (`spacingOf`).
 * - `useLiveList(document, { variables, connection, refetchOn })` does the same for a list that is
 *   read page by page.
 * - Changes of configured records (webhooks, notifications, tokens, settings, pipelines) are only
 *   signaled: `refetchOn: { record: (event) => event.recordKind === 'WEBHOOK' }`.
 * - Changes of agents, schedules, runs and workers are always received. Those of jobs are many, so a
 *   component that shows jobs subscribes to them while it is mounted: `useLiveJobs({
 *   scheduleExecutionId })`.
 * - `useLiveEvents(listener)` passes on the events, one batch per frame.
 * - `useLiveState()` is the state of the connection.
 *
 * Nothing is missed between reading and subscribing: the first cursor is read before any data, and
 * events that arrive during a query are written again over its answer. After a disconnection each
 * subscription resumes at its cursor, and what could not be read meanwhile is read again. If the server
 * no longer has the events after the cursor, everything on the screen is read again.
 */

import { type Client, getOperationName, stringifyDocument } from '@urql/core';
import { createContext, useContext, useEffect, useRef, useSyncExternalStore } from 'react';
import { useNewest } from '../use-newest.js';
import { type JobExecutionFilter, LiveCursorDocument } from './live.generated.js';
import { LiveConnection, type LiveState } from './live-connection.js';
import { type LiveEvent, readEvent, TOPICS, type Topic } from './live-events.js';
import type { LivePatches } from './live-patches.js';
import { operationHash } from './persisted-operations.js';

export type { LiveState } from './live-connection.js';
export type { LiveEvent } from './live-events.js';

/**
 * When a query is read again: on any change of the topic, when an entity is created or deleted, or if
 * the function returns true.
 */
export type RefetchOn = {
  [Name in Topic]?: 'any' | 'list' | ((event: LiveEvent<Name>) => boolean);
};

/** `'reset'` means that events were missed and everything has to be read again. */
export type LiveListener = (events: readonly LiveEvent[] | 'reset') => void;

export interface Live {
  state(): LiveState;
  onState(listener: () => void): () => void;
  onEvents(listener: LiveListener): () => void;
  /** Subscribes to these jobs too, until the returned function is called. */
  watchJobs(filter: JobExecutionFilter): () => void;
  drop(): void;
  /** Connects now instead of later. */
  wake(): void;
  close(): void;
}

export interface LiveOptions {
  client: Client;
  patches: LivePatches;
  /** Read before any data. */
  cursor: string;
  onSignedOut: () => void;
}

export function createLive({ client, patches, cursor, onSignedOut }: LiveOptions): Live {
  const stateListeners = new Set<() => void>();
  const eventListeners = new Set<LiveListener>();
  let state: LiveState = { kind: 'connecting' };
  let waiting: LiveEvent[] = [];
  /** The newest cursor of all. A listener that starts now misses no change of data that it reads later. */
  let latest = cursor;

  const connection = new LiveConnection({
    url: new URL('/graphql', location.href.replace(/^http/, 'ws')).href,
    async readCursor() {
      const { data, error } = await client.query(LiveCursorDocument, {}, { requestPolicy: 'network-only' });
      if (!data) throw error ?? new Error('no cursor');
      return data.eventCursor;
    },
    onReset: () => notify('reset'),
    onSignedOut,
    onState(next) {
      state = next;
      for (const listener of stateListeners) listener();
    },
  });

  function notify(events: readonly LiveEvent[] | 'reset'): void {
    for (const listener of [...eventListeners]) listener(events);
  }

  /** Events of one frame cause one write to the cache and one rendering. */
  function flush(): void {
    const events = waiting;
    waiting = [];
    patches.write(events);
    notify(events);
  }

  function listen(topic: Topic, variables?: Record<string, unknown>) {
    const document = TOPICS[topic];
    return connection.subscribe({
      query: stringifyDocument(document),
      hash: operationHash(getOperationName(document)),
      ...(variables && { variables }),
      cursor: latest,
      onData(data: Parameters<typeof readEvent>[1]) {
        latest = data.event.cursor;
        waiting.push(readEvent(topic, data));
        if (waiting.length === 1) {
          if (isHidden()) setTimeout(flush, 200);
          else requestAnimationFrame(flush);
        }
        return latest;
      },
    });
  }

  const wake = () => connection.wake();
  window.addEventListener('online', wake);
  document.addEventListener('visibilitychange', wake);
  for (const topic of Object.keys(TOPICS) as Topic[]) if (topic !== 'job') listen(topic);

  return {
    state: () => state,
    onState(listener) {
      stateListeners.add(listener);
      return () => stateListeners.delete(listener);
    },
    onEvents(listener) {
      eventListeners.add(listener);
      return () => eventListeners.delete(listener);
    },
    watchJobs: (filter) => listen('job', { filter }),
    drop: () => connection.drop(),
    wake,
    close() {
      window.removeEventListener('online', wake);
      document.removeEventListener('visibilitychange', wake);
      connection.close();
    },
  };
}

/** Browsers draw no frames of hidden pages. */
function isHidden(): boolean {
  return document.visibilityState === 'hidden';
}

export const LiveContext = createContext<Live | undefined>(undefined);

export function useLive(): Live {
  const live = useContext(LiveContext);
  if (!live) throw new Error('Live updates require a signed-in user.');
  return live;
}

export function useLiveState(): LiveState {
  const live = useLive();
  return useSyncExternalStore(live.onState, live.state);
}

/** Calls the latest `listener` with the events. */
export function useLiveEvents(listener: LiveListener): void {
  const live = useLive();
  const newest = useNewest(listener);
  useEffect(() => live.onEvents((events) => newest.current(events)), [live, newest]);
}

/** Subscribes to these jobs while the component is mounted. Undefined subscribes to none. */
export function useLiveJobs(filter: JobExecutionFilter | undefined): void {
  const live = useLive();
  const key = filter && JSON.stringify(filter);
  useEffect(() => (key === undefined ? undefined : live.watchJobs(JSON.parse(key))), [live, key]);
}

const REFETCH_SOONEST_MS = 150;
const REFETCH_LATEST_MS = 1_000;
/** After a read, this multiple of its duration passes before the next one. */
const SPARED = 4;
const BUSY_AGAIN_MS = 25;

/** An answer that takes longer counts as lost. */
const BUSY_AT_MOST_MS = 10_000;

/**
 * Milliseconds from the start of a read that took `tookMs` to the next one: 150 ms, or 4 times as
 * long, at most a second.
 */
export function spacingOf(tookMs: number): number {
  return Math.min(REFETCH_LATEST_MS, Math.max(REFETCH_SOONEST_MS, SPARED * tookMs));
}

/** The state of reading the shown data. */
export interface Reading {
  /** Whether a read is in progress. Another one would only discard its answer, so it follows afterward. */
  isBusy: () => boolean;
  /** Duration of the last read, in milliseconds. */
  tookMs: () => number;
}

/**
 * Calls `refetch` when events require it: immediately, then at most once in `everyMs`, which defaults to `spacingOf`.
 */
export function useRefetchOn(
  refetchOn: RefetchOn | undefined,
  refetch: () => void,
  reading: Reading,
  everyMs?: number,
): void {
  const newest = useNewest({ refetchOn, refetch, reading });
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const last = useRef(Number.NEGATIVE_INFINITY);
  useEffect(() => () => clearTimeout(timer.current), []);
  useLiveEvents((events) => {
    const due = events === 'reset' || events.some((event) => matches(newest.current.refetchOn, event));
    if (!due || timer.current !== undefined) return;
    const dueAt = performance.now();
    timer.current = setTimeout(run, Math.max(0, last.current + spacing() - dueAt));

    function spacing(): number {
      return everyMs ?? spacingOf(newest.current.reading.tookMs());
    }

    function run(): void {
      const now = performance.now();
      if (newest.current.reading.isBusy() && now - dueAt < BUSY_AT_MOST_MS) {
        timer.current = setTimeout(run, BUSY_AGAIN_MS);
        return;
      }
      // The read was in progress when this was requested, and took longer than expected.
      const early = last.current + spacing() - now;
      if (early > 1) {
        timer.current = setTimeout(run, early);
        return;
      }
      timer.current = undefined;
      last.current = now;
      newest.current.refetch();
    }
  });
}

function matches(refetchOn: RefetchOn | undefined, event: LiveEvent): boolean {
  const when = refetchOn?.[event.topic];
  if (typeof when === 'function') return (when as (event: LiveEvent) => boolean)(event);
  return when === 'any' || (when === 'list' && (event.isNew || event.isGone));
}
