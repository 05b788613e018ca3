import { planNextRun } from '../../../../src/domain/schedule/governor/governor.js';
import type { Hints } from '../../../../src/domain/schedule/governor/hints.js';
import type { Governing } from '../../../../src/domain/schedule/governor/plan-input.js';
import type { Timing } from '../../../../src/domain/schedule/timing.js';
import { at, HOURLY } from '../timings.js';

export const NOW = at('2026-01-05T09:30Z');

/** Cron due at 10:00, seen at 09:30. */
export function plan(
  about: Partial<Governing> & { timing?: Timing; now?: Date; dueSlots?: 'keep' | 'pass'; after?: Date },
) {
  return planNextRun({ now: NOW, timing: HOURLY, after: at('2026-01-05T09:00Z'), ...about });
}

export function hints(about: Partial<Hints>): Hints {
  return {
    intervalMs: 600_000,
    nextRunAt: null,
    expiresAt: at('2026-01-05T12:00Z'),
    reason: 'queue grows',
    proposedBy: 'token-1',
    ...about,
  };
}

export const onlyOnce = (time: string) => hints({ intervalMs: null, nextRunAt: at(time) });
export const both = (time: string) => hints({ nextRunAt: at(time) });
