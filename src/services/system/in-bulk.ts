/** What the use cases for many have in common: a count that can be asked for first, one refusal that keeps no other from its work. */
import { conflict, invalidAt, ok, type Refusal, type Result } from './result.js';

/** How a change of many is asked for. */
export interface BulkRequest {
  /** Only says how many it is about; nothing is changed. */
  dryRun?: boolean | null | undefined;
  /** What the caller was shown: when it is another number by now, nothing is changed. */
  expectedCount?: number | null | undefined;
}

/** What became of a change of many. */
export interface BulkOutcome {
  /** What it is about, found when it began. */
  matched: number;
  changed: number;
  /** Those that could not be changed, the first 100 of them. */
  refused: BulkRefusal[];
  dryRun: boolean;
}

export interface BulkRefusal {
  id: string;
  code: 'VALIDATION' | 'NOT_FOUND' | 'CONFLICT';
  /** For people. */
  message: string;
}

/** Changes of so many at once, at most. */
export const MAX_BULK = 10_000;
const MAX_REFUSED = 100;
/** Transactions at once, of the server's connections. */
const AT_ONCE = 4;

/** The answer that the change itself is not needed for: how many it would be, or that they are not as many as expected. */
export function answerBefore(
  { dryRun, expectedCount }: BulkRequest,
  matched: number,
): Result<BulkOutcome> | undefined {
  if (dryRun) return ok({ matched, changed: 0, refused: [], dryRun: true });
  if (expectedCount != null && expectedCount !== matched)
    return conflict(`This matches ${matched} now, not ${expectedCount}: look again, then repeat it.`);
  return undefined;
}

/** Jobs that a caller names, each once, unless the change itself is not needed for the answer. */
export function namedJobs({
  jobIds,
  ...request
}: { jobIds: readonly string[] } & BulkRequest):
  | { kind: 'jobs'; ids: string[] }
  | { kind: 'answer'; answer: Result<BulkOutcome> } {
  const ids = [...new Set(jobIds)];
  const answer =
    ids.length > MAX_BULK
      ? invalidAt(['jobIds'], `names ${ids.length} jobs, and ${MAX_BULK} is the most at once`)
      : answerBefore(request, ids.length);
  return answer ? { kind: 'answer', answer } : { kind: 'jobs', ids };
}

/** What a change of many is about. */
export interface Found {
  /** Up to {@link MAX_BULK}. */
  ids: readonly string[];
  /** How many there are in all. */
  matched: number;
}

/** Changes each for itself, a few at a time. @throws what `change` throws; those changed by then stay changed */
export async function inBulk(
  { ids, matched }: Found,
  request: BulkRequest,
  change: (id: string) => Promise<Result<unknown>>,
): Promise<Result<BulkOutcome>> {
  const before = answerBefore(request, matched);
  if (before) return before;
  if (matched > ids.length)
    return invalidAt(['filter'], `matches ${matched}, and ${MAX_BULK} is the most at once: narrow it`);
  const refusals: { id: string; refusal: Refusal }[] = [];
  const queue = ids.values();
  const work = async () => {
    for (const id of queue) {
      const result = await change(id);
      if (result.kind !== 'ok') refusals.push({ id, refusal: result });
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return ok(outcomeOf(matched, matched - refusals.length, refusals));
}

export function outcomeOf(
  matched: number,
  changed: number,
  refusals: readonly { id: string; refusal: Refusal }[],
): BulkOutcome {
  const refused = refusals.slice(0, MAX_REFUSED).map(({ id, refusal }) => describe(id, refusal));
  return { matched, changed, refused, dryRun: false };
}

const CODES = { validation: 'VALIDATION', not_found: 'NOT_FOUND', conflict: 'CONFLICT' } as const;

function describe(id: string, refusal: Refusal): BulkRefusal {
  const message =
    refusal.kind === 'validation'
      ? refusal.issues.map(({ path, message: wrong }) => `${path.join('.')}: ${wrong}`).join('; ')
      : refusal.message;
  return { id, code: CODES[refusal.kind], message };
}
