import type { TracingSettings } from '../runtime/telemetry/tracing.js';
import { isHttpUrl } from './value-types.js';

export interface ReadTracingSettings {
  /** Undefined: traces are off. */
  settings?: TracingSettings;
  /** Each is a sentence that begins with the name of the setting. */
  problems: string[];
}

const PROTOCOLS = ['http/protobuf', 'http/json'] as const;
const QUEUE = { name: 'OTEL_BSP_MAX_QUEUE_SIZE', fallback: 16_384, most: 1_000_000 };

/**
 * Traces are on if the variables say where to send them. Variables that are often set for all programs of a
 * machine are only judged if they matter here.
 *
 * @param given variables that are set and not empty
 */
export function readTracingSettings(given: Readonly<Record<string, string>>): ReadTracingSettings {
  const { OTEL_SDK_DISABLED: disabled, OTEL_TRACES_EXPORTER: exporter } = given;
  const endpoint = setAs(given, 'ENDPOINT');
  const isOn = exporter === undefined ? endpoint !== undefined : exporter !== 'none';
  if (!isOn || disabled?.toLowerCase() === 'true') return { problems: [] };
  const protocol = setAs(given, 'PROTOCOL');
  const known = PROTOCOLS.find((one) => one === (protocol?.value ?? PROTOCOLS[0]));
  const maxQueueSize = Number(given[QUEUE.name] ?? QUEUE.fallback);
  const problems = [
    exporter !== undefined && exporter !== 'otlp' && 'OTEL_TRACES_EXPORTER must be otlp or none',
    endpoint &&
      !isHttpUrl(endpoint.value) &&
      `${endpoint.name} must be a URL that begins with http:// or https://`,
    known === undefined &&
      `${protocol?.name} must be ${PROTOCOLS.join(' or ')}: Callboard exports traces over HTTP, to port 4318 of most receivers`,
    !(Number.isInteger(maxQueueSize) && maxQueueSize >= 1 && maxQueueSize <= QUEUE.most) &&
      `${QUEUE.name} must be a whole number from 1 to ${QUEUE.most}`,
  ].filter((problem) => typeof problem === 'string');
  return problems.length > 0 || known === undefined
    ? { problems }
    : { settings: { protocol: known, maxQueueSize }, problems };
}

/** A variable for traces alone takes precedence over one for all signals. */
function setAs(
  given: Readonly<Record<string, string>>,
  what: string,
): { name: string; value: string } | undefined {
  for (const name of [`OTEL_EXPORTER_OTLP_TRACES_${what}`, `OTEL_EXPORTER_OTLP_${what}`]) {
    const value = given[name];
    if (value !== undefined) return { name, value };
  }
  return undefined;
}
