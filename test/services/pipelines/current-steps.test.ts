import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadCurrentSteps } from '../../../src/db/pipelines/load-current-steps.js';
import { insertStepsAgain } from '../../../src/db/pipelines/release-steps.js';
import { uuidv7 } from '../../../src/runtime/ids.js';
import { anAgent, openServices, type TestServices } from '../support.js';
import { aPipelineRun } from './pipeline-fixture.js';

let deps: TestServices;
let agentId: string;
beforeAll(async () => {
  deps = await openServices();
  agentId = await anAgent(deps);
});
afterAll(() => deps?.close());

test('the current row of a step is the latest turn since its context last began, with and without loops', async () => {
  const { pool } = deps;
  const { executionId, contextIds } = await aPipelineRun(deps, agentId, ['a', 'b < a']);
  const [first, next] = await loadCurrentSteps(pool, contextIds, []);
  const again = (contextRetry: number, turn: number) => ({
    ...{ after: first?.id ?? '', id: uuidv7(), jobId: uuidv7() },
    ...{ contextRetry, turn, dependencies: [], waitMs: null },
  });
  const latest = again(1, 1);
  // The latest is neither the first nor the last that is stored.
  await insertStepsAgain(pool, [again(0, 2), latest, again(1, 0)]);
  const current = [latest.id, next?.id].sort();
  for (const loopSteps of [[], [{ scheduleExecutionId: executionId, stepId: 'a' }]]) {
    const rows = await loadCurrentSteps(pool, contextIds, loopSteps);
    expect(rows.map(({ id }) => id).sort()).toEqual(current);
  }
});
