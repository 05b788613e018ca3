import type { Logger } from '../../runtime/logger.js';
import type { ServiceDeps } from '../access/context.js';

/** Keeps back log lines and counts of what a transaction does, because it may do nothing in the end. */
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
    /** It was committed. */
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
