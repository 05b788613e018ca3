import { EventEmitter } from 'node:events';

/** On Ctrl-C the terminal signals every process, and npm passes its signal on: the same request, twice. */
const ECHO_MS = 500;

/** The process's SIGINT and SIGTERM without repetitions. A closed terminal (SIGHUP) counts as SIGTERM. */
export function terminalSignals(source: EventEmitter = process, now: () => number = Date.now): EventEmitter {
  const signals = new EventEmitter();
  let lastAt = Number.NEGATIVE_INFINITY;
  const pass = (signal: string) => {
    const isEcho = now() - lastAt < ECHO_MS;
    lastAt = now();
    if (!isEcho) signals.emit(signal);
  };
  source.on('SIGINT', () => pass('SIGINT'));
  source.on('SIGTERM', () => pass('SIGTERM'));
  source.on('SIGHUP', () => pass('SIGTERM'));
  return signals;
}
