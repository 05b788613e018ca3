import { SKIP_REASONS } from '../../domain/execution/reasons.js';
import { Counter, type Registry } from '../../runtime/metrics.js';

/** Slots that did not run. Workers count those they claim; the server those that a pause, an edit or the like finds unclaimed. */
export type MissedSlotsCounter = Counter<'reason'>;

export function createMissedSlots(registry: Registry): MissedSlotsCounter {
  const counter = new Counter({
    name: 'callboard_slots_missed_total',
    help: 'Slots that did not run, by reason',
    labelNames: ['reason'],
    registers: [registry],
  });
  // Series exist from the start, so that the first missed slot is a rise from 0.
  for (const reason of SKIP_REASONS) counter.inc({ reason }, 0);
  return counter;
}
