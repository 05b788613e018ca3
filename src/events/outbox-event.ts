import { type Cursor, encodeCursor } from './cursor.js';

/** Whose status changed; `record`: what people set up (webhooks, tokens, settings …), whose kind is the status. */
export const EVENT_KINDS = ['job', 'execution', 'schedule', 'agent', 'worker', 'record'] as const;
export type EventKind = (typeof EVENT_KINDS)[number];

/** One change, as the outbox holds it. Values are the database's own (`running`, `dead_letter`, `enabled`, `deleted` …). */
export interface OutboxChange {
  kind: EventKind;
  /** Primary key of the row that changed. */
  entityId: string;
  /** Null for a row that is new. Equal to `status` when something else that is watched has changed (progress, counters). */
  previousStatus: string | null;
  status: string;
  /** Of a job's later attempt: the attempt that it takes the place of. */
  supersedes: string | null;
  /** When the change was written; its transaction may have committed later. */
  at: Date;
  jobId: string | null;
  agentId: string | null;
  scheduleId: string | null;
  scheduleExecutionId: string | null;
  pipelineId: string | null;
  pipelineStepId: string | null;
  contextId: string | null;
}

export interface OutboxEvent extends OutboxChange {
  /** The place right after this event, to resume from. */
  readonly cursor: string;
}

/** Nothing has happened for a while; the place to resume from has moved on all the same. */
export interface OutboxHeartbeat {
  kind: 'heartbeat';
  cursor: string;
}

/** An event at its place. Few cursors are ever looked at: each is made when first asked for. */
export function createOutboxEvent(change: OutboxChange, place: Cursor): OutboxEvent {
  let cursor: string | undefined;
  return {
    ...change,
    get cursor() {
      cursor ??= encodeCursor(place);
      return cursor;
    },
  };
}
