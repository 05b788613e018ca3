/**
 * Shared by use cases that change many objects: a dry run that counts, and refusals that do not stop
 * the others.
 */
import { conflict, invalidAt, messageOf, ok, type Refusal, type Result } from './result.js';
import { orRefusal } from './unwritable.js';

export interface BulkRequest {
  /** Whether to count only and change nothing. */
  dryRun?: boolean | null | undefined;
  /** The count that the caller was shown. If it has changed since, nothing is changed. */
  expectedCount?: number | null | undefined;
}

export interface BulkOutcome {
  /** Number of objects found when it began. */
  matched: number;
  changed: number;
  /** Objects that could not be changed, at most 100. */
  refused: BulkRefusal[];
  dryRun: boolean;
}

export interface BulkRefusal {
  id: string;
  /** `VALIDATION`, `NOT_FOUND` or `CONFLICT`. */
  code: string;
  /** One sentence for people. */
  message: string;
}

/** The maximum number of objects that one call changes. */
export const MAX_BULK = 10_000;
const MAX_REFUSED = 100;
/** Concurrent transactions, from the server's connections. */
const AT_ONCE = 4;

/** The answer if nothing is to be changed: for a dry run, or if the count is not the expected one. */
export function answerBefore(
  { dryRun, expectedCount }: BulkRequest,
  matched: number,
): Result<BulkOutcome> | undefined {
  if (dryRun) return ok({ matched, changed: 0, refused: [], dryRun: true });
  if (expectedCount != null && expectedCount !== matched)
    return conflict(
      `This now matches ${matched.toLocaleString('en')}, not ${expectedCount.toLocaleString('en')}. Review and retry.`,
    );
  return undefined;
}

/** The given jobs without duplicates, or the answer if nothing is to be changed. */
export function namedJobs({
  jobIds,
  ...request
}: { jobIds: readonly string[] } & BulkRequest):
  | { kind: 'jobs'; ids: string[] }
  | { kind: 'answer'; answer: Result<BulkOutcome> } {
  const ids = [...new Set(jobIds)];
  const answer =
    ids.length > MAX_BULK
      ? invalidAt(
          ['jobIds'],
          `has ${ids.length.toLocaleString('en')} jobs; the limit is ${MAX_BULK.toLocaleString('en')}`,
        )
      : answerBefore(request, ids.length);
  return answer ? { kind: 'answer', answer } : { kind: 'jobs', ids };
}

/** An object that a use case refused to change. */
export interface Refused {
  id: string;
  refusal: Refusal;
}

export interface Found {
  /** Up to {@link MAX_BULK}. */
  ids: readonly string[];
  matched: number;
}

/**
 * Changes each object on its own, a few at a time.
 * @throws what `change` throws, unless it is a refusal; objects changed before stay changed
 */
export async function inBulk(
  { ids, matched }: Found,
  request: BulkRequest,
  change: (id: string) => Promise<Result<unknown>>,
): Promise<Result<BulkOutcome>> {
  const before = answerBefore(request, matched);
  if (before) return before;
  if (matched > ids.length)
    return invalidAt(
      ['filter'],
      `matches ${matched.toLocaleString('en')}; the limit is ${MAX_BULK.toLocaleString('en')}. Narrow the filter`,
    );
  const refusals: Refused[] = [];
  const queue = ids.values();
  const work = async () => {
    for (const id of queue) {
      const result = await orRefusal(change(id));
      if (result.kind !== 'ok') refusals.push({ id, refusal: result });
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return ok(outcomeOf(matched, matched - refusals.length, refusals));
}

export function outcomeOf(matched: number, changed: number, refusals: readonly Refused[]): BulkOutcome {
  const refused = refusals.slice(0, MAX_REFUSED).map(
    ({ id, refusal }): BulkRefusal => ({
      id,
      code: refusal.kind.toUpperCase(),
      message: messageOf(refusal),
    }),
  );
  return { matched, changed, refused, dryRun: false };
}
