import type { Timing } from '../../../src/domain/schedule/timing.js';

/** Instants in the tests are written in short form: `2026-01-05T09:00Z`. */
export function at(text: string): Date {
  return new Date(text);
}

/** A timing with the defaults of the API, created on 2026-01-01, plus the fields of the test. */
export function timing(about: Partial<Timing>): Timing {
  return {
    repeat: 'repeating',
    cronExpression: null,
    interval: null,
    timezone: 'UTC',
    startAt: null,
    endAt: null,
    dstGap: 'next_valid',
    dstRepeat: 'first',
    origin: at('2026-01-01T00:00:00.500Z'),
    ...about,
  };
}

/** Every hour on the hour. */
export const HOURLY = timing({ cronExpression: '0 * * * *' });
/** Every ten seconds from midnight. */
export const EVERY_10_S = timing({ interval: 10_000, startAt: at('2026-01-01T00:00Z') });
