/** The only module that loads OpenTelemetry. start-tracing.ts imports it when the settings ask for traces. */
import {
  type Context,
  DiagLogLevel,
  diag,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
  type Tracer,
  trace,
} from '@opentelemetry/api';
import { setGlobalErrorHandler } from '@opentelemetry/core';
import { OTLPTraceExporter as JsonExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { OTLPTraceExporter as ProtobufExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import { detectResources, envDetector, hostDetector, resourceFromAttributes } from '@opentelemetry/resources';
import { BasicTracerProvider, BatchSpanProcessor, RandomIdGenerator } from '@opentelemetry/sdk-trace-base';
import { aborted } from '../time-limit.js';
import type { Logger } from './logger.js';
import type { Attributes, Span, SpanStart, TracedProcess, Tracing, TracingSettings } from './tracing.js';

/**
 * The SDK reads the sampler, the limits of spans, and the address and credentials of the receiver from
 * `OTEL_*`.
 */
export function createOpenTelemetry(settings: TracingSettings, process: TracedProcess): Tracing {
  reportProblems(process.logger);
  const ids = createIds();
  const Exporter = settings.protocol === 'http/json' ? JsonExporter : ProtobufExporter;
  const provider = new BasicTracerProvider({
    resource: describe(process),
    idGenerator: ids,
    spanProcessors: [new BatchSpanProcessor(new Exporter(), { maxQueueSize: settings.maxQueueSize })],
  });
  const tracer = provider.getTracer('callboard', process.version);
  const parentOf = createParents(tracer, ids);
  return {
    begin: (start) => begin(tracer, ids, start, parentOf(start)),
    async stop(deadline) {
      const stopped = provider.shutdown().catch((err: unknown) => {
        process.logger.warn('traces.not_exported', { err }, 'The last spans of this process are lost');
      });
      await Promise.race([stopped, aborted(deadline)]);
    },
  };
}

const KINDS = { internal: SpanKind.INTERNAL, client: SpanKind.CLIENT, server: SpanKind.SERVER } as const;

/** Generates random ids, except for the next span if its id is set. */
interface Ids extends RandomIdGenerator {
  next: { traceId?: string | undefined; spanId?: string | undefined };
}

function createIds(): Ids {
  const random = new RandomIdGenerator();
  const ids: Ids = {
    next: {},
    generateTraceId: () => ids.next.traceId ?? random.generateTraceId(),
    generateSpanId: () => ids.next.spanId ?? random.generateSpanId(),
  };
  return ids;
}

function begin(tracer: Tracer, ids: Ids, start: SpanStart, parent: Context): Span {
  const { name, kind = 'internal', traceId, spanId, startedAt, attributes = {} } = start;
  ids.next = { traceId, spanId };
  const options = {
    kind: KINDS[kind],
    attributes: given(attributes),
  };
  const span = tracer.startSpan(
    name,
    startedAt === undefined ? options : { ...options, startTime: startedAt },
    parent,
  );
  ids.next = {};
  const { spanId: id, traceFlags } = span.spanContext();
  return {
    traceparent: `00-${traceId}-${id}-0${traceFlags & TraceFlags.SAMPLED}`,
    end({ attributes: more = {}, error } = {}) {
      span.setAttributes(given(more));
      if (error !== undefined) span.setStatus({ code: SpanStatusCode.ERROR, message: error });
      span.end();
    },
  };
}

/**
 * The parent of a span is often exported by another process, so the sampler cannot evaluate it. Its decision
 * about the root of the trace applies to the whole trace.
 */
function createParents(tracer: Tracer, ids: Ids): (start: SpanStart) => Context {
  /** Consecutive spans often belong to the same trace. */
  let last = { traceId: '', traceFlags: TraceFlags.NONE };

  function flagsOf(traceId: string): TraceFlags {
    if (last.traceId === traceId) return last.traceFlags;
    ids.next = { traceId };
    // Never ended, so never exported.
    const root = tracer.startSpan('root', {}, ROOT_CONTEXT);
    last = { traceId, traceFlags: root.spanContext().traceFlags };
    return last.traceFlags;
  }

  return ({ traceId, parentId, isParentSampled }) =>
    parentId === undefined
      ? ROOT_CONTEXT
      : trace.setSpanContext(ROOT_CONTEXT, {
          traceId,
          spanId: parentId,
          traceFlags:
            isParentSampled === undefined
              ? flagsOf(traceId)
              : isParentSampled
                ? TraceFlags.SAMPLED
                : TraceFlags.NONE,
          isRemote: true,
        });
}

function given(attributes: Attributes): Record<string, string | number | boolean> {
  return Object.fromEntries(
    Object.entries(attributes).flatMap(([key, value]) => (value === undefined ? [] : [[key, value]])),
  );
}

function describe({ service, version, instanceId }: TracedProcess) {
  return resourceFromAttributes({
    'service.name': service,
    'service.version': version,
    'service.instance.id': instanceId,
  }).merge(detectResources({ detectors: [hostDetector, envDetector] }));
}

/** An unavailable receiver is logged once in half a minute, not once for each batch of spans. */
const QUIET_MS = 30_000;

function reportProblems(logger: Logger): void {
  let lastAt = Number.NEGATIVE_INFINITY;
  function report(err: unknown): void {
    if (performance.now() - lastAt < QUIET_MS) return;
    lastAt = performance.now();
    logger.warn('traces.trouble', { err }, 'Spans may be lost. Check the OTEL_* settings and their receiver');
  }
  setGlobalErrorHandler(report);
  const ignore = () => {};
  const warn = (message: string, ...rest: unknown[]) =>
    report(new Error([message, ...rest.map(String)].join(' ')));
  diag.setLogger({ verbose: ignore, debug: ignore, info: ignore, warn, error: warn }, DiagLogLevel.WARN);
}
