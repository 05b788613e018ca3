import type { CancelReason } from '../../domain/run/reasons.js';
import type { HttpClient } from '../../http/client/http-client.js';
import { type AbandonedAttempt, notifyAgents } from '../../services/jobs/notify-agents.js';
import type { StoppedAttempt } from '../../services/runs/stop/stop-executions.js';
import type { EngineContext } from '../engine-context.js';

/** Notifies agents about the end of attempts that they may still be working on. */
export interface CancelNotices {
  /** Attempts of stopped runs; only the running ones have an agent to notify. */
  stopped(attempts: readonly StoppedAttempt[]): void;
  timedOut(attempts: readonly AbandonedAttempt[]): void;
  silent(attempts: readonly AbandonedAttempt[]): void;
}

export function createCancelNotices(
  { pool, directory, logger }: EngineContext,
  http: HttpClient,
): CancelNotices {
  const send = (attempts: readonly AbandonedAttempt[], reason: string) =>
    notifyAgents({ pool, directory, http, logger }, attempts, reason);
  return {
    stopped(attempts) {
      const running = attempts.filter(({ wasRunning }) => wasRunning);
      const of = (wanted: CancelReason) => running.filter(({ reason }) => reason === wanted);
      send(of('replaced'), 'A newer run replaces it.');
      send(of('run_timeout'), 'The run exceeded the time limit of its schedule.');
      send(of('operator'), 'cancelled');
    },
    timedOut: (attempts) => send(attempts, 'The attempt exceeded its time limit.'),
    silent: (attempts) => send(attempts, 'The heartbeats of this agent stopped.'),
  };
}
