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

/** Nothing has happened for a while; the place to resume from has moved on all the same. */
export interface OutboxHeartbeat {
  kind: 'heartbeat';
  cursor: string;
}

/** A change at its place. A class, because a burst makes thousands of them: an object that is spread takes several times as long. */
export class OutboxEvent implements OutboxChange {
  readonly kind: EventKind;
  readonly entityId: string;
  readonly previousStatus: string | null;
  readonly status: string;
  readonly supersedes: string | null;
  readonly at: Date;
  readonly jobId: string | null;
  readonly agentId: string | null;
  readonly scheduleId: string | null;
  readonly scheduleExecutionId: string | null;
  readonly pipelineId: string | null;
  readonly pipelineStepId: string | null;
  readonly contextId: string | null;
  #cursor: string | undefined;
  readonly #place: Cursor;

  constructor(change: OutboxChange, place: Cursor) {
    this.kind = change.kind;
    this.entityId = change.entityId;
    this.previousStatus = change.previousStatus;
    this.status = change.status;
    this.supersedes = change.supersedes;
    this.at = change.at;
    this.jobId = change.jobId;
    this.agentId = change.agentId;
    this.scheduleId = change.scheduleId;
    this.scheduleExecutionId = change.scheduleExecutionId;
    this.pipelineId = change.pipelineId;
    this.pipelineStepId = change.pipelineStepId;
    this.contextId = change.contextId;
    this.#place = place;
  }

  /** The place right after this event, to resume from. Few are ever asked for, so each is encoded when first read. */
  get cursor(): string {
    this.#cursor ??= encodeCursor(this.#place);
    return this.#cursor;
  }
}
