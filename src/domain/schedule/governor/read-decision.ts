import { z } from 'zod';

const INT32_MAX = 2 ** 31 - 1;

const text = z.string().min(1).nullish().catch(null);
const instant = z.iso.datetime({ offset: true }).transform((at) => new Date(at));
const instantOrNull = instant.nullish().catch(null);
const count = z.number().int().min(0).max(INT32_MAX);

/** What can be read of a list: entries of another shape are left out. */
function listOf<Entry>(entry: z.ZodType<Entry>) {
  const read = (items: unknown[]) => items.flatMap((item) => entry.safeParse(item).data ?? []);
  return z.array(z.unknown()).catch([]).transform(read);
}

function objectOrNull<Shape extends z.ZodRawShape>(shape: Shape) {
  return z.object(shape).nullish().catch(null);
}

const candidate = z.object({
  source: text,
  at: instantOrNull,
  reason: z.string().catch(''),
  chosen: z.boolean().catch(false),
  ignored: text,
});
const clamp = z.object({ limit: z.string(), from: instant, to: instant });

const storedDecision = z.object({
  now: instantOrNull,
  chosen: instantOrNull,
  source: text,
  candidates: listOf(candidate),
  clamps: listOf(clamp),
  backoff: objectOrNull({ failures: count, factor: count, notBefore: instant }),
  hint: objectOrNull({
    intervalMs: z.number().nullish().catch(null),
    nextRunAt: instantOrNull,
    expiresAt: instant,
    fresh: z.boolean().catch(false),
    reason: z.string().catch(''),
    proposedBy: text,
  }),
  pause: objectOrNull({ until: instant, note: text, instead: instantOrNull }),
  /** Set for a timing that could not be parsed. */
  problem: text,
});

/** A decision as it was stored. Schedules are also written by SQL: what cannot be read is left out. */
export type StoredDecision = z.output<typeof storedDecision>;

const NOTHING = storedDecision.parse({});

export function readDecision(decision: unknown): StoredDecision {
  return storedDecision.safeParse(decision ?? {}).data ?? NOTHING;
}

/** Whether anything can be read of a stored decision. */
export function isDecided({ candidates, chosen, problem }: StoredDecision): boolean {
  return candidates.length > 0 || chosen != null || problem != null;
}
