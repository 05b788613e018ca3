import { expect, test } from 'vitest';
import { readTracingSettings } from '../../src/config/tracing-settings.js';

const ENDPOINT = 'http://collector:4318';
const ON = { settings: { protocol: 'http/protobuf', maxQueueSize: 16_384 }, problems: [] };

const off: Record<string, string>[] = [
  {},
  { OTEL_SERVICE_NAME: 'callboard', OTEL_TRACES_SAMPLER: 'always_on' },
  { OTEL_EXPORTER_OTLP_METRICS_ENDPOINT: ENDPOINT },
  { OTEL_EXPORTER_OTLP_ENDPOINT: ENDPOINT, OTEL_SDK_DISABLED: 'true' },
  { OTEL_EXPORTER_OTLP_ENDPOINT: ENDPOINT, OTEL_SDK_DISABLED: 'TRUE' },
  { OTEL_EXPORTER_OTLP_ENDPOINT: ENDPOINT, OTEL_TRACES_EXPORTER: 'none' },
  { OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc', OTEL_BSP_MAX_QUEUE_SIZE: 'many' },
];
test.each(off)('traces are off unless a setting says where to send them: %j', (given) => {
  expect(readTracingSettings(given)).toEqual({ problems: [] });
});

const on: Record<string, string>[] = [
  { OTEL_EXPORTER_OTLP_ENDPOINT: ENDPOINT },
  { OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: `${ENDPOINT}/v1/traces` },
  { OTEL_TRACES_EXPORTER: 'otlp' },
  { OTEL_EXPORTER_OTLP_ENDPOINT: ENDPOINT, OTEL_SDK_DISABLED: 'false' },
];
test.each(on)('traces are on: %j', (given) => {
  expect(readTracingSettings(given)).toEqual(ON);
});

test('settings for traces override settings for all signals', () => {
  const given = {
    OTEL_EXPORTER_OTLP_ENDPOINT: ENDPOINT,
    OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc',
    OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: 'http/json',
    OTEL_BSP_MAX_QUEUE_SIZE: '100',
  };
  expect(readTracingSettings(given)).toEqual({
    settings: { protocol: 'http/json', maxQueueSize: 100 },
    problems: [],
  });
});

test('every unsupported value is refused by the name of its setting, all at once', () => {
  const given = {
    OTEL_TRACES_EXPORTER: 'zipkin',
    OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4317',
    OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc',
    OTEL_BSP_MAX_QUEUE_SIZE: '0',
  };
  expect(readTracingSettings(given)).toEqual({
    problems: [
      'OTEL_TRACES_EXPORTER must be otlp or none',
      'OTEL_EXPORTER_OTLP_ENDPOINT must be a URL that begins with http:// or https://',
      'OTEL_EXPORTER_OTLP_PROTOCOL must be http/protobuf or http/json: Callboard exports traces over HTTP, to port 4318 of most receivers',
      'OTEL_BSP_MAX_QUEUE_SIZE must be a whole number from 1 to 1000000',
    ],
  });
});
