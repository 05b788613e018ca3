import { decideSlots, type SlotsInput } from '../../../../src/domain/schedule/slots/slots.js';
import { at, HOURLY } from '../timings.js';

export const NINE = at('2026-01-05T09:00Z');

/** What happens to an hourly schedule due at nine, with the changes of the test; as short texts. */
export function decide(about: Partial<SlotsInput>) {
  const decision = decideSlots({
    timing: HOURLY,
    activatedAt: at('2026-01-01T00:00Z'),
    dueFrom: NINE,
    now: at('2026-01-05T09:00:00.004Z'),
    maxRuns: null,
    runCount: 0,
    enabledGlobally: true,
    ...about,
  });
  return {
    ...decision,
    ran: decision.run.map(({ slotAt, disposition }) => `${disposition} ${clock(slotAt)}`),
    rows: decision.skipped.map(
      ({ reason, slotAt, lastSlotAt, missedCount }) =>
        `${reason} ${clock(slotAt)}-${clock(lastSlotAt)} ×${missedCount}`,
    ),
    plan: decision.next,
    candidates: decision.next.decision.candidates,
    next: `${decision.next.source} ${decision.next.nextRunAt ? clock(decision.next.nextRunAt) : 'never'}`,
  };
}

/** The time of day. */
export function clock(date: Date): string {
  return date.toISOString().slice(11, 19);
}
