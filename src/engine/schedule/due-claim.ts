import type { Lease } from '../../db/jobs/claim/claim-attempts.js';
import type { EngineSettings } from '../../domain/config/engine-config.js';
import type { SchedulerConfig } from '../../domain/config/scheduler-config.js';
import { singleJobOf } from '../../services/runs/expand/single-job.js';
import {
  type Claim,
  type ClaimHelp,
  type ClaimSettings,
  claimDueSchedules,
} from '../../services/schedules/claim/claim-due-schedules.js';
import type { PromisedRoom } from '../dispatch/claim/idle-claims.js';
import type { EngineContext } from '../engine-context.js';
import type { LocalWorker } from '../local-worker.js';
import type { ClaimWatch } from './claim-watch.js';
import type { LeftOut } from './left-out.js';

/**
 * If many schedules are due at once, a round claims what can be sent soon, and the next round waits for room,
 * but at most this long, after which slow agents are known as such. A job that the same worker claims and sends
 * is written once less, and the first calls leave while the last slots are still to be claimed.
 */
const PACE_MS = 1_000;
/** With room for fewer jobs, a claim is not limited by the room. */
const LEAST_AT_ONCE = 25;

/** A claim that is committed. */
export interface DueClaim {
  done: Claim;
  pollIntervalMs: number;
}

export interface DueClaimOptions {
  watch: Pick<ClaimWatch, 'since'>;
  leftOut: Pick<LeftOut, 'ids'>;
  /** How early a schedule may be locked, in milliseconds. */
  aheadMs: number;
}

/**
 * Claims schedules that are due, as many as this worker can send soon.
 *
 * @returns a function to call once per round. `isPaced`: the last round left schedules that are due, so this
 * one may wait for room. Signals `slotsRecorded`.
 */
export function createDueClaim(
  { claims, directory, signals }: EngineContext,
  { lease, dispatcher }: LocalWorker,
  { watch, leftOut, aheadMs }: DueClaimOptions,
): (isPaced: boolean) => Promise<DueClaim> {
  /** @returns for how many jobs there is room, or undefined if the claim is not limited by it */
  async function roomFor(isPaced: boolean): Promise<PromisedRoom | undefined> {
    const room = await dispatcher.idle.room(LEAST_AT_ONCE, isPaced ? PACE_MS : 0);
    return room.size >= LEAST_AT_ONCE ? room : undefined;
  }

  function settingsOf(
    { scheduler }: SchedulerConfig,
    engine: EngineSettings,
    batchSize: number,
  ): ClaimSettings {
    return {
      timezone: scheduler.timezone,
      enabled: scheduler.enabled,
      misfireThresholdMs: scheduler.misfireThreshold,
      watchedSince: watch.since(scheduler.misfireThreshold),
      batchSize,
      aheadMs,
      except: leftOut.ids(),
      jitterThreshold: engine.jitterThreshold,
      maxJitterMs: engine.maxJitterMs,
    };
  }

  /** What the claim may do besides: create the jobs of single calls, and claim those that fit in here. */
  function helpOf(
    config: SchedulerConfig,
    current: Lease | undefined,
    room: PromisedRoom | undefined,
  ): ClaimHelp {
    return {
      planJob: (execution) => singleJobOf(directory, execution, config, execution.executionTime),
      async sendAtOnce() {
        const limited = (await directory.limitedAgents()).map(({ id }) => id);
        const sender = dispatcher.idle.next(room);
        return current && sender && { ...sender, lease: current, limited };
      },
    };
  }

  return async (isPaced) => {
    const [config, engine] = await Promise.all([
      directory.config(),
      directory.engine(),
      directory.limitedAgents(), // loads them before the slot is due, if they are not cached
    ]);
    const room = await roomFor(isPaced);
    const batchSize = Math.min(room?.size ?? engine.claimBatchSize, engine.claimBatchSize);
    const settings = settingsOf(config, engine, batchSize);
    const current = lease.current();
    const help = helpOf(config, current, room);
    async function work(): Promise<Claim> {
      const done = await claimDueSchedules(claims, settings, help);
      signals.emit('slotsRecorded', done.recorded);
      return done;
    }
    const done = await (current ? dispatcher.claiming(current, work, false) : work());
    return { done, pollIntervalMs: engine.pollIntervalMs };
  };
}
