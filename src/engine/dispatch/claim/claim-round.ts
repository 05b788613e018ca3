import type { ClaimedAttempt, Lease } from '../../../db/jobs/claim/claim-attempts.js';
import { type ClaimDeps, claimWork, type Wanted } from '../../../services/jobs/claim-work.js';
import type { HowToSend } from '../requests/agent-request.js';
import type { Requests } from '../requests/requests.js';
import { SEND_WITHIN_MS } from '../requests/waiting-requests.js';
import type { ClaimRoom } from './claim-room.js';
import type { ClaimsInProgress } from './claims-in-progress.js';
import type { ServedRequirements } from './served-requirements.js';

export interface ClaimRoundOptions extends ClaimDeps {
  room: Pick<ClaimRoom, 'freeCapacity'>;
  requests: Pick<Requests, 'slowAgents'>;
  claims: ClaimsInProgress;
  /** Which requirements this worker can serve. */
  served: ServedRequirements;
  /** Sends what was claimed. */
  add(lease: Lease, attempts: readonly ClaimedAttempt[], how: HowToSend): Promise<void>;
  /** Another round may claim more after this many milliseconds although nothing happens; null: none will. */
  lookAgainIn(ms: number | null): void;
  /** Jobs of an agent began to wait for its rate limit. */
  onThrottled(): void;
}

/** How often a worker that always finds enough jobs checks for jobs of higher priority. */
const LOOK_MS = 500;

/** Claims queued attempts, and remembers what the last round found. */
export class ClaimRound {
  /** Whether jobs are waiting that could be sent as soon as a request ends. */
  private awaitsCapacity = false;
  /** Whether the last round claimed as much as it could take. */
  private foundAll = false;
  /** How long the last two claims took from the permits of rate limits to their end, in milliseconds. */
  private permitsMs: readonly [number, number] = [0, 0];
  /** When a round last looked at all claimable jobs, by `performance.now()`. */
  private lookedAt = Number.NEGATIVE_INFINITY;

  constructor(private readonly options: ClaimRoundOptions) {}

  /** @returns whether nothing was left to claim */
  async run(lease: Lease, limit: number): Promise<boolean> {
    const { claims, lookAgainIn, onThrottled, add } = this.options;
    const startedAt = performance.now();
    const wanted = this.wanted(limit, startedAt);
    this.foundAll = false; // if the claim fails
    const { claimed, stopped } = await claims.watch(claimWork(this.options, lease, wanted));
    const { permittedAt } = claimed;
    if (permittedAt !== null) this.permitsMs = [this.permitsMs[1], performance.now() - permittedAt];
    lookAgainIn(claimed.againInMs);
    this.awaitsCapacity = claimed.awaitsCapacity;
    if (claimed.throttled) onThrottled();
    await add(lease, claimed.attempts, { sendBy: claimed.sendBy, stopped });
    this.foundAll = claimed.attempts.length === limit;
    if (!claimed.isPartial) this.lookedAt = startedAt;
    else if (!this.foundAll) return false;
    return this.isDry(wanted.served);
  }

  /** Jobs that were not sent have to be claimed as soon as a request ends. */
  awaitCapacity(): void {
    this.awaitsCapacity = true;
  }

  /** @returns whether another round should use the capacity that is free now */
  takeCapacity(): boolean {
    const { awaitsCapacity } = this;
    this.awaitsCapacity = false;
    return awaitsCapacity;
  }

  private wanted(limit: number, now: number): Wanted {
    const { room, requests, served } = this.options;
    const atOnce = Math.min(limit, room.freeCapacity());
    return {
      limit,
      atOnce,
      sendWithinMs: limit > atOnce ? SEND_WITHIN_MS : 0,
      served: served.keys(),
      slowAgents: requests.slowAgents(),
      // A single claim that took long does not make the next permits count for longer.
      permitMs: Math.min(...this.permitsMs),
      continues: this.foundAll && now - this.lookedAt < LOOK_MS,
    };
  }

  /** Whether the round left nothing, also of jobs with requirements that this worker did not know before. */
  private async isDry(servedBefore: readonly string[]): Promise<boolean> {
    const { served } = this.options;
    const { foundAll } = this;
    await served.look(foundAll);
    return !foundAll && served.keys().every((key) => servedBefore.includes(key));
  }
}
