import type { ClaimedAttempt, Lease } from '../../../db/jobs/claim/claim-attempts.js';
import { releaseAborted } from '../../../db/workers/worker-lease.js';
import type { AnswerWriter } from '../../finish/answer-writer.js';
import type { StepPace } from '../step-pace.js';
import { type AgentRequest, type HowToSend, requestOf } from './agent-request.js';
import { createGiveBack, type GiveBack } from './give-back.js';
import { RequestsInProgress, type RequestsInProgressOptions } from './requests-in-progress.js';
import { WaitingRequests, type WaitingRequestsOptions } from './waiting-requests.js';

export interface RequestsOptions
  extends Omit<WaitingRequestsOptions, 'giveBack'>,
    Omit<RequestsInProgressOptions, 'giveBack'> {
  writer: AnswerWriter;
  /** Limits new work while contexts proceed from step to step. */
  pace: StepPace;
  /** Called after each change, for the worker's row and metrics. */
  onLoad(activeJobs: number): void;
}

/**
 * The requests of all attempts that a worker has claimed: they wait for capacity, are in progress, and end
 * when their answer is written or their attempt is given back.
 */
export class Requests {
  private readonly unsent: WaitingRequests;
  private readonly sent: RequestsInProgress;
  private readonly giveBack: GiveBack;
  private isClosed = false;

  constructor(private readonly options: RequestsOptions) {
    this.giveBack = createGiveBack(options);
    this.unsent = new WaitingRequests({ ...options, giveBack: this.giveBack });
    this.sent = new RequestsInProgress({ ...options, giveBack: this.giveBack });
  }

  /** How many wait for capacity. */
  get waiting(): number {
    return this.unsent.size;
  }

  /** How many are in progress. */
  get inProgress(): number {
    return this.sent.size;
  }

  /** Ids of attempts that are not answered yet. */
  unanswered(): string[] {
    return [...this.sent.attemptIds(), ...this.unsent.attemptIds()];
  }

  /** Whether the attempt is not answered yet, or its answer is being written. */
  has(attemptId: string): boolean {
    return this.sent.has(attemptId) || this.unsent.has(attemptId);
  }

  /** Agents whose slow calls use at least half of the capacity. Jobs of other agents go first. */
  slowAgents(): string[] {
    return this.sent.slowAgents();
  }

  /** Whether slow calls use at least half of the capacity. */
  areSlow(): boolean {
    return this.sent.areSlow();
  }

  /** Adds attempts that were claimed under this lease. After `close`, gives them back before it resolves. */
  async add(lease: Lease, attempts: readonly ClaimedAttempt[], how: HowToSend = {}): Promise<void> {
    const { unsent } = this;
    const claimedAt = performance.now();
    const isStopped = ({ scheduleExecutionId }: ClaimedAttempt) =>
      how.stopped?.has(scheduleExecutionId) === true;
    const behind = how.first ? unsent.takeAll() : [];
    for (const attempt of attempts)
      if (!isStopped(attempt)) unsent.append(requestOf(attempt, lease, claimedAt, how));
    for (const request of behind) unsent.append(request);
    if (this.isClosed) await unsent.close();
    this.send();
    unsent.watchOverdue();
    await this.giveBack(lease, attempts.filter(isStopped));
  }

  /** Sends as many waiting requests as there is free capacity for. */
  send(): void {
    const { capacity, writer, pace, maySend, onLoad } = this.options;
    const { unsent, sent } = this;
    let free = capacity() - sent.size;
    if (free > 0 && unsent.size > 0 && !this.isClosed && !writer.isFull() && maySend()) {
      const isBehind = writer.isBehind();
      const most = pace.maxInProgress();
      for (const request of unsent.inOrder()) {
        if (free-- === 0 || (!request.first && (isBehind || sent.size >= most))) break;
        unsent.remove(request);
        sent.start(request);
      }
    }
    onLoad(sent.size);
  }

  /**
   * Gives back these of the waiting attempts. Aborts these of the requests in progress, then gives back their
   * attempts.
   */
  drop(isMeant: (attempt: ClaimedAttempt) => boolean): void {
    void this.dropSent(this.sent.of(isMeant));
    void this.unsent.giveBack(this.unsent.of(isMeant));
  }

  /** Drops everything and aborts all requests. Other workers have taken over, so nothing is given back. */
  abandonAll(): void {
    this.unsent.takeAll();
    this.abortAll();
  }

  abortAll(): void {
    this.sent.abortAll();
  }

  /** Stops sending and gives back unsent attempts. */
  async close(): Promise<void> {
    this.isClosed = true;
    await this.unsent.close();
  }

  private async dropSent(requests: readonly AgentRequest[]): Promise<void> {
    const unanswered = await this.sent.abort(requests);
    // Attempts of an earlier lease no longer belong to this worker.
    const lease = this.options.lease();
    if (!lease) return;
    const attempts = unanswered.filter((one) => one.lease === lease).map(({ attempt }) => attempt);
    await this.giveBack(lease, attempts, releaseAborted);
  }
}
