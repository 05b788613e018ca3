import { createLogger, type Logger } from '../../src/runtime/telemetry/logger.js';

export interface RecordingLogger extends Logger {
  /** All lines so far, parsed. */
  lines: Record<string, unknown>[];
}

/** The real logger, which keeps its lines. */
export function createRecordingLogger(): RecordingLogger {
  const lines: Record<string, unknown>[] = [];
  const destination = { write: (line: string) => void lines.push(JSON.parse(line)) };
  return { ...createLogger({ level: 'debug', name: 'test', destination }), lines };
}
