import type { TracedProcess, Tracing, TracingSettings } from './tracing.js';

/**
 * Loads OpenTelemetry only if the settings ask for traces.
 *
 * @returns undefined without settings
 */
export async function startTracing(
  settings: TracingSettings | undefined,
  process: TracedProcess,
): Promise<Tracing | undefined> {
  if (!settings) return undefined;
  const { createOpenTelemetry } = await import('./open-telemetry.js');
  return createOpenTelemetry(settings, process);
}
