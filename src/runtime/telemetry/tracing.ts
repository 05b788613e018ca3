/** The interface of tracing for the rest of the program, independent of OpenTelemetry. */
import type { Logger } from './logger.js';

export type Attributes = Record<string, string | number | boolean | undefined>;

export interface SpanStart {
  name: string;
  /** 'client': a request that leaves this process; 'server': one that came to it. Default 'internal'. */
  kind?: 'internal' | 'client' | 'server';
  traceId: string;
  /** Default: a random one. */
  spanId?: string;
  /** Absent: the span is the root of its trace. */
  parentId?: string;
  /** Another program's sampling decision for the trace. Default: the decision of the sampler. */
  isParentSampled?: boolean;
  /** Milliseconds since 1970; default now. */
  startedAt?: number;
  attributes?: Attributes;
}

export interface SpanEnd {
  attributes?: Attributes;
  /** A description of the error. Marks the span as failed. */
  error?: string | undefined;
}

export interface Span {
  /** The header that names the span, and says whether it is exported. */
  traceparent: string;
  end(end?: SpanEnd): void;
}

export interface Tracing {
  /** Whether a span is exported is decided by its trace, so that a trace is complete or absent. */
  begin(start: SpanStart): Span;
  /** Exports ended spans. The signal ends the wait. */
  stop(deadline: AbortSignal): Promise<void>;
}

/** The settings from `OTEL_*` variables that OpenTelemetry does not read by itself. */
export interface TracingSettings {
  protocol: 'http/json' | 'http/protobuf';
  /** Maximum number of spans that wait for their export. More are dropped. */
  maxQueueSize: number;
}

export interface TracedProcess {
  /** Default, unless `OTEL_SERVICE_NAME` is set: `callboard-worker` or `callboard-server`. */
  service: string;
  version: string;
  /** Distinguishes the processes of one service. */
  instanceId: string;
  logger: Logger;
}
