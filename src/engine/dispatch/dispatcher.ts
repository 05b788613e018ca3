import type { ClaimedAttempt, Lease } from '../../db/jobs/claim/claim-attempts.js';
import {
  attemptsClaimedUnder,
  type Freed,
  freeForgottenAttempts,
} from '../../db/jobs/end/recover-attempts.js';
import { aborted } from '../../runtime/time-limit.js';
import type { AgentDirectory } from '../../services/agents/agent-directory.js';
import { ClaimRoom } from './claim/claim-room.js';
import { ClaimRound } from './claim/claim-round.js';
import { type ClaimTiming, createClaimTiming } from './claim/claim-timing.js';
import { ClaimsInProgress } from './claim/claims-in-progress.js';
import { IDLE_AHEAD, IdleClaims } from './claim/idle-claims.js';
import { createPrefetch } from './claim/prefetch.js';
import type { ServedRequirements } from './claim/served-requirements.js';
import type { AgentRequest, HowToSend } from './requests/agent-request.js';
import { Requests, type RequestsOptions } from './requests/requests.js';
import { SEND_WITHIN_MS } from './requests/waiting-requests.js';

export interface DispatcherOptions extends Omit<RequestsOptions, 'onEnded'> {
  directory: AgentDirectory;
  /** False while the worker drains. */
  mayClaim: () => boolean;
  /** Which requirements this worker can serve. */
  served: ServedRequirements;
  /** Attempts were claimed and will be sent as soon as there is capacity. */
  onClaimed(attempts: readonly ClaimedAttempt[]): void;
  /** Jobs of an agent began to wait for its rate limit. */
  onThrottled(): void;
}

/**
 * Claims attempts and sends them, at most `capacity` requests at once. The claim is committed before a
 * request leaves. One statement claims as many attempts as can be sent at once and some more (see
 * {@link createPrefetch}), which wait until requests end. The next claim begins before they have run out.
 */
export class Dispatcher {
  /** Claims outside the rounds. */
  readonly idle: IdleClaims;
  private readonly prefetch = createPrefetch();
  private readonly claims = new ClaimsInProgress();
  private readonly requests: Requests;
  private readonly room: ClaimRoom;
  private readonly round: ClaimRound;
  private readonly timing: ClaimTiming;
  private isStopping = false;

  constructor(private readonly options: DispatcherOptions) {
    const { prefetch, claims } = this;
    const mayClaim = () => !this.isStopping && options.mayClaim();
    const requests = new Requests({
      ...options,
      onEnded: (request, isLate) => this.requestEnded(request, isLate),
      onGivenBack: () => this.givenBack(),
    });
    const room = new ClaimRoom({ ...options, requests, prefetch });
    const timing = createClaimTiming({
      round: () => this.claim(),
      room: () => this.untilRoom(),
      logger: options.logger,
    });
    this.requests = requests;
    this.room = room;
    this.timing = timing;
    this.idle = new IdleClaims({ ...options, mayClaim, requests, room, timing, prefetch });
    this.round = new ClaimRound({
      ...options,
      ...{ requests, room, claims },
      lookAgainIn: timing.lookAgainIn,
      add: (lease, attempts, how) => this.add(lease, attempts, how),
    });
  }

  /** Claims and sends until nothing is left to claim. Waits while there is no room. */
  async serve(): Promise<void> {
    for (let dry = false; !dry && !this.isStopping; dry = await this.timing.claim()) await this.untilRoom();
  }

  /** The same in the background. A call during a check leads to another check. */
  poke(): void {
    this.timing.poke();
  }

  /** How many more attempts this worker can claim now. */
  roomLeft(): number {
    return this.room.size();
  }

  /** There may be room for another request. */
  capacityChanged(): void {
    this.requests.send();
    this.room.grow();
  }

  /** Ids of claimed attempts that are not answered yet. */
  unanswered(): string[] {
    return this.requests.unanswered();
  }

  /**
   * Gives back attempts that are not sent yet, for example cancelled ones, and aborts the requests of the
   * others.
   */
  abort(attemptIds: readonly string[]): void {
    const ids = new Set(attemptIds);
    this.requests.drop(({ id }) => ids.has(id));
    this.room.grow();
  }

  /** The same for all attempts of runs that were asked to stop, including those that are being claimed. */
  abortRuns(executionIds: readonly string[]): void {
    const ids = new Set(executionIds);
    this.claims.runsStopped(ids);
    this.requests.drop(({ scheduleExecutionId }) => ids.has(scheduleExecutionId));
    this.room.grow();
  }

