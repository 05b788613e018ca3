import { AsyncLocalStorage } from 'node:async_hooks';

const current = new AsyncLocalStorage<{ trace_id: string; span_id: string }>();

/** Adds the span to the log lines of `work`. @param traceparent of the span */
export function withinSpan<T>(traceparent: string, work: () => T): T {
  const [, traceId = '', spanId = ''] = traceparent.split('-');
  return current.run({ trace_id: traceId, span_id: spanId }, work);
}

/**
 * The fields by which OpenTelemetry finds the span of a log line. Empty outside a span, or if the line
 * belongs to another trace.
 */
export function spanFields(line: object): object {
  const span = current.getStore();
  const other = 'trace_id' in line && line.trace_id !== span?.trace_id;
  return span && !other ? { ...span } : {};
}
