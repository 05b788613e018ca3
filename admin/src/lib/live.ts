/**
 * How pages stay live. There is no polling.
 *
 * - `useLiveQuery(document, { variables, refetchOn })` reads through one normalised cache. Every change that the server tells
 *   of is written into that cache (the columns in `live.graphql`), so whatever shows the entity shows the change, at once.
 * - What such a patch cannot know has to be read again, and a page says when: `refetchOn: { agent: 'list' }` when an agent
 *   appears or disappears, `{ schedule: 'any' }` at every change of a schedule (for fields that are computed), or a function of
 *   the event: `{ execution: (event) => event.scheduleId === id }`. Refetches come together: the first at once, the next after
 *   some times of what that took, so that what is read quickly is shown quickly and a busy server is spared (`spacingOf`).
 * - `useLiveList(document, { variables, connection, refetchOn })` does the same for a list that is read page by page.
 * - What people set up (webhooks, notifications, tokens, settings, pipelines) is only told to have changed:
 *   `refetchOn: { record: (event) => event.recordKind === 'WEBHOOK' }`.
 * - Changes of agents, schedules, executions and workers are always told. Those of jobs are many: who shows jobs says which,
 *   `useLiveJobs({ scheduleExecutionId })`, and for as long as it is shown they are told too.
 * - `useLiveEvents(listener)` hands over the events themselves, one batch a frame.
 * - `useLiveState()` is the connection's state.
 *
 * Nothing is missed between reading and listening: the first cursor is read before any data, and what is told while a query
 * is under way is written again over its answer. After a loss each subscription resumes at its cursor; when the server does
 * not remember that far back, everything on the screen is read again.
 */
import { type Client, getOperationName, stringifyDocument, type TypedDocumentNode } from '@urql/core';
import { createContext, useContext, useEffect, useRef, useSyncExternalStore } from 'react';
import {
  AgentEventsDocument,
  ExecutionEventsDocument,
  JobEventsDocument,
  type JobExecutionFilter,
  LiveCursorDocument,
  RecordEventsDocument,
  ScheduleEventsDocument,
  WorkerEventsDocument,
} from './live.generated.js';
import { createLiveConnection, type LiveConnection, type LiveState } from './live-connection.js';
import { type LiveEvent, readEvent, type Topic } from './live-events.js';
import type { LivePatches } from './live-patches.js';
import { operationHash } from './persisted-operations.js';

export type { LiveState } from './live-connection.js';
export type { LiveEvent, Topic } from './live-events.js';

/** When a query is read again: any change of the topic, an entity that appears or disappears, or as the function says. */
export type RefetchOn = Partial<Record<Topic, 'any' | 'list' | ((event: LiveEvent) => boolean)>>;

/** `'reset'`: events were missed, everything has to be read again. */
export type LiveListener = (events: readonly LiveEvent[] | 'reset') => void;

export interface Live {
  state(): LiveState;
  onState(listener: () => void): () => void;
  onEvents(listener: LiveListener): () => void;
  /** Tells of these jobs too, until the returned function is called. */
  watchJobs(filter: JobExecutionFilter): () => void;
  drop(): void;
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
  /** The latest place of all: who begins to listen now misses nothing that it read later than this. */
  let latest = cursor;

  const connection: LiveConnection = createLiveConnection({
    url: new URL('/graphql', location.href.replace(/^http/, 'ws')).href,
    async readCursor() {
      const { data, error } = await client.query(LiveCursorDocument, {}, { requestPolicy: 'network-only' });
      if (!data) throw error ?? new Error('no cursor');
      return data.eventCursor;
    },
    onReset: () => tell('reset'),
    onSignedOut,
    onState(next) {
      state = next;
      for (const listener of stateListeners) listener();
    },
  });

  function tell(events: readonly LiveEvent[] | 'reset'): void {
    for (const listener of [...eventListeners]) listener(events);
  }

