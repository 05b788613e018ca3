import { createLoop, type Loop } from '../../runtime/loop.js';
import type { ResultJudge } from '../../services/jobs/result-judge.js';
import { createBusyWait, type EngineContext } from '../engine-context.js';

/** Validates reported results against the `outputSchema` of their agents. */
export function createJudgeLoop({ logger, signals }: EngineContext, results: ResultJudge): Loop {
  // Results that were judged before can be locked, and no others are found until they are settled.
  const wait = createBusyWait();
  return createLoop({
    name: 'judge',
    logger,
    async runOnce() {
      const { judged, more } = await results.judgeSome();
      if (more && judged === 0) return wait.next();
      wait.reset();
      if (judged > 0) signals.emit('resultsJudged');
      return more ? 0 : null;
    },
  });
}
