import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startTracing } from '../../../src/runtime/telemetry/start-tracing.js';
import { newTraceId } from '../../../src/runtime/telemetry/trace-id.js';
import type { Tracing } from '../../../src/runtime/telemetry/tracing.js';
import { createRecordingLogger, type RecordingLogger } from '../../support/recording-logger.js';
import { startTraceReceiver, type TraceReceiver } from '../../support/servers/trace-receiver.js';

let receiver: TraceReceiver;
let logger: RecordingLogger;
beforeEach(async () => {
  receiver = await startTraceReceiver();
  logger = createRecordingLogger();
  vi.stubEnv('OTEL_EXPORTER_OTLP_ENDPOINT', receiver.endpoint);
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await receiver.close();
});

async function start(protocol: 'http/json' | 'http/protobuf' = 'http/json'): Promise<Tracing> {
  const settings = { protocol, maxQueueSize: 1_000 };
  const traced = { service: 'callboard-worker', version: '1.2.3', instanceId: 'w1', logger };
  const tracing = await startTracing(settings, traced);
  if (!tracing) throw new Error('traces are off');
  return tracing;
}

const patience = () => AbortSignal.timeout(60_000);
const flagOf = (traceparent: string) => traceparent.slice(-2);

test('without settings there is no tracer', async () => {
  expect(
    await startTracing(undefined, { service: 's', version: '1', instanceId: 'w1', logger }),
  ).toBeUndefined();
});

test('spans reach the receiver with their ids, times, attributes and process', async () => {
  vi.stubEnv('OTEL_SERVICE_NAME', 'jobs');
  vi.stubEnv('OTEL_RESOURCE_ATTRIBUTES', 'deployment.environment.name=staging');
  vi.stubEnv('OTEL_EXPORTER_OTLP_HEADERS', 'x-team=news');
  const tracing = await start();
  const [traceId, spanId] = [newTraceId(), '00f067aa0ba902b7'];
  const startedAt = Date.now() - 5_000;
  tracing.begin({ name: 'run', traceId, spanId, startedAt, attributes: { a: 1, left: undefined } }).end();
  const call = tracing.begin({ name: 'POST agent', kind: 'client', traceId, parentId: spanId });
  call.end({ attributes: { b: true }, error: 'refused' });
  await tracing.stop(patience());
  const [run, request] = receiver.spans();
  const resource = {
    'service.name': 'jobs',
    'service.version': '1.2.3',
    'service.instance.id': 'w1',
    'deployment.environment.name': 'staging',
  };
  expect(run).toMatchObject({ name: 'run', kind: 1, traceId, spanId, attributes: { a: 1 }, isFailed: false });
  expect(run).toMatchObject({ parentSpanId: undefined, startedAtMs: startedAt, resource });
  expect(run?.endedAtMs).toBeGreaterThanOrEqual(startedAt + 5_000);
  expect(request).toMatchObject({ name: 'POST agent', kind: 3, traceId, parentSpanId: spanId });
  expect(request).toMatchObject({ attributes: { b: true }, isFailed: true });
  expect(call.traceparent).toBe(`00-${traceId}-${request?.spanId}-01`);
  expect(receiver.exports[0]?.headers).toMatchObject({ 'x-team': 'news' });
  expect(logger.lines).toEqual([]);
});

test('spans are sent as protobuf unless JSON is configured', async () => {
  const tracing = await start('http/protobuf');
  tracing.begin({ name: 'a span in protobuf', traceId: newTraceId() }).end();
  await tracing.stop(patience());
  expect(receiver.exports).toMatchObject([{ contentType: 'application/x-protobuf' }]);
  expect(receiver.exports[0]?.body.includes('a span in protobuf')).toBe(true);
});

test('a trace is exported whole or not at all, whichever of its spans comes first', async () => {
  vi.stubEnv('OTEL_TRACES_SAMPLER', 'parentbased_traceidratio');
  vi.stubEnv('OTEL_TRACES_SAMPLER_ARG', '0.5');
  const tracing = await start();
  const traces = Array.from({ length: 200 }, (_, n) => ({
    traceId: newTraceId(),
    spanId: `${1_000 + n}`.repeat(4),
  }));
  const flags = traces.map(({ traceId, spanId }) => {
    const call = tracing.begin({ name: 'call', kind: 'client', traceId, parentId: spanId });
    call.end();
    tracing.begin({ name: 'run', traceId, spanId }).end();
    return flagOf(call.traceparent);
  });
  await tracing.stop(patience());
  const spansOf = (traceId: string) => receiver.spans().filter((span) => span.traceId === traceId).length;
  expect(traces.map(({ traceId }) => spansOf(traceId))).toEqual(flags.map((flag) => (flag === '01' ? 2 : 0)));
  expect(new Set(flags)).toEqual(new Set(['00', '01']));
});

test.each([
  ['always_on', '01'],
  ['always_off', '00'],
])('the sampler %s', async (sampler, flag) => {
  vi.stubEnv('OTEL_TRACES_SAMPLER', sampler);
  const tracing = await start();
  const span = tracing.begin({ name: 'call', traceId: newTraceId(), parentId: '00f067aa0ba902b7' });
  span.end();
  await tracing.stop(patience());
  expect([flagOf(span.traceparent), receiver.spans().length]).toEqual([flag, flag === '01' ? 1 : 0]);
});

test('a receiver that refuses is logged now and then, and delays nobody', async () => {
  receiver.answer(400);
  vi.stubEnv('OTEL_BSP_SCHEDULE_DELAY', '1');
  const tracing = await start();
  tracing.begin({ name: 'lost', traceId: newTraceId() }).end();
  await expect.poll(() => logger.lines.length).toBe(1);
  expect(logger.lines[0]).toMatchObject({ level: 'warn', event: 'traces.trouble' });
  tracing.begin({ name: 'lost', traceId: newTraceId() }).end();
  await tracing.stop(patience());
  expect(logger.lines.filter(({ event }) => event === 'traces.trouble')).toHaveLength(1);
});

test('the end of a process does not wait for a receiver that never answers', async () => {
  vi.stubEnv('OTEL_EXPORTER_OTLP_ENDPOINT', 'http://127.0.0.1:9');
  const tracing = await start();
  tracing.begin({ name: 'lost', traceId: newTraceId() }).end();
  await tracing.stop(AbortSignal.abort());
});
