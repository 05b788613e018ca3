import { Counter, Gauge, Histogram, type Registry } from '../runtime/telemetry/metrics.js';

export type EventMetrics = ReturnType<typeof createEventMetrics>;

export function createEventMetrics(registry: Registry) {
  const registers = [registry];
  return {
    delivered: new Counter({
      name: 'callboard_events_delivered_total',
      help: 'Events delivered to subscribers of this process; one that goes to three subscribers counts three times.',
      labelNames: ['kind'] as const,
      registers,
    }),
    subscribers: new Gauge({
      name: 'callboard_event_subscribers',
      help: 'Open subscriptions of this process.',
      labelNames: ['kind'] as const,
      registers,
    }),
    lag: new Histogram({
      name: 'callboard_event_lag_seconds',
      help: 'Time from the write of a change to its delivery, by the clock of the database, including the rest of its transaction. Measures the oldest change of each page, while there are subscribers.',
      buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 60],
      registers,
    }),
  };
}
