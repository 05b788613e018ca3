import { afterAll, beforeAll, expect, test } from 'vitest';
import { createAgentDirectory } from '../../../src/services/agents/agent-directory.js';
import { notifyAgents } from '../../../src/services/jobs/notify-agents.js';
import { serve } from '../../http/loopback.js';
import { createDeferred } from '../../support/deferred.js';
import { anAgent, openServices, type TestServices } from '../support.js';

let deps: TestServices;
beforeAll(async () => {
  deps = await openServices();
});
afterAll(() => deps?.close());

test('agents of many ended attempts are notified a few at a time, each once, whatever they answer', async () => {
  const COUNT = 120;
  const [all, gate] = [createDeferred(), createDeferred()];
  let [open, most, done] = [0, 0, 0];
  const allOpen = createDeferred();
  const agent = await serve(async (response) => {
    open += 1;
    most = Math.max(most, open);
    if (open === 20) allOpen.resolve();
    await gate.promise;
    open -= 1;
    response.writeHead(done % 2 ? 204 : 500).end();
    done += 1;
    if (done === COUNT) all.resolve();
  });
  const cancelUrl = new URL('/cancel', agent.url).href;
  const [notified, withoutUrl] = [await anAgent(deps, { cancelUrl }), await anAgent(deps)];
  const attempts = Array.from({ length: COUNT }, (_, n) => [
    { executionId: `e-${n}`, jobId: `j-${n}`, agentId: notified },
    { executionId: `u-${n}`, jobId: `u-${n}`, agentId: n % 2 ? withoutUrl : 'gone' },
  ]).flat();
  notifyAgents({ ...deps, directory: createAgentDirectory(deps) }, attempts, 'over');
  await allOpen.promise;
  gate.resolve();
  await all.promise;
  expect(most).toBe(20);
  const bodies = agent.received.map(({ body }) => JSON.parse(body.toString()) as { executionId: string });
  expect(bodies[0]).toMatchObject({ reason: 'over' });
  expect(bodies.map(({ executionId }) => executionId).sort()).toEqual(
    Array.from({ length: COUNT }, (_, n) => `e-${n}`).sort(),
  );
  expect(deps.logger.lines).toContainEqual(
    expect.objectContaining({ event: 'cancel.notice_failed', agentId: notified, level: 'warn' }),
  );
});
