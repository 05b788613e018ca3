import { type EventEmitter, once } from 'node:events';
import type { Logger } from './logger.js';
import { StartupError } from './startup-error.js';

/** A part of a process: started in order, stopped in reverse. */
export interface Component {
  start?(): Promise<unknown> | unknown;
  /** Stops intake, then drains. The signal aborts when there is no more time for that. */
  stop?(deadline: AbortSignal): Promise<unknown> | unknown;
}

export interface Lifecycle {
  /** Before `start`; a component's place is where it was added. */
  add(name: string, component: Component): Lifecycle;
  /** Starts all. False when it was told to stop meanwhile, or one failed: then the rest has been stopped and the process is ending. */
  start(): Promise<boolean>;
  /** Stops all and ends the process; a second call joins the first. `exitCode` default 0. */
  shutdown(reason: string, exitCode?: number): Promise<void>;
}

export interface LifecycleOptions {
  logger: Logger;
  /** For the whole shutdown, in milliseconds, asked when it begins; what has not ended by then is left, with exit code 1. */
  graceMs: number | (() => number);
  /** Where SIGINT and SIGTERM come from; default `process`. */
  signals?: EventEmitter;
  /** Default `process.exit`. */
  exit?: (code: number) => void;
}

/** Even past the deadline a component gets this long: closing a database takes a moment, losing it takes longer. */
const LAST_MOMENT_MS = 2_000;
/** 128 + the signal's number, as shells have it. */
const FORCED_EXIT = { SIGINT: 130, SIGTERM: 143 } as const;

/**
 * How a process starts and ends. The first SIGINT or SIGTERM stops its components in reverse order, within a deadline; a
 * second one ends the process at once.
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
        reportFailure(component.name, err);
        const exitCode = err instanceof StartupError ? err.exitCode : 1;
        await lifecycle.shutdown(`${component.name} did not start`, exitCode);
        return false;
      }
    }
    if (stopping) await stopping;
    return stopping === undefined;
  }

  /** What the user can put right is a sentence; anything else is a bug and shows where. */
  function reportFailure(component: string, err: unknown): void {
    if (err instanceof StartupError) logger.error('startup.failed', { component }, err.message);
    else logger.error('startup.failed', { component, err }, `${component} did not start`);
  }

  async function stopAll(reason: string, exitCode: number): Promise<void> {
    logger.info('shutdown.started', { reason });
    const limitMs = typeof graceMs === 'number' ? graceMs : graceMs();
    const deadline = Date.now() + limitMs;
    const controller = new AbortController();
    const timer = setTimeout(() => controller.abort(), limitMs);
    let code = exitCode;
    // The component that is starting has to end before it can be stopped.
    await Promise.race([starting.catch(() => {}), once(controller.signal, 'abort')]);
    // One turn later `startAll` has noted it as started.
    await Promise.resolve();
    for (const component of started.reverse()) {
      if (!(await stopOne(component, controller.signal, deadline))) code = 1;
    }
    clearTimeout(timer);
    signals.off('SIGINT', onSignal).off('SIGTERM', onSignal);
    logger.info('shutdown.finished', { exitCode: code });
    exit(code);
  }

  async function stopOne(
    { name, stop }: Component & { name: string },
    signal: AbortSignal,
    deadline: number,
  ) {
    const limitMs = Math.max(deadline - Date.now(), LAST_MOMENT_MS);
    let timer: NodeJS.Timeout | undefined;
    try {
      const late = new Promise<'late'>((resolve) => {
        timer = setTimeout(resolve, limitMs, 'late');
      });
      const stopped = Promise.resolve(stop?.(signal)).then(() => 'stopped');
      if ((await Promise.race([stopped, late])) === 'stopped') return true;
      logger.error('shutdown.late', { component: name }, `${name} did not stop in time and is left`);
    } catch (err) {
      logger.error('shutdown.failed', { component: name, err }, `${name} did not stop cleanly`);
    } finally {
      clearTimeout(timer);
    }
    return false;
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
