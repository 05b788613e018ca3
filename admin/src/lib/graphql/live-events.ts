/** Events of all subscriptions in one form. */
import type { TypedDocumentNode } from '@urql/core';
import * as live from './live.generated.js';

/**
 * The subscription of each topic. Its field is named `event`, with the `id` of the entity, and the
 * `entity` by a fragment whose fields are written into the cache.
 */
export const TOPICS = {
  agent: live.AgentEventsDocument,
  schedule: live.ScheduleEventsDocument,
  execution: live.ExecutionEventsDocument,
  job: live.JobEventsDocument,
  worker: live.WorkerEventsDocument,
  record: live.RecordEventsDocument,
};

export type Topic = keyof typeof TOPICS;

type Received<Name extends Topic> =
  (typeof TOPICS)[Name] extends TypedDocumentNode<infer Data, infer _>
    ? Data extends { event: infer Event }
      ? Event
      : never
    : never;

/** An event has the fields of its subscription; its entity is in its current state. */
export type LiveEvent<Name extends Topic = Topic> = {
  [Each in Name]: Received<Each> & {
    topic: Each;
    /** Just created: lists do not contain it yet. */
    isNew: boolean;
    /** Deleted: lists still contain it. */
    isGone: boolean;
  };
}[Name];

/** The event in a result of the topic's subscription. */
export function readEvent(topic: Topic, { event }: { event: Received<Topic> }): LiveEvent {
  const state =
    'change' in event
      ? { isNew: event.change === 'CREATED', isGone: event.change === 'DELETED' }
      : { isNew: event.previousStatus === null, isGone: event.entity === null };
  return { ...event, ...state, topic } as LiveEvent;
}
