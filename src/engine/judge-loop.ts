import { createLoop, type Loop } from '../runtime/loop.js';
import type { ResultJudge } from '../services/result-judge.js';
import { BUSY_MS, type EngineContext } from './engine-context.js';

/** Holds reported results against their agents' outputSchemas. @param onJudged some may be settled now */
export function createJudgeLoop({ logger }: EngineContext, results: ResultJudge, onJudged: () => void): Loop {
  return createLoop({
    name: 'judge',
    logger,
    async runOnce() {
      const { judged, more } = await results.judgeSome();
      if (judged > 0) onJudged();
      if (!more) return null;
      return judged > 0 ? 0 : BUSY_MS;
    },
  });
}
