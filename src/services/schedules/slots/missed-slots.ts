import { SKIP_REASONS } from '../../../domain/run/reasons.js';
import { Counter, type Registry } from '../../../runtime/telemetry/metrics.js';

/**
 * Counts slots that did not run. Workers count those that they claim, servers those that a pause or an edit
 * finds unclaimed.
 */
export type MissedSlotsCounter = Counter<'reason'>;

export function createMissedSlots(registry: Registry): MissedSlotsCounter {
  const counter = new Counter({
    name: 'callboard_slots_missed_total',
    help: 'Slots that did not run, by reason',
    labelNames: ['reason'],
    registers: [registry],
  });
  // All series start at 0, so that the first missed slot is an increase.
  for (const reason of SKIP_REASONS) counter.inc({ reason }, 0);
  return counter;
}
