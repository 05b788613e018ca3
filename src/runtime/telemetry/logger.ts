import { createRequire } from 'node:module';
import { type DestinationStream, type Logger as PinoLogger, pino } from 'pino';
import type { PrettyOptions, PrettyStream } from 'pino-pretty';
import { boundedMemo } from '../../domain/bounded-memo.js';
import { spanFields } from './current-span.js';

/** Fields of a line in addition to its event. Keys that name a secret are censored, at any depth. */
type LogFields = Record<string, unknown>;

/**
 * Structured logging. Each line is one `event` (`noun.verb`, for example `loop.failed`) with fields, and at
 * most one sentence for people. Errors go into the field `err`.
 */
export interface Logger {
  debug(event: string, fields?: LogFields, message?: string): void;
  info(event: string, fields?: LogFields, message?: string): void;
  warn(event: string, fields?: LogFields, message?: string): void;
  error(event: string, fields?: LogFields, message?: string): void;
  /** A logger whose every line also carries `fields`. */
  child(fields: LogFields): Logger;
}

export const LOG_LEVELS = ['debug', 'info', 'warn', 'error', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

export interface LoggerOptions {
  level: LogLevel;
  /** The process: `server`, `worker`, `dev`. */
  name: string;
  /** Readable text instead of JSON; default: only if stdout is a terminal. */
  pretty?: boolean;
  /** Output; default stdout. */
  destination?: DestinationStream;
}

const SECRET_KEY = /authorization|token|secret|password|credential|cookie|api[-_]?key|connectionstring/i;
const CENSORED = '[redacted]';
/** SeverityNumber of OpenTelemetry. */
const SEVERITY: Readonly<Record<string, number>> = { debug: 5, info: 9, warn: 13, error: 17 };
/** Deeper values are cut, because a log line must stay short and a cycle must end. */
const MAX_DEPTH = 6;

/**
 * Writes JSON lines to stdout, or readable text to a terminal. Secrets are censored by the name of their key.
 */
export function createLogger({ level, name, pretty: forPeople, destination }: LoggerOptions): Logger {
  const readable = forPeople ?? (destination === undefined && process.stdout.isTTY === true);
  const out = destination ?? (readable ? process.stdout : linesOf(process.stdout));
  return wrap(
    pino(
      {
        level,
        base: { name },
        messageKey: 'message',
        timestamp: isoTime,
        mixin: spanFields,
        formatters: { level: (label) => ({ level: label, severity_number: SEVERITY[label] }) },
        serializers: { err: (described: unknown) => described },
      },
      readable
        ? pretty({
            destination: out,
            messageKey: 'message',
            ignore: 'name,pid,hostname,severity_number',
            singleLine: true,
          })
        : out,
    ),
  );
}

/** Loaded only for a terminal, because loading it delays the start of every other process. */
function pretty(options: PrettyOptions): PrettyStream {
  return createRequire(import.meta.url)('pino-pretty')(options);
}

let timedAt = 0;
let timeText = '';

/** Many lines have the same time. */
function isoTime(): string {
  const now = Date.now();
  if (now !== timedAt) {
    timedAt = now;
    timeText = `,"time":"${new Date(now).toISOString()}"`;
  }
  return timeText;
}

/** How long a line may wait for other lines, in milliseconds. */
const FLUSH_DELAY_MS = 5;

/**
 * Lines of a few milliseconds are written together, because each write to a pipe or a file waits for the
 * system.
 */
function linesOf(stream: NodeJS.WriteStream): DestinationStream {
  let lines = '';
  let flushing: NodeJS.Timeout | undefined;
  function flush(): void {
    clearTimeout(flushing);
    flushing = undefined;
    process.off('exit', flush);
    if (lines !== '') stream.write(lines);
    lines = '';
  }
  return {
    write(line) {
      lines += line;
      // Errors may be the last lines of a process, so they are written immediately.
      if (lines.length > MOST_AT_ONCE || URGENT.test(line)) flush();
      else if (flushing === undefined) {
        flushing = setTimeout(flush, FLUSH_DELAY_MS).unref();
        process.on('exit', flush);
      }
    },
  };
}

/** Each line begins with its level. */
const URGENT = /^\{"level":"(warn|error)"/;
/** Characters. */
const MOST_AT_ONCE = 64 * 1024;

function wrap(line: PinoLogger): Logger {
  const at =
    (level: Exclude<LogLevel, 'silent'>) => (event: string, fields?: LogFields, message?: string) => {
      if (!line.isLevelEnabled(level)) return;
      const censored = censorFields(fields);
      censored.event = event;
      line[level](censored, message && withoutUrlPasswords(message));
    };
  return {
    debug: at('debug'),
    info: at('info'),
    warn: at('warn'),
    error: at('error'),
    child: (fields) => wrap(line.child(censorFields(fields))),
  };
}

/**
 * Assigns fields one by one: a busy worker writes thousands of lines a second, and `Object.fromEntries` takes several
 * times as long.
 */
function censorFields(fields: LogFields = {}): LogFields {
  const censored: LogFields = {};
  for (const key of Object.keys(fields)) {
    // OpenTelemetry's name for it in logs, by which receivers find the trace.
    censored[key === 'traceId' ? 'trace_id' : key] = censorField(namesSecret(key), fields[key], 0);
  }
  return censored;
}

/** For the fields of log lines: their names are in the code, so they are few. */
const namesSecret = boundedMemo(1_000, (key) => SECRET_KEY.test(key));

/** Numbers and booleans under such a key are not secret: an agent's `tokens: 512` is kept. */
function censorField(isSecret: boolean, value: unknown, depth: number): unknown {
  const isText = typeof value === 'string' || (typeof value === 'object' && value !== null);
  return isSecret && isText ? CENSORED : censor(value, depth + 1);
}

function censor(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return withoutUrlPasswords(value);
  if (value instanceof Error) return describeError(value);
  if (typeof value !== 'object' || value === null || 'toJSON' in value) return value;
  if (depth >= MAX_DEPTH) return '[deep]';
  if (Array.isArray(value)) return value.map((item) => censor(item, depth + 1));
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, censorField(SECRET_KEY.test(key), item, depth)]),
  );
}

/** Only the fields that explain an error: drivers attach connections, requests and parameters to theirs. */
function describeError(error: Error): LogFields {
  const { name, message, stack, cause } = error;
  const code = 'code' in error ? error.code : undefined;
  return {
    type: name,
    message: withoutUrlPasswords(message),
    code,
    stack: stack && withoutUrlPasswords(stack),
    cause: cause instanceof Error ? describeError(cause) : undefined,
  };
}

/** `scheme://user:password@host` → `scheme://user:***@host`. */
function withoutUrlPasswords(text: string): string {
  return text.includes('://') ? text.replace(/(\w:\/\/[^\s:/@]*):[^\s@/]+@/g, '$1:***@') : text;
}
