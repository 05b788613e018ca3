import { batchIndexOf } from '../../../domain/expansion/plan.js';
import type { AttemptsInsertion, AttemptsOrigin, CallSettings } from '../../jobs/insert-attempts.js';
import type { Queryable } from '../../system/queryable.js';

/** Consecutive jobs of a run of one agent, as the expansion has decided them. */
export interface JobChunk {
  /** Number of the chunk in its run. */
  part: number;
  /** Index of its first job among all jobs of the run. */
  firstIndex: number;
  batchSize: number;
  settings: { origin: AttemptsOrigin; call: CallSettings };
  /** JSON text for each job. */
  params: string[];
}

/**
 * How long the first jobs of a run may wait until they are rows, unless they are claimed before, in
 * milliseconds. A job that is a row before it is claimed is written once more.
 */
const STORED_AFTER_MS = 5_000;
/** Later jobs wait longer, because workers claim those before them first: at least this many in a millisecond. */
const CLAIMED_PER_MS = 3;

/**
 * A statement that stores the jobs of a chunk for later, instead of as rows. It reads their JSON, so that a
 * value that cannot be stored fails the expansion, and not the insertion of the rows.
 */
export function chunkInsertion({
  part,
  firstIndex,
  batchSize,
  settings,
  params,
}: JobChunk): AttemptsInsertion {
  return {
    text: `INSERT INTO "JobChunk" ("executionId", part, "firstIndex", "firstBatch", "batchSize", settings, params, jobs, "storeAt")
      VALUES ($1, $2, $3, $4, $5, $6, $7, (SELECT count(line::jsonb) FROM string_to_table($7::text, E'\\n') line),
        clock_timestamp() + interval '1 millisecond' * ($3 / ${CLAIMED_PER_MS} + ${STORED_AFTER_MS}))`,
    values: [
      settings.origin.scheduleExecutionId,
      part,
      firstIndex,
      batchIndexOf(firstIndex, batchSize),
      batchSize,
      JSON.stringify(settings),
      params.join('\n'),
    ],
  };
}

const IS_WANTED = `e."runStatus" = 'running' AND e."cancelRequestedAt" IS NULL`;

/** Milliseconds until the next chunk has to be stored; null: there is none. */
export async function msUntilNextChunk(client: Queryable): Promise<number | null> {
  const { rows } = await client.query<{ ms: number | null }>(
    `SELECT date_part('epoch', min("storeAt") - clock_timestamp()) * 1000 AS ms FROM "JobChunk"`,
  );
  const ms = rows[0]?.ms ?? null;
  return ms === null ? null : Math.max(0, ms);
}

export interface TakenChunk {
  chunk: JobChunk;
  /** False if the run was cancelled or has ended. */
  isWanted: boolean;
}

/**
 * Takes the next chunk whose time has come, or which belongs to a cancelled run, of the run that follows
 * `after`, so that runs take turns. The transaction that inserts its jobs deletes it with this. Chunks that
 * another transaction has taken are passed over.
 *
 * @param early whether the time does not matter
 */
export async function removeChunk(
  client: Queryable,
  after: string,
  early: boolean,
): Promise<TakenChunk | undefined> {
  const { rows } = await client.query<Omit<JobChunk, 'params'> & { params: string; isWanted: boolean }>(
    `WITH next AS MATERIALIZED (
       SELECT c."executionId", c.part FROM "JobChunk" c
       WHERE $2 OR c."storeAt" <= statement_timestamp() OR NOT EXISTS (SELECT FROM "ScheduleExecution" e WHERE e.id = c."executionId" AND ${IS_WANTED})
       ORDER BY c."executionId" > $1 DESC, c."executionId", c.part LIMIT 1 FOR UPDATE OF c SKIP LOCKED
     ), taken AS (
       DELETE FROM "JobChunk" c USING next WHERE c."executionId" = next."executionId" AND c.part = next.part RETURNING c.*)
     SELECT part, "firstIndex", "batchSize", taken.settings, params,
       coalesce(${IS_WANTED}, false) AS "isWanted"
     FROM taken LEFT JOIN "ScheduleExecution" e ON e.id = taken."executionId"`,
    [after, early],
  );
  const [row] = rows;
  if (!row) return undefined;
  const { isWanted, params, ...chunk } = row;
  return { chunk: { ...chunk, params: params.split('\n') }, isWanted };
}

/**
 * Ends the time in which jobs of the due batches of these runs wait to be claimed. Passes over chunks that
 * another transaction locks, because it is claiming or storing their jobs, and may wait for the lock of the
 * run, which the caller has.
 * @returns whether there are such jobs
 */
export async function hastenChunks(client: Queryable, executionIds: readonly string[]): Promise<boolean> {
  const { rowCount } = await client.query(
    `WITH early AS MATERIALIZED (
       SELECT c."executionId", c.part FROM "JobChunk" c JOIN "ScheduleExecution" e ON e.id = c."executionId"
       WHERE e.id = ANY ($1::text[]) AND c."firstBatch" <= e."batchCursor" + 1 AND c."storeAt" > statement_timestamp() FOR UPDATE OF c SKIP LOCKED)
     UPDATE "JobChunk" c SET "storeAt" = statement_timestamp() FROM early WHERE c."executionId" = early."executionId" AND c.part = early.part`,
    [executionIds],
  );
  return (rowCount ?? 0) > 0;
}

/**
 * Makes the batch of new jobs due again if the run has passed it. Only a worker of an earlier version, which
 * knows no chunks, passes a batch before all its jobs are rows.
 */
export async function returnToBatch(
  client: Queryable,
  executionId: string,
  batchIndex: number,
): Promise<void> {
  await client.query(
    `UPDATE "ScheduleExecution" SET "batchCursor" = $2::int - 1, "nextBatchAt" = clock_timestamp()
     WHERE id = $1 AND "batchCursor" >= $2::int AND "runStatus" = 'running' AND "cancelRequestedAt" IS NULL`,
    [executionId, batchIndex],
  );
}

/**
 * Deletes the chunks of a locked run whose jobs are no longer wanted, and `taken` jobs that the caller has
 * taken.
 */
export async function dropChunks(client: Queryable, executionId: string, taken: number): Promise<void> {
  await client.query(
    `WITH dropped AS (DELETE FROM "JobChunk" WHERE "executionId" = $1 RETURNING jobs)
     UPDATE "ScheduleExecution" SET "jobsCreated" = "jobsCreated" - $2::int - (SELECT coalesce(sum(jobs), 0)::int FROM dropped) WHERE id = $1`,
    [executionId, taken],
  );
}
