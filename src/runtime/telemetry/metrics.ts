import { monitorEventLoopDelay } from 'node:perf_hooks';
import { collectDefaultMetrics, Gauge, Registry } from 'prom-client';

export { Counter, Gauge, Histogram, Registry } from 'prom-client';

/**
 * Interval of the timers whose lateness is measured. Each costs an idle process about 30 µs, and the default of the
 * library, 10 ms, was a sixth of what an idle worker needs. The histogram measures the time between timers, so this
 * much of it is not lag.
 */
export const LAG_RESOLUTION_MS = 50;

/**
 * A registry with the metrics of the process (CPU, memory, event-loop lag, garbage collection). Metrics name
 * it (`registers: [registry]`) and never use the library's global one, so that the parts of two processes can
 * run in one test.
 */
export function createRegistry(): Registry {
  const register = new Registry();
  collectDefaultMetrics({ register, eventLoopMonitoringPrecision: LAG_RESOLUTION_MS });
  registerEventLoopLag(register);
  return register;
}

function registerEventLoopLag(registry: Registry): void {
  const delay = monitorEventLoopDelay({ resolution: LAG_RESOLUTION_MS });
  delay.enable();
  const lag = (ns: number) => (delay.count === 0 ? 0 : Math.max(0, ns / 1e9 - LAG_RESOLUTION_MS / 1_000));
  new Gauge({
    name: 'callboard_event_loop_lag_seconds',
    help: 'Delay of timers of this process since the last scrape',
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

/** Agents can register themselves, and each new label would add a time series that never ends. */
const MOST_LABELS = 200;

/** Limits the values of a label: the first ones are kept, later ones become 'other'. */
export function boundedLabel(most = MOST_LABELS): (value: string) => string {
  const known = new Set<string>();
  return (value) => {
    if (known.has(value)) return value;
    if (known.size >= most) return 'other';
    known.add(value);
    return value;
  };
}
