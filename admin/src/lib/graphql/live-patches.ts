/**
 * Writes events into the cache: all events of one frame together, as the result of a subscription
 * that exists only here.
 *
 * An event may overtake the answer of a query that was read before it. So events that arrive during a
 * query are written again after its answer. If the query was the newer of the two, this shows an
 * older state for a moment, until the event with the difference arrives.
 */
import {
  type Exchange,
  gql,
  type OperationResult,
  stringifyDocument,
  subscriptionExchange,
} from '@urql/core';
import { pipe, tap } from 'wonka';
import { type LiveEvent, TOPICS, type Topic } from './live-events.js';

/** What is written of each topic: the fragment of its subscription. */
const FRAGMENTS = Object.entries(TOPICS).flatMap(([topic, { definitions }]) =>
  definitions.flatMap((each) =>
    each.kind === 'FragmentDefinition' ? [[topic as Topic, each] as const] : [],
  ),
);

const TYPE_NAMES = new Map(FRAGMENTS.map(([topic, { typeCondition }]) => [topic, typeCondition.name.value]));

/** Subscribed to once, for the lifetime of the application. */
export const LivePatchesDocument = gql(`
  subscription LivePatches {
    ${FRAGMENTS.map(([topic, { name }]) => `${topic} { ...${name.value} }`).join('\n')}
    gone { __typename id }
  }
  ${FRAGMENTS.map(([, fragment]) => stringifyDocument(fragment)).join('\n')}
`);

/** An entity that graphcache removes. */
export interface GoneEntity {
  __typename: string;
  id: string;
}

export interface LivePatches {
  write(events: readonly LiveEvent[]): void;
  exchanges: { replay: Exchange; feed: Exchange };
}

/** No query takes longer. */
const REMEMBER_MS = 30_000;

export function createLivePatches(): LivePatches {
  let emit: (data: Record<string, unknown>) => void = () => {};
  let remembered: { at: number; events: readonly LiveEvent[] }[] = [];
  const begun = new Map<number, number>();

  function apply(events: readonly LiveEvent[]): void {
    const newest = new Map(events.map((event) => [`${event.topic} ${event.id}`, event]));
    const written = [...TYPE_NAMES.keys()].map((topic) => {
      const ofTopic = [...newest.values()].filter((event) => event.topic === topic);
      return [topic, ofTopic.flatMap((event) => ('entity' in event && event.entity) || [])];
    });
    emit({
      __typename: 'Subscription',
      ...Object.fromEntries(written),
      gone: [...newest.values()].flatMap(({ isGone, topic, id }): GoneEntity[] => {
        const typeName = TYPE_NAMES.get(topic);
        return isGone && typeName ? [{ __typename: typeName, id }] : [];
      }),
    });
  }

  function writeAgain(since: number): void {
    const missed = remembered.filter(({ at }) => at >= since).flatMap(({ events }) => events);
    if (missed.length > 0) queueMicrotask(() => apply(missed));
  }

  const replay: Exchange =
    ({ forward }) =>
    (operations) =>
      pipe(
        operations,
        tap(({ kind, key }) => kind === 'query' && begun.set(key, performance.now())),
        forward,
        tap(({ operation, hasNext }: OperationResult) => {
          const since = begun.get(operation.key);
          if (since === undefined || hasNext) return;
          begun.delete(operation.key);
          writeAgain(since);
        }),
      );

  const feed = subscriptionExchange({
    forwardSubscription: () => ({
      subscribe(sink) {
        emit = (data) => sink.next({ data });
        return { unsubscribe: () => {} };
      },
    }),
  });

  return {
    write(events) {
      const at = performance.now();
      remembered = [...remembered.filter((entry) => entry.at > at - REMEMBER_MS), { at, events }];
      apply(events);
    },
    exchanges: { replay, feed },
  };
}
