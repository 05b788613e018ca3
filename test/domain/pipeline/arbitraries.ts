import fc from 'fast-check';
import { type AttemptStatus, isEnded } from '../../../src/domain/job/states.js';
import { type PipelineStep, RUN_IFS, type RunIf } from '../../../src/domain/pipeline/pipeline.js';
import { validatePipeline } from '../../../src/domain/pipeline/validate-pipeline.js';
import { loopTo, step } from './steps.js';

const surroundings = { isDataSource: () => false, knownAgents: new Set(['agent']) };
const isValid = (steps: PipelineStep[]) =>
  validatePipeline({ steps, retryConfig: null }, surroundings).length === 0;

const stepPlan = fc.record({
  dependsOn: fc.array(fc.nat(), { maxLength: 3 }),
  runIf: fc.constantFrom(...RUN_IFS),
  parallel: fc.boolean(),
  timeout: fc.constantFrom(null, null, null, null, 5, 60),
  loopBack: fc.option(fc.record({ to: fc.nat(), maxTurns: fc.integer({ min: 1, max: 3 }) }), { freq: 3 }),
});

/** Valid pipelines; the order of the list is not that of the dependencies. */
export const pipeline = fc
  .tuple(fc.array(stepPlan, { minLength: 1, maxLength: 8 }), fc.infiniteStream(fc.nat()))
  .map(([plans, numbers]) => {
    let steps = plans.map((plan, n) => {
      const dependsOn = n === 0 ? [] : [...new Set(plan.dependsOn.map((d) => `s${d % n}`))];
      const runIf = dependsOn.length === 0 ? ('all_done' as const) : plan.runIf;
      const { parallel, timeout: dependencyTimeout } = plan;
      return step({ stepId: `s${n}`, dependsOn, runIf, parallel, dependencyTimeout });
    });
    for (const [n, { loopBack }] of plans.entries()) {
      if (!loopBack) continue;
      const loop = loopTo(`s${loopBack.to % (n + 1)}`, loopBack.maxTurns);
      const looping = steps.with(n, { ...(steps[n] as PipelineStep), loop });
      // Loops that do not fit the earlier ones are left out.
      if (isValid(looping)) steps = looping;
    }
    const weights = steps.map(() => numbers.next().value as number);
    const order = steps.map((_, n) => n).sort((a, b) => (weights[a] ?? 0) - (weights[b] ?? 0));
    return order.map((n) => steps[n] as PipelineStep);
  });

/** Whether a step runs whose dependencies have all ended in this way. */
export function holds(runIf: RunIf, ends: AttemptStatus[]): boolean {
  switch (runIf) {
    case 'all_succeeded':
      return ends.every((end) => end === 'completed');
    case 'all_done':
      return ends.every(isEnded);
    case 'any_succeeded':
      return ends.includes('completed');
    case 'any_failed':
      return ends.some((end) => end === 'failed' || end === 'dead_letter' || end === 'cancelled');
  }
}
