import { expect, test } from 'vitest';
import { boundedLabel, createRegistry } from '../../../src/runtime/telemetry/metrics.js';

test('label values beyond the limit share one', () => {
  const label = boundedLabel(2);
  expect(['a', 'b', 'c', 'a', 'd', 'b'].map(label)).toEqual(['a', 'b', 'other', 'a', 'other', 'b']);
});

test('a blocked event loop is reported at the next scrape, and only then', async () => {
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
