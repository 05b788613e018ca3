import { z } from 'zod';

/** A decision as it was stored. It may contain anything, because schedules are also written by SQL. */
const storedDecision = z.object({
  chosen: z.string().nullish().catch(null),
  candidates: z.array(z.object({ reason: z.string(), chosen: z.boolean().optional() })).catch([]),
  clamps: z.array(z.object({ limit: z.string(), from: z.string(), to: z.string() })).catch([]),
  /** Set for a timing that could not be parsed. */
  problem: z.string().nullish().catch(null),
});

export type StoredDecision = z.output<typeof storedDecision>;

const NOTHING: StoredDecision = { candidates: [], clamps: [] };

export function readDecision(decision: unknown): StoredDecision {
  return storedDecision.safeParse(decision ?? {}).data ?? NOTHING;
}

/**
 * Describes why the decision chose its time, or none: "every 10m from …, moved by minInterval 1h". Empty if
 * the decision does not say.
 */
export function describeDecision(decision: unknown): string {
  const { candidates, clamps } = readDecision(decision);
  const winner = candidates.find(({ chosen }) => chosen) ?? candidates[0];
  if (!winner) return '';
  const moved = clamps.map(({ limit, from }) => `, moved from ${from} by ${limit}`);
  return [winner.reason, ...moved].join('');
}
