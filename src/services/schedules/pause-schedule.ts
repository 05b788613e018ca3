import { z } from 'zod';
import { updateRow } from '../../db/system/write-row.js';
import { prose } from '../../domain/input-forms.js';
import { invalidAt } from '../system/result.js';
import { useCase } from '../system/use-case.js';
import { changeSchedule } from './change-schedule.js';
import { planColumns } from './plan/plan-schedule.js';
import { recordUnclaimedSlots, withdrawWaiting } from './slots/record-unclaimed-slots.js';

const pauseInput = z.strictObject({
  id: z.string(),
  until: z.date('must be a date and time'),
  note: prose(1_000).nullish(),
});

/**
 * Slots in a pause are counted for records and previews, which would take minutes for a pause of millennia.
 */
const MAX_PAUSE_MS = 3_650 * 86_400_000;

/**
 * Pauses a schedule until `until`. Slots that are due but unclaimed and queued runs are recorded as skipped.
 * At `until`, the schedule continues with its own timing. Triggers still work.
 */
export const pauseSchedule = useCase(pauseInput, async (deps, actor, { id, until, note }) => {
  const log = { id, event: 'schedule.paused', details: { until, note } };
  return changeSchedule(deps, actor, log, async (change) => {
    const { client, schedule, timing, now } = change;
    if (!(until > now)) return invalidAt(['until'], 'is in the past: choose a later time');
    if (until.getTime() > now.getTime() + MAX_PAUSE_MS)
      return invalidAt(['until'], 'is more than ten years away: disable the schedule instead');
    await recordUnclaimedSlots(deps, change, 'paused');
    const paused = {
      ...(await withdrawWaiting(deps, change, 'paused')),
      pausedUntil: until,
      pauseNote: note?.trim() || null,
    };
    await updateRow(client, 'Schedule', id, {
      ...paused,
      // A schedule with invalid timing stays unplanned until it is changed.
      ...(schedule.flag !== 'invalid_timing' && planColumns({ ...schedule, ...paused }, timing, now)),
    });
    return undefined;
  });
});
