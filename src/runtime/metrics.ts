import { collectDefaultMetrics, Registry } from 'prom-client';

export { Counter, Gauge, Histogram, Registry } from 'prom-client';

/**
 * A registry of one's own with the process's figures in it (CPU, memory, event-loop lag, garbage collection). Metrics name
 * it (`registers: [registry]`), never the library's global one, so two processes' worth of parts can live in one test.
 */
export function createRegistry(): Registry {
  const register = new Registry();
  collectDefaultMetrics({ register });
  return register;
}
