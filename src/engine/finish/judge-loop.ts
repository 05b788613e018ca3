import { createLoop, type Loop } from '../../runtime/loop.js';
import type { ResultJudge } from '../../services/jobs/result-judge.js';
import { createBusyWait, type EngineContext } from '../engine-context.js';

/** Holds reported results against their agents' outputSchemas. */
export function createJudgeLoop({ logger, signals }: EngineContext, results: ResultJudge): Loop {
  // Verdicts that nobody can settle now, say: no more are found until then.
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
