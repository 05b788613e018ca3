import { Counter, type Registry } from '../../runtime/metrics.js';

/** Slots that did not run. Workers count those they claim; the server those that a pause, an edit or the like finds unclaimed. */
export type MissedSlotsCounter = Counter<'reason'>;

/** Series that are there from the start: what happens for the first time is a rise, not a beginning. */
const MISSED = [
  'deadline',
  'disabled',
  'edited',
  'invalid_target',
  'misfire',
  'overlap',
  'paused',
  'scheduler_disabled',
];

export function createMissedSlots(registry: Registry): MissedSlotsCounter {
  const counter = new Counter({
    name: 'callboard_slots_missed_total',
    help: 'Slots that did not run, by reason',
    labelNames: ['reason'],
    registers: [registry],
  });
  for (const reason of MISSED) counter.inc({ reason }, 0);
  return counter;
}
