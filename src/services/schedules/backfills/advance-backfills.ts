/**
 * Continues backfills. As runs of a backfill end, its next slots become runs, the oldest first, never more at
 * once than it allows. All state is in rows, so a backfill continues after a crash.
 */
import {
  type BackfillSlot,
  filledSlots,
  insertBackfillExecutions,
  type LockedBackfill,
  lockBackfill,
  lockSlotsOf,
  moveBackfill,
  openBackfillRuns,
  openBackfills,
} from '../../../db/schedules/backfills.js';
import { databaseNow } from '../../../db/system/database-now.js';
import type { Queryable } from '../../../db/system/queryable.js';
import { storedTimingSchema } from '../../../domain/run/stored-timing.js';
import { explainSlot } from '../../../domain/schedule/governor/governor.js';
import { justBefore, slotsBetween, type Timing } from '../../../domain/schedule/timing.js';
import { mayPass } from '../../../runtime/database/database-error.js';
import { type Pool, withTransaction } from '../../../runtime/database/pool.js';
import { uuidv7 } from '../../../runtime/ids.js';
import { newTraceId } from '../../../runtime/telemetry/trace-id.js';

export interface BackfillRound {
  /** Ids of the new runs. */
  begun: { backfillId: string; scheduleId: string; executionIds: string[] }[];
  /**
   * Backfills that failed: transiently if the database was unavailable or another transaction was in the way,
   * otherwise because their rows are damaged.
   */
  failed: { backfillId: string; err: unknown; isTransient: boolean }[];
  open: number;
  /** Whether there may be more to do. 'busy' if another transaction locks a backfill. */
  more: boolean | 'busy';
}

const BACKFILLS_AT_ONCE = 1_000;
/** Slots per transaction. Most slots of a range may have run already. */
const SLOTS_AT_ONCE = 500;
const SLOTS_PER_STEP = 5_000;

export async function advanceBackfills(pool: Pool): Promise<BackfillRound> {
  const open = await openBackfills(pool, BACKFILLS_AT_ONCE);
  const round: BackfillRound = { begun: [], failed: [], open: open.length, more: false };
  for (const { id: backfillId, scheduleId, isActionable } of open) {
    if (!isActionable) continue;
    try {
      const step = await withTransaction(pool, (client) => advance(client, backfillId, scheduleId));
      if (step.executionIds.length > 0)
        round.begun.push({ backfillId, scheduleId, executionIds: step.executionIds });
      if (step.more) round.more = round.more === true ? true : step.more;
    } catch (err) {
      // A backfill that fails does not stop the others.
      round.failed.push({ backfillId, err, isTransient: mayPass(err) });
    }
  }
  return round;
}

async function advance(
  client: Queryable,
  id: string,
  scheduleId: string,
): Promise<{ executionIds: string[]; more: BackfillRound['more'] }> {
  if (!(await lockSlotsOf(client, scheduleId))) return { executionIds: [], more: 'busy' };
  const backfill = await lockBackfill(client, id, 'skip');
  if (!backfill) return { executionIds: [], more: 'busy' };
  if (backfill.status !== 'pending' && backfill.status !== 'running')
    return { executionIds: [], more: false };
  const openRuns = (await openBackfillRuns(client, id)).length;
  const room = backfill.maxConcurrency - openRuns;
  const timing = storedTimingSchema.parse(backfill.timing);
  const { slots, cursor } = await nextSlots(client, backfill, timing, room);
  const now = await databaseNow(client);
  const executionIds = await insertBackfillExecutions(
    client,
    id,
    slots.map((slotAt) => executionOf(timing, slotAt, now)),
  );
  const isExhausted = cursor >= backfill.to;
  const isEnded = isExhausted && openRuns + executionIds.length === 0;
  await moveBackfill(client, id, { created: executionIds.length, cursorSlotAt: cursor, isEnded });
  return { executionIds, more: !isExhausted && slots.length < room };
}

/** The next slots that have not run, at most `room`, and the end of the range that was searched. */
async function nextSlots(
  client: Queryable,
  { scheduleId, from, to, cursorSlotAt, repeatExisting }: LockedBackfill,
  timing: Timing,
  room: number,
): Promise<{ slots: Date[]; cursor: Date }> {
  const wanted: Date[] = [];
  let cursor = cursorSlotAt ?? justBefore(from);
  for (let looked = 0; looked < SLOTS_PER_STEP && wanted.length < room; ) {
    const slots = slotsBetween(timing, cursor, justBefore(to), SLOTS_AT_ONCE);
    const [first, last] = [slots[0], slots.at(-1)];
    const filled =
      first && last && !repeatExisting
        ? await filledSlots(client, scheduleId, first, justAfter(last))
        : undefined;
    for (const slot of slots) {
      if (wanted.length >= room) return { slots: wanted, cursor };
      if (!filled?.has(slot.getTime())) wanted.push(slot);
      cursor = slot;
    }
    if (slots.length < SLOTS_AT_ONCE) return { slots: wanted, cursor: to };
    looked += slots.length;
  }
  return { slots: wanted, cursor };
}

function executionOf(timing: Timing, slotAt: Date, now: Date): BackfillSlot {
  const decision = explainSlot(timing, slotAt, now);
  return { id: uuidv7(), slotAt, source: decision.source, decision, traceId: newTraceId() };
}

function justAfter(instant: Date): Date {
  return new Date(instant.getTime() + 1);
}
