import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gunzipSync } from 'node:zlib';
import { expect } from 'vitest';

/** A span as a receiver of OTLP gets it. */
export interface ReceivedSpan {
  name: string;
  /** 1: internal, 2: server, 3: client. */
  kind: number;
  traceId: string;
  spanId: string;
  parentSpanId: string | undefined;
  attributes: Record<string, unknown>;
  /** Attributes of the process that exported it. */
  resource: Record<string, unknown>;
  isFailed: boolean;
  startedAtMs: number;
  endedAtMs: number;
}

interface Export {
  contentType: string | undefined;
  headers: Record<string, string | string[] | undefined>;
  body: Buffer;
}

/** A receiver of OTLP over HTTP on loopback. What it received was exported. */
export interface TraceReceiver {
  /** Value for `OTEL_EXPORTER_OTLP_ENDPOINT`. */
  endpoint: string;
  exports: Export[];
  /** Spans of the exports in JSON. */
  spans(): ReceivedSpan[];
  /** The spans of this kind of trace or name, once there are this many. */
  received(matches: (span: ReceivedSpan) => boolean, count?: number): Promise<ReceivedSpan[]>;
  /** Status of its answers; default 200. */
  answer(status: number): void;
  close(): Promise<void>;
}

export async function startTraceReceiver(): Promise<TraceReceiver> {
  const exports: Export[] = [];
  let status = 200;
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const whole = Buffer.concat(chunks);
    const body = request.headers['content-encoding'] === 'gzip' ? gunzipSync(whole) : whole;
    if (request.url === '/v1/traces' && status === 200)
      exports.push({ contentType: request.headers['content-type'], headers: request.headers, body });
    response.writeHead(status, { 'content-type': 'application/json' }).end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const spans = () =>
    exports.filter(({ contentType }) => contentType === 'application/json').flatMap(({ body }) => read(body));
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    exports,
    spans,
    async received(matches, count = 1) {
      await expect
        .poll(() => spans().filter(matches).length, { timeout: 60_000 })
        .toBeGreaterThanOrEqual(count);
      return spans().filter(matches);
    },
    answer(next) {
      status = next;
    },
    close() {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

type Value = { stringValue?: string; intValue?: number | string; doubleValue?: number; boolValue?: boolean };
type Attributes = { key: string; value: Value }[];
interface Sent {
  name: string;
  kind: number;
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  attributes: Attributes;
  status?: { code?: number };
  startTimeUnixNano: string;
  endTimeUnixNano: string;
}

function read(body: Buffer): ReceivedSpan[] {
  const { resourceSpans } = JSON.parse(body.toString('utf8')) as {
    resourceSpans: { resource: { attributes: Attributes }; scopeSpans: { spans: Sent[] }[] }[];
  };
  return resourceSpans.flatMap(({ resource, scopeSpans }) =>
    scopeSpans.flatMap(({ spans }) =>
      spans.map(({ name, kind, traceId, spanId, parentSpanId, ...span }) => ({
        name,
        kind,
        traceId,
        spanId,
        parentSpanId: parentSpanId || undefined,
        attributes: valuesOf(span.attributes),
        resource: valuesOf(resource.attributes),
        isFailed: span.status?.code === 2,
        startedAtMs: Number(BigInt(span.startTimeUnixNano) / 1_000_000n),
        endedAtMs: Number(BigInt(span.endTimeUnixNano) / 1_000_000n),
      })),
    ),
  );
}

function valuesOf(attributes: Attributes): Record<string, unknown> {
  return Object.fromEntries(
    attributes.map(({ key, value }) => [
      key,
      value.stringValue ??
        value.boolValue ??
        value.doubleValue ??
        (value.intValue === undefined ? undefined : Number(value.intValue)),
    ]),
  );
}
