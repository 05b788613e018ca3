/** What traces are to the rest of the program, without a word of OpenTelemetry. */
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
  /** What another program decided about the trace. Default: what the sampler says about it. */
  isParentSampled?: boolean;
  /** Milliseconds since 1970; default now. */
  startedAt?: number;
  attributes?: Attributes;
}

export interface SpanEnd {
  attributes?: Attributes;
  /** What went wrong, in words. Marks the span as failed. */
  error?: string | undefined;
}

export interface Span {
  /** The header that tells the receiver of a request which span it belongs to, and whether that span is exported. */
  traceparent: string;
  end(end?: SpanEnd): void;
}

export interface Tracing {
  /** Whether a span is exported is decided by its trace, so that a trace is complete or absent. */
  begin(start: SpanStart): Span;
  /** Exports what has ended. The signal ends the wait. */
  stop(deadline: AbortSignal): Promise<void>;
}

/** What the `OTEL_*` variables ask for, apart from what OpenTelemetry reads of them itself. */
export interface TracingSettings {
  protocol: 'http/json' | 'http/protobuf';
  /** Spans that wait for their export; more are dropped. */
  maxQueueSize: number;
}

export interface TracedProcess {
  /** Unless `OTEL_SERVICE_NAME` names it: `callboard-worker` or `callboard-server`. */
  service: string;
  version: string;
  /** Tells the processes of one service apart. */
  instanceId: string;
  logger: Logger;
}
