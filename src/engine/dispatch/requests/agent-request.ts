import type { ClaimedAttempt, Lease } from '../../../db/jobs/claim/claim-attempts.js';
import { RequestAbort } from './request-abort.js';

/**
 * The request of a claimed attempt, until it is answered. Instants are by `performance.now()`. Thousands wait
 * in memory at once, so a request has no closures of its own.
 */
export interface AgentRequest {
  attempt: ClaimedAttempt;
  lease: Lease;
  claimedAt: number;
  sentAt: number;
  /** Until when the permit of the agent's rate limit is valid; infinite without a limit. */
  sendBy: number;
  /** The last known deadline. Progress may have moved it since. */
  endsAt: number;
  /** Whether it goes before everything else, because its step follows from an answer. */
  first: boolean;
  abort: RequestAbort;
  /** Set when it is sent. Resolves to whether it ended without an answer, because it was aborted. */
  unanswered: Promise<boolean> | undefined;
}

export interface HowToSend {
  /** For each agent with a rate limit, until when its permits are valid, by `performance.now()`. */
  sendBy?: ReadonlyMap<string, number>;
  /** Whether they go before the attempts that already wait. */
  first?: boolean;
  /** Runs that have been asked to stop since the claim began. Their attempts are given back. */
  stopped?: ReadonlySet<string>;
}

export function requestOf(
  attempt: ClaimedAttempt,
  lease: Lease,
  claimedAt: number,
  { sendBy, first = false }: HowToSend,
): AgentRequest {
  return {
    attempt,
    lease,
    claimedAt,
    sentAt: claimedAt,
    sendBy: sendBy?.get(attempt.agentId) ?? Number.POSITIVE_INFINITY,
    endsAt: claimedAt + attempt.msLeft,
    first,
    abort: new RequestAbort(),
    unanswered: undefined,
  };
}
