import { monitorEventLoopDelay } from 'node:perf_hooks';
import { collectDefaultMetrics, Gauge, Registry } from 'prom-client';

export { Counter, Gauge, Histogram, Registry } from 'prom-client';

/** The histogram measures the wait between its timers: this much of each is no lag. */
const RESOLUTION_MS = 20;

/**
 * A registry of one's own with the process's figures in it (CPU, memory, event-loop lag, garbage collection). Metrics name
 * it (`registers: [registry]`), never the library's global one, so two processes' worth of parts can live in one test.
 */
export function createRegistry(): Registry {
  const register = new Registry();
  collectDefaultMetrics({ register });
  registerEventLoopLag(register);
  return register;
}

function registerEventLoopLag(registry: Registry): void {
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  delay.enable();
  const lag = (ns: number) => (delay.count === 0 ? 0 : Math.max(0, ns / 1e9 - RESOLUTION_MS / 1_000));
  new Gauge({
    name: 'callboard_event_loop_lag_seconds',
    help: 'By which timers of this process came late, since the last scrape',
    labelNames: ['quantile'],
    registers: [registry],
    collect() {
      this.set({ quantile: '0.5' }, lag(delay.percentile(50)));
      this.set({ quantile: '0.99' }, lag(delay.percentile(99)));
      this.set({ quantile: '1' }, lag(delay.max));
      delay.reset();
    },
  });
}

/** Agents register themselves: each would be a time series for ever. */
const MOST_LABELS = 200;

/** The values of a label, the first so many of them; those that come later are 'other' together. */
export function boundedLabel(most = MOST_LABELS): (value: string) => string {
  const known = new Set<string>();
  return (value) => {
    if (known.has(value)) return value;
    if (known.size >= most) return 'other';
    known.add(value);
    return value;
  };
}
