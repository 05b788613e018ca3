import { EventEmitter } from 'node:events';

/** On Ctrl-C the terminal signals everybody, and npm passes on what it got: the same wish, twice. */
const ECHO_MS = 500;

/** The process's SIGINT and SIGTERM without echoes. A terminal that is closed (SIGHUP) means SIGTERM. */
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
