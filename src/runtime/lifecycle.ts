import { type EventEmitter, once } from 'node:events';
import { StartupError } from './startup-error.js';
import type { Logger } from './telemetry/logger.js';

/** A part of a process: started in order, stopped in reverse. */
export interface Component {
  start?(): Promise<unknown> | unknown;
  /** Stops the intake of work, then drains. The signal aborts when the time is up. */
  stop?(deadline: AbortSignal): Promise<unknown> | unknown;
}

export interface Lifecycle {
  /** Call before `start`. The order of the calls is the order of the components. */
  add(name: string, component: Component): Lifecycle;
  /**
   * Starts all components. Returns false if a stop was requested meanwhile or one of them failed: the others
   * have then been stopped and the process is ending.
   */
  start(): Promise<boolean>;
  /** Stops all components and ends the process; a second call joins the first. `exitCode` defaults to 0. */
  shutdown(reason: string, exitCode?: number): Promise<void>;
}

export interface LifecycleOptions {
  logger: Logger;
  /**
   * Time limit of the whole shutdown in milliseconds, read when it begins. What has not ended by then is
   * abandoned, with exit code 1.
   */
  graceMs: number | (() => number);
  /** Source of SIGINT and SIGTERM; default `process`. */
  signals?: EventEmitter;
  /** Default `process.exit`. */
  exit?: (code: number) => void;
}

/**
 * Even past the deadline a component gets this long: closing a database is faster than recovering it, and what
 * was aborted at the deadline has to be given back.
 */
const LAST_MOMENT_MS = 2_000;
/** 128 + the number of the signal, as in shells. */
const FORCED_EXIT = { SIGINT: 130, SIGTERM: 143 } as const;

/**
 * How a process starts and ends. The first SIGINT or SIGTERM stops its components in reverse order, within a
 * deadline; a second one ends the process at once.
 */
export function createLifecycle(options: LifecycleOptions): Lifecycle {
  const { logger, graceMs, signals = process, exit = process.exit } = options;
  const components: (Component & { name: string })[] = [];
  const started: typeof components = [];
  let starting: Promise<unknown> = Promise.resolve();
  let stopping: Promise<void> | undefined;

  function onSignal(signal: keyof typeof FORCED_EXIT): void {
    if (stopping) {
      logger.warn('shutdown.forced', { signal });
      exit(FORCED_EXIT[signal]);
      return;
    }
    void lifecycle.shutdown(signal);
  }

  async function startAll(): Promise<boolean> {
    for (const component of components) {
      if (stopping) break;
      try {
        starting = Promise.resolve(component.start?.());
        await starting;
        started.push(component);
      } catch (err) {
        reportFailure(logger, component.name, err);
        const exitCode = err instanceof StartupError ? err.exitCode : 1;
        await lifecycle.shutdown(`${component.name} did not start`, exitCode);
        return false;
      }
    }
    if (stopping) await stopping;
    return stopping === undefined;
  }

  async function stopAll(reason: string, exitCode: number): Promise<void> {
    logger.info('shutdown.started', { reason });
    const limitMs = typeof graceMs === 'number' ? graceMs : graceMs();
    const deadline = performance.now() + limitMs;
    const controller = new AbortController();
    const timer = setTimeout(() => controller.abort(), limitMs);
    let code = exitCode;
    // The component that is starting has to finish before it can be stopped.
    await Promise.race([starting.catch(() => {}), once(controller.signal, 'abort')]);
    // One turn later `startAll` has recorded it as started.
    await Promise.resolve();
    for (const component of started.reverse()) {
      if (!(await stopOne(logger, component, controller.signal, deadline))) code = 1;
    }
    clearTimeout(timer);
    signals.off('SIGINT', onSignal).off('SIGTERM', onSignal);
    logger.info('shutdown.finished', { exitCode: code });
    exit(code);
  }

  const lifecycle: Lifecycle = {
    add(name, component) {
      components.push({ ...component, name });
      return lifecycle;
    },
    start() {
      signals.on('SIGINT', onSignal).on('SIGTERM', onSignal);
      return startAll();
    },
    shutdown(reason, exitCode = 0) {
      stopping ??= stopAll(reason, exitCode);
      return stopping;
    },
  };
  return lifecycle;
}

/**
 * A problem that the user can fix is logged as a sentence. Anything else is a bug and is logged with its
 * stack.
 */
function reportFailure(logger: Logger, component: string, err: unknown): void {
  if (err instanceof StartupError) logger.error('startup.failed', { component }, err.message);
  else logger.error('startup.failed', { component, err }, `${component} did not start`);
}

/** @returns whether it stopped, in time and without an error */
async function stopOne(
  logger: Logger,
  { name, stop }: Component & { name: string },
  signal: AbortSignal,
  deadline: number,
): Promise<boolean> {
  const limitMs = Math.max(deadline - performance.now(), 0) + LAST_MOMENT_MS;
  let timer: NodeJS.Timeout | undefined;
  try {
    const late = new Promise<'late'>((resolve) => {
      timer = setTimeout(resolve, limitMs, 'late');
    });
    const stopped = Promise.resolve(stop?.(signal)).then(() => 'stopped');
    if ((await Promise.race([stopped, late])) === 'stopped') return true;
    logger.error('shutdown.late', { component: name }, `${name} did not stop in time and is abandoned`);
  } catch (err) {
    logger.error('shutdown.failed', { component: name, err }, `${name} did not stop cleanly`);
  } finally {
    clearTimeout(timer);
  }
  return false;
}