  /** Drops everything and aborts all requests, because other workers have taken over. */
  abandonAll(): void {
    this.requests.abandonAll();
    this.room.grow();
  }

  /**
   * Sends what `work` claims outside the rounds.
   * @param first whether it goes before everything else, like steps that follow from answers
   */
  claiming<T extends { claimed: readonly ClaimedAttempt[] }>(
    lease: Lease,
    work: () => Promise<T>,
    first = true,
  ): Promise<T> {
    return this.claims.outside(async () => {
      const { claimed: done, stopped } = await this.claims.watch(work());
      await this.add(lease, done.claimed, { first, stopped });
      return done;
    });
  }

  /** How steps that follow from answers may be claimed; undefined: not now. */
  stepClaim(): { served: readonly string[]; sendWithinMs: number } | undefined {
    const { mayClaim, served } = this.options;
    if (this.isStopping || !mayClaim()) return undefined;
    return { served: served.keys(), sendWithinMs: SEND_WITHIN_MS };
  }

  /** Frees attempts whose claim was committed but not confirmed, because the connection broke. */
  async freeForgotten(): Promise<Freed> {
    const { pool, lease: current } = this.options;
    const lease = current();
    if (!lease) return NOTHING_FREED;
    // No round claims meanwhile, so attempts of this lease are either known here or forgotten. Attempts that
    // are given back are not claimed again before the end, which would free them during a call.
    return this.timing.without(async () => {
      const stored = await attemptsClaimedUnder(pool, lease);
      await this.claims.outsideEnded();
      const forgotten = stored.filter((id) => !this.requests.has(id));
      return forgotten.length === 0 ? NOTHING_FREED : freeForgottenAttempts(pool, lease, forgotten);
    });
  }

  /**
   * Stops claiming, gives back unsent attempts, and waits for requests in progress; aborts them at the
   * deadline.
   */
  async stop(deadline: AbortSignal): Promise<void> {
    const { requests } = this;
    this.isStopping = true;
    this.room.grow();
    await this.timing.stop();
    await Promise.race([this.claims.outsideEnded(), aborted(deadline)]);
    await requests.close();
    const abortAll = () => requests.abortAll();
    if (deadline.aborted) abortAll();
    deadline.addEventListener('abort', abortAll, { once: true });
    while (requests.inProgress > 0) await this.room.grown();
    await Promise.race([this.options.writer.drain(), aborted(deadline)]);
    deadline.removeEventListener('abort', abortAll);
  }

  private async untilRoom(): Promise<void> {
    while (!this.isStopping && this.room.size() === 0) await this.room.grown();
  }

  /** One round. @returns whether nothing was left to claim */
  private async claim(): Promise<boolean> {
    const { lease: current, mayClaim } = this.options;
    this.requests.send(); // attempts that waited for the lease to be renewed
    const lease = current();
    if (!lease || this.isStopping || !mayClaim()) return true;
    const limit = this.room.soon(this.room.size());
    return limit > 0 && this.round.run(lease, limit);
  }

  private async add(lease: Lease, attempts: readonly ClaimedAttempt[], how: HowToSend): Promise<void> {
    const { lease: current, onDeadline, onClaimed } = this.options;
    if (current() !== lease || attempts.length === 0) return;
    onDeadline(Math.min(...attempts.map(({ msLeft }) => msLeft)));
    onClaimed(attempts);
    this.prefetch.supplied();
    await this.requests.add(lease, attempts, how);
  }

  /** Uses the capacity that a request has left: sends the next one, and claims more if there is room. */
  private requestEnded({ first, sentAt }: AgentRequest, isLate: boolean): void {
    const { requests, prefetch, room, round } = this;
    if (isLate) round.awaitCapacity();
    else if (!first) prefetch.answered(performance.now() - sentAt);
    requests.send();
    this.options.writer.expect(requests.inProgress > 0);
    if (requests.waiting === 0 && requests.inProgress < this.options.capacity()) prefetch.starved();
    if (this.isStopping || room.size(IDLE_AHEAD) > 0) room.grow();
    if (round.takeCapacity()) this.timing.poke();
  }

  /** Attempts waited too long. They are claimed again when a request ends. */
  private givenBack(): void {
    this.round.awaitCapacity();
    // If capacity is free, attempts were given back because there was no lease, and no request will end.
    if (this.requests.inProgress < this.options.capacity()) this.room.grow();
    this.options.onGivenBack();
  }
}

const NOTHING_FREED: Freed = { redelivered: 0, lost: 0 };
