import type { Logger } from '../../runtime/telemetry/logger.js';
import type { ServiceDeps } from '../access/context.js';

/** Collects log lines and counts of a transaction and emits them after it was committed. */
export function holdEffects({ logger, missedSlots }: Pick<ServiceDeps, 'logger' | 'missedSlots'>) {
  const held: (() => void)[] = [];
  return {
    deps: {
      logger: holdLines(logger, held),
      missedSlots: missedSlots && {
        inc: (...counted: Parameters<typeof missedSlots.inc>) => {
          held.push(() => missedSlots.inc(...counted));
        },
      },
    } as Pick<ServiceDeps, 'logger' | 'missedSlots'>,
    /** To be called after the commit. */
    release() {
      for (const effect of held) effect();
    },
  };
}

function holdLines(logger: Logger, held: (() => void)[]): Logger {
  const at =
    (level: 'debug' | 'info' | 'warn' | 'error'): Logger['info'] =>
    (...line) => {
      held.push(() => logger[level](...line));
    };
  return {
    debug: at('debug'),
    info: at('info'),
    warn: at('warn'),
    error: at('error'),
    child: (fields) => holdLines(logger.child(fields), held),
  };
}
