import { type Cursor, encodeCursor } from './cursor.js';

/**
 * The kinds of entities whose status changes. `record` stands for what people manage (webhooks, tokens,
 * settings …), and its status is the kind of record.
 */
export const EVENT_KINDS = ['job', 'execution', 'schedule', 'agent', 'worker', 'record'] as const;
export type EventKind = (typeof EVENT_KINDS)[number];

/**
 * One change in the outbox. Values are those of the database (`running`, `dead_letter`, `enabled`, `deleted`
 * …).
 */
export interface OutboxChange {
  kind: EventKind;
  /** Primary key of the row that changed. */
  entityId: string;
  /** Null for a new row. Equal to `status` if something else changed (progress, counters). */
  previousStatus: string | null;
  status: string;
  /** For a later attempt of a job: the attempt that it replaces. */
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

/** Nothing has happened for a while, but the position to resume from has moved on. */
export interface OutboxHeartbeat {
  kind: 'heartbeat';
  cursor: string;
}

/**
 * A change with its position. This is a class because a burst creates thousands of them, and copying objects
 * by spreading takes several times as long.
 */
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

  /**
   * The position after this event, to resume from. It is rarely used, so it is encoded when it is first read.
   */
  get cursor(): string {
    this.#cursor ??= encodeCursor(this.#place);
    return this.#cursor;
  }
}
