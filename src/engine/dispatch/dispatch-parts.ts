import { setImmediate as yieldToOthers } from 'node:timers/promises';
import { boundedLabel } from '../../runtime/telemetry/metrics.js';
import { finishSteps } from '../../services/pipelines/finish-steps.js';
import type { EngineContext } from '../engine-context.js';
import type { EngineOptions } from '../engine-options.js';
import { AnswerWriter } from '../finish/answer-writer.js';
import type { LeaseKeeper } from '../maintain/lease.js';
import { Dispatcher, type DispatcherOptions } from './dispatcher.js';
import { type CircuitKeeper, createCircuitKeeper } from './requests/circuit-keeper.js';
import { createSendLateness, type SendLateness } from './requests/send-lateness.js';
import { createUpstreamLoader } from './requests/upstream-loader.js';
import { createStepPace } from './step-pace.js';
import { createWorkCalls, type WorkCalls } from './work-calls.js';

/** Everything between a released job and its answer in the database. */
export interface DispatchParts {
  dispatcher: Dispatcher;
  calls: WorkCalls;
  circuits: CircuitKeeper;
  sendLateness: SendLateness;
}

/** @param capacity the maximum number of concurrent requests */
export function createDispatchParts(
  context: EngineContext,
  options: EngineOptions,
  lease: LeaseKeeper,
  capacity: () => number,
): DispatchParts {
  const { pool, clock, directory, logger, metrics, signals } = context;
  const roomFreed = () => signals.emit('roomFreed');
  const sendLateness = createSendLateness(context);
  const pace = createStepPace(roomFreed);
  const calls = createWorkCalls(context, options.registration.capabilities, () => dispatcher);
  const writer = new AnswerWriter({
    pool,
    pace,
    logger,
    holds: (one) => lease.current() === one,
    // The steps that follow are claimed with the answers and sent at once.
    finishSteps: (current, answers, onCommitted) =>
      dispatcher.claiming(current, async () => {
        const finished = await finishSteps(pool, current, answers, dispatcher.stepClaim());
        onCommitted();
        await yieldToOthers();
        return finished;
      }),
    onWritten: (batch) => signals.emit('answersWritten', batch),
    onRoom: roomFreed,
  });
  const dispatcher = new Dispatcher({
    pool,
    directory,
    logger,
    writer,
    pace,
    capacity,
    send: {
      directory,
      invoker: options.invoker,
      secretKey: options.secretKey,
      publicUrl: options.publicUrl,
      now: () => new Date(clock.now()),
      maySend: lease.isFresh,
      loadUpstream: createUpstreamLoader(pool),
      onDependent: (ms) => metrics.dependentDelay.observe(ms / 1_000),
    },
    lease: lease.current,
    maySend: lease.isFresh,
    mayClaim: () => !calls.isDraining(),
    served: calls.served,
    onLoad(activeJobs) {
      metrics.activeJobs.set(activeJobs);
      lease.reportLoad(activeJobs);
    },
    onClaimed: sendLateness.sent,
    onDeadline: (msLeft) => signals.emit('deadlineSet', msLeft),
    onOutcome: outcomeRecorder(context),
    onThrottled: () => signals.emit('jobsThrottled'),
    onGivenBack: calls.wakeAll,
  });
  return { dispatcher, calls, circuits: createCircuitKeeper(context), sendLateness };
}

function outcomeRecorder({ metrics }: EngineContext): DispatcherOptions['onOutcome'] {
  const agentLabel = boundedLabel();
  return ({ agentId }, outcome, durationMs) => {
    const agent = agentLabel(agentId);
    metrics.attempts.inc({ agent, outcome });
    if (durationMs !== null) metrics.requestDuration.observe({ agent }, durationMs / 1_000);
  };
}
