import { Counter, Gauge, Histogram, type Registry } from '../runtime/metrics.js';

/** Metrics of the stream of events. */
export function createEventMetrics(registry: Registry) {
  const registers = [registry];
  return {
    delivered: new Counter({
      name: 'callboard_events_delivered_total',
      help: 'Events handed to subscribers of this process; one that goes to three counts three times.',
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
      help: 'From the writing of a change to its reading here, by the clock of the database; its open transaction included. The oldest of each page; pages are read while there are subscribers.',
      buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 60],
      registers,
    }),
  };
}