  /** All that came within one frame is one write to the cache and one look at the screen. */
  function flush(): void {
    const events = waiting;
    waiting = [];
    patches.write(events);
    tell(events);
  }

  function listen(document: TypedDocumentNode, variables?: Record<string, unknown>) {
    return connection.subscribe({
      query: stringifyDocument(document),
      hash: operationHash(getOperationName(document)),
      ...(variables && { variables }),
      cursor: latest,
      onData(data) {
        const read = readEvent(data);
        latest = read.cursor;
        waiting.push(read.event);
        if (waiting.length === 1) {
          if (isHidden()) setTimeout(flush, 200);
          else requestAnimationFrame(flush);
        }
        return read.cursor;
      },
    });
  }

  const wake = () => connection.wake();
  window.addEventListener('online', wake);
  document.addEventListener('visibilitychange', wake);
  for (const topic of [
    AgentEventsDocument,
    ScheduleEventsDocument,
    ExecutionEventsDocument,
    WorkerEventsDocument,
    RecordEventsDocument,
  ])
    listen(topic);

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
    watchJobs: (filter) => listen(JobEventsDocument, { filter }),
    drop: () => connection.drop(),
    close() {
      window.removeEventListener('online', wake);
      document.removeEventListener('visibilitychange', wake);
      connection.close();
    },
  };
}

/** Frames do not come while nobody looks. */
function isHidden(): boolean {
  return document.visibilityState === 'hidden';
}

export const LiveContext = createContext<Live | undefined>(undefined);

export function useLive(): Live {
  const live = useContext(LiveContext);
  if (!live) throw new Error('Only pages of who is signed in are live.');
  return live;
}

export function useLiveState(): LiveState {
  const live = useLive();
  return useSyncExternalStore(live.onState, live.state);
}

/** Calls the newest `listener` with what changed. */
export function useLiveEvents(listener: LiveListener): void {
  const live = useLive();
  const newest = useRef(listener);
  useEffect(() => {
    newest.current = listener;
  });
  useEffect(() => live.onEvents((events) => newest.current(events)), [live]);
}

/** Has the changes of these jobs told while the component is mounted; undefined: of none. */
export function useLiveJobs(filter: JobExecutionFilter | undefined): void {
  const live = useLive();
  const key = filter && JSON.stringify(filter);
  useEffect(() => (key === undefined ? undefined : live.watchJobs(JSON.parse(key))), [live, key]);
}

const REFETCH_SOONEST_MS = 150;
const REFETCH_LATEST_MS = 1_000;
/** For each time that is spent reading, so many are not. */
const SPARED = 4;
const BUSY_AGAIN_MS = 25;

/** No answer takes longer; one that does is lost. */
const BUSY_AT_MOST_MS = 10_000;

/** How long after the begin of a read that took `tookMs` the next may begin: 150 ms, 4 times as long, at most a second. */
export function spacingOf(tookMs: number): number {
  return Math.min(REFETCH_LATEST_MS, Math.max(REFETCH_SOONEST_MS, SPARED * tookMs));
}

/** How reading what is shown goes. */
export interface Reading {
  /** It is being read: asking again would only throw away the answer that is on its way. It is asked again afterwards. */
  isBusy: () => boolean;
  /** How long the last read took, in milliseconds. */
  tookMs: () => number;
}

/**
 * Calls `refetch` when events say so: at once, and then at most once in `everyMs`, by default as `spacingOf` says.
 */
export function useRefetchOn(
  refetchOn: RefetchOn | undefined,
  refetch: () => void,
  reading: Reading,
  everyMs?: number,
): void {
  const newest = useRef({ refetchOn, refetch, reading });
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const last = useRef(Number.NEGATIVE_INFINITY);
  useEffect(() => {
    newest.current = { refetchOn, refetch, reading };
  });
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
      // It was under way when this was asked for, and has taken longer than was known then.
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
  if (typeof when === 'function') return when(event);
  return when === 'any' || (when === 'list' && (event.isNew || event.isGone));
}
