import { createLoop, type Loop } from '../../runtime/loop.js';
import type { ResultValidator } from '../../services/jobs/result-validator.js';
import { createBusyWait } from '../busy-wait.js';
import type { EngineContext } from '../engine-context.js';

/** Validates reported results against the `outputSchema` of their agents. Signals `resultsValidated`. */
export function createValidateLoop({ logger, signals }: EngineContext, results: ResultValidator): Loop {
  // Results that were validated before can be locked, and no others are found until they are settled.
  const wait = createBusyWait();
  return createLoop({
    name: 'validate',
    logger,
    async runOnce() {
      const { validated, more } = await results.validateSome();
      if (more && validated === 0) return wait.next();
      wait.reset();
      if (validated > 0) signals.emit('resultsValidated');
      return more ? 0 : null;
    },
  });
}
