import type { ClaimedAttempt } from '../../../db/jobs/claim/claim-attempts.js';
import { attemptMsLeft } from '../../../db/jobs/end/fail-late-attempts.js';
import type { AnswerRecord } from '../../../db/jobs/end/write-answers.js';
import type { Pool } from '../../../runtime/database/pool.js';
import type { Logger } from '../../../runtime/telemetry/logger.js';
import type { AnswerFate } from '../../finish/answer-batch.js';
import type { AnswerWriter } from '../../finish/answer-writer.js';
import type { AgentRequest } from './agent-request.js';
import type { GiveBack } from './give-back.js';
import { createRequestDeadlines, type RequestDeadlines } from './request-deadlines.js';
import { internalError, type SendDeps, type Sent, sendAttempt } from './send-attempt.js';

export interface RequestsInProgressOptions {
  pool: Pool;
  logger: Logger;
  send: SendDeps;
  writer: Pick<AnswerWriter, 'write'>;
  giveBack: GiveBack;
  /** The maximum number of concurrent requests. */
  capacity: () => number;
  /**
   * Called when the answer is written.
   * @param durationMs of the call; null if nothing was sent
   */
  onOutcome(attempt: ClaimedAttempt, outcome: string, durationMs: number | null): void;
  /** An agent accepted an attempt and must send a heartbeat within this many milliseconds. */
  onDeadline(msLeft: number): void;
  /**
   * A request has ended, and its capacity is free.
   * @param isLate nothing was sent, and the attempt must be claimed again
   */
  onEnded(request: AgentRequest, isLate: boolean): void;
}

/** Calls that take at least this long are slow. */
const SLOW_MS = 1_000;

/** Sends requests and passes their answers to the writer. */
export class RequestsInProgress {
  /** By the id of the attempt. */
  private readonly byId = new Map<string, AgentRequest>();
  /** Attempts whose answer is being written. */
  private readonly beingWritten = new Set<string>();
  private readonly deadlines: RequestDeadlines;

  constructor(private readonly options: RequestsInProgressOptions) {
    const { pool, logger } = options;
    this.deadlines = createRequestDeadlines({ readMsLeft: (id) => attemptMsLeft(pool, id), logger });
  }

  get size(): number {
    return this.byId.size;
  }

  /** Whether the attempt is sent and its answer is not in the database yet. */
  has(attemptId: string): boolean {
    return this.byId.has(attemptId) || this.beingWritten.has(attemptId);
  }

  attemptIds(): Iterable<string> {
    return this.byId.keys();
  }

  of(isMeant: (attempt: ClaimedAttempt) => boolean): AgentRequest[] {
    return [...this.byId.values()].filter(({ attempt }) => isMeant(attempt));
  }

  start(request: AgentRequest): void {
    this.byId.set(request.attempt.id, request);
    request.unanswered = this.perform(request);
  }

  /**
   * Aborts these requests. @returns those that ended without an answer; others were answered at this moment
   */
  async abort(requests: readonly AgentRequest[]): Promise<AgentRequest[]> {
    for (const { abort } of requests) abort.now();
    const unanswered = await Promise.all(requests.map((request) => request.unanswered));
    return requests.filter((_, index) => unanswered[index] === true);
  }

  abortAll(): void {
    for (const { abort } of this.byId.values()) abort.now();
  }

  /** Agents whose slow calls use at least half of the capacity. */
  slowAgents(): string[] {
    const half = this.options.capacity() / 2;
    return [...this.slowCalls()].flatMap(([agentId, calls]) => (calls >= half ? [agentId] : []));
  }

  /** Whether slow calls use at least half of the capacity, whichever agents they are of. */
  areSlow(): boolean {
    const total = [...this.slowCalls().values()].reduce((sum, calls) => sum + calls, 0);
    return total > 0 && total >= this.options.capacity() / 2;
  }

  /** The number of slow calls of each agent. Empty while less than half of the capacity is in use. */
  private slowCalls(): Map<string, number> {
    const slow = new Map<string, number>();
    if (this.byId.size < this.options.capacity() / 2) return slow;
    const slowSince = performance.now() - SLOW_MS;
    for (const { attempt, sentAt } of this.byId.values())
      if (sentAt <= slowSince) slow.set(attempt.agentId, (slow.get(attempt.agentId) ?? 0) + 1);
    return slow;
  }

  /** @returns whether it ended without an answer */
  private async perform(request: AgentRequest): Promise<boolean> {
    const { attempt, lease, abort } = request;
    const { send, logger, giveBack, onOutcome, onEnded } = this.options;
    let sent: Sent | undefined;
    request.sentAt = performance.now();
    this.deadlines.add(request);
    try {
      sent = await sendAttempt(send, attempt, request, abort);
      if (sent.kind === 'late') await giveBack(lease, [attempt]);
      else if (sent.kind === 'answer') {
        const { record } = sent;
        // Only then is it known whether an attempt whose connection was lost goes on.
        void this.write(request, record).then((fate) => {
          const isAccepted = record.accepted || fate === 'left_to_report';
          onOutcome(attempt, isAccepted ? 'accepted' : record.status, record.durationMs);
        });
      }
    } catch (err) {
      // A bug, or the database was unavailable when the agent was read. The attempt fails and may be retried.
      const { id: executionId, jobId, traceId } = attempt;
      logger.error('dispatch.failed', { err, executionId, jobId, traceId });
      void this.write(request, internalError(attempt));
    } finally {
      this.deadlines.remove(request);
      if (this.byId.delete(attempt.id)) onEnded(request, sent?.kind === 'late');
    }
    return sent?.kind === 'unanswered';
  }

  private async write(
    { attempt, lease, claimedAt, sentAt }: AgentRequest,
    record: AnswerRecord,
  ): Promise<AnswerFate> {
    const { id, heartbeatTimeout } = attempt;
    this.beingWritten.add(id);
    if (record.durationMs !== null) record.sentAfterMs = Math.round(sentAt - claimedAt);
    const fate = await this.options.writer.write(lease, record, attempt);
    this.beingWritten.delete(id);
    // Not earlier, because the deadline is in the row that was just written.
    if (record.accepted && heartbeatTimeout !== null) this.options.onDeadline(heartbeatTimeout);
    return fate;
  }
}
