import { AsyncLocalStorage } from 'node:async_hooks';

const current = new AsyncLocalStorage<{ trace_id: string; span_id: string }>();

/** Log lines of this work name the span. @param traceparent of the span */
export function withinSpan<T>(traceparent: string, work: () => T): T {
  const [, traceId = '', spanId = ''] = traceparent.split('-');
  return current.run({ trace_id: traceId, span_id: spanId }, work);
}

/** The fields by which OpenTelemetry finds the span of a log line; none outside of a span, or if the line is of another trace. */
export function spanFields(line: object): object {
  const span = current.getStore();
  const other = 'trace_id' in line && line.trace_id !== span?.trace_id;
  return span && !other ? { ...span } : {};
}
