import { expect, test } from 'vitest';
import { boundedLabel, createRegistry } from '../../src/runtime/metrics.js';

test('values of a label beyond the first so many are one', () => {
  const label = boundedLabel(2);
  expect(['a', 'b', 'c', 'a', 'd', 'b'].map(label)).toEqual(['a', 'b', 'other', 'a', 'other', 'b']);
});

test('a blocked event loop is told at the next scrape, and forgotten after it', async () => {
  const registry = createRegistry();
  const lag = async () => {
    const text = await registry.getSingleMetricAsString('callboard_event_loop_lag_seconds');
    return Number(/quantile="1"\} (\S+)/.exec(text)?.[1]);
  };
  const turn = () => new Promise((resolve) => setTimeout(resolve, 25));
  await turn();
  await lag();
  await turn();
  const end = performance.now() + 150;
  while (performance.now() < end);
  await turn();
  expect(await lag()).toBeGreaterThan(0.1);
});
