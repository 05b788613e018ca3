import type { Logger } from '../../runtime/telemetry/logger.js';
import type { ServiceDeps } from '../access/context.js';

/** Collects log lines and counts of a transaction and emits them after it was committed. */
export function deferEffects({ logger, missedSlots }: Pick<ServiceDeps, 'logger' | 'missedSlots'>) {
  const deferred: (() => void)[] = [];
  return {
    deps: {
      logger: deferLines(logger, deferred),
      missedSlots: missedSlots && {
        inc: (...counted: Parameters<typeof missedSlots.inc>) => {
          deferred.push(() => missedSlots.inc(...counted));
        },
      },
    } as Pick<ServiceDeps, 'logger' | 'missedSlots'>,
    /** To be called after the commit. */
    release() {
      for (const effect of deferred) effect();
    },
  };
}

function deferLines(logger: Logger, deferred: (() => void)[]): Logger {
  const at =
    (level: 'debug' | 'info' | 'warn' | 'error'): Logger['info'] =>
    (...line) => {
      deferred.push(() => logger[level](...line));
    };
  return {
    debug: at('debug'),
    info: at('info'),
    warn: at('warn'),
    error: at('error'),
    child: (fields) => deferLines(logger.child(fields), deferred),
  };
}
