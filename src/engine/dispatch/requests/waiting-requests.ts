import type { ClaimedAttempt, Lease } from '../../../db/jobs/claim/claim-attempts.js';
import type { AgentRequest } from './agent-request.js';
import type { GiveBack } from './give-back.js';

export interface WaitingRequestsOptions {
  lease: () => Lease | undefined;
  /** Whether the lease cannot have expired. */
  maySend: () => boolean;
  giveBack: GiveBack;
  /** Attempts that waited too long were given back. */
  onGivenBack(): void;
}

/**
 * How long claimed attempts may wait to be sent before they are given back. Usually they are sent within the
 * window of {@link createPrefetch}, of which chunks fill one and a half. A machine that stops for a moment
 * does not give them back.
 */
export const SEND_WITHIN_MS = 500;
/** Timers may fire this much early. */
const TIMER_MS = 2;

/**
 * Requests that wait for capacity, in the order in which they are sent. An attempt that waits too long,
 * because agents have become slow, is given back, since another worker may be idle.
 */
export class WaitingRequests {
  /** By the id of the attempt. */
  private readonly byId = new Map<string, AgentRequest>();
  private overdueCheck: NodeJS.Timeout | undefined;
  private isClosed = false;

  constructor(private readonly options: WaitingRequestsOptions) {}

  get size(): number {
    return this.byId.size;
  }

  has(attemptId: string): boolean {
    return this.byId.has(attemptId);
  }

  attemptIds(): Iterable<string> {
    return this.byId.keys();
  }

  /** In the order in which they are sent. The current one may be removed meanwhile. */
  inOrder(): Iterable<AgentRequest> {
    return this.byId.values();
  }

  append(request: AgentRequest): void {
    this.byId.set(request.attempt.id, request);
  }

  remove({ attempt }: AgentRequest): void {
    this.byId.delete(attempt.id);
  }

  /** Removes and returns all of them. */
  takeAll(): AgentRequest[] {
    const all = [...this.byId.values()];
    this.byId.clear();
    return all;
  }

  of(isMeant: (attempt: ClaimedAttempt) => boolean): AgentRequest[] {
    return [...this.byId.values()].filter(({ attempt }) => isMeant(attempt));
  }

  /** Each is given back under the lease that it was claimed with: a worker that lost its lease has another. */
  async giveBack(requests: readonly AgentRequest[]): Promise<void> {
    const byLease = new Map(requests.map(({ lease }) => [lease, [] as ClaimedAttempt[]]));
    for (const request of requests) {
      this.remove(request);
      byLease.get(request.lease)?.push(request.attempt);
    }
    await Promise.all(Array.from(byLease, ([lease, attempts]) => this.options.giveBack(lease, attempts)));
  }

  /** Gives back what waits too long. Call after requests were added. */
  watchOverdue(): void {
    if (this.byId.size === 0 || this.isClosed) return;
    this.overdueCheck ??= setTimeout(() => this.giveBackOverdue(), SEND_WITHIN_MS);
  }

  /** Gives back everything, and plans no more checks. */
  async close(): Promise<void> {
    this.isClosed = true;
    clearTimeout(this.overdueCheck);
    await this.giveBack([...this.byId.values()]);
  }

  private giveBackOverdue(): void {
    this.overdueCheck = undefined;
    const { maySend, onGivenBack } = this.options;
    const lease = this.options.lease();
    const since = performance.now() - SEND_WITHIN_MS + TIMER_MS;
    // Nothing can be written with an expired lease. The attempts are dropped when the loss is known.
    const isOverdue = (one: AgentRequest) => maySend() && one.lease === lease && one.claimedAt <= since;
    const overdue = [...this.byId.values()].filter(isOverdue);
    if (overdue.length > 0) void this.giveBack(overdue).then(onGivenBack);
    this.watchOverdue();
  }
}
