import type pg from 'pg';
import type { Pool } from '../../src/runtime/database/pool.js';

/** What happened to the chunks of a run of the simulation, with the number of times. */
export interface ChunkEvents {
  written: number;
  /** Claims that took jobs directly from a chunk. */
  claimed: number;
  /** Those among them that took jobs of another batch than the first. */
  claimedLater: number;
  /** Chunks whose jobs became rows because nobody claimed them. */
  stored: number;
  /** Chunks that were to be stored early, because a worker had no room for their jobs. */
  hastened: number;
  /** Chunks that were deleted because their run was cancelled. */
  dropped: number;
  /** Chunks that were there when the worker that had written them was killed. */
  left: number;
  /** Attempts, after the first, of jobs that were claimed from a chunk. */
  retried: number;
}

/** Records each committed change of a chunk, and the jobs that the same transaction created. */
export const WATCH_CHUNKS = `
  CREATE TABLE public.chunk_change (xact xid8, what text, "executionId" text, part int, worker text);
  CREATE FUNCTION public.note_chunk_change() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
  DECLARE chunk callboard."JobChunk" := coalesce(NEW, OLD);
  BEGIN
    INSERT INTO public.chunk_change VALUES (pg_current_xact_id(),
      CASE WHEN TG_OP = 'UPDATE' AND OLD."firstIndex" = NEW."firstIndex" THEN 'hastened' ELSE TG_OP END,
      chunk."executionId", chunk.part, current_setting('application_name'));
    RETURN NULL;
  END $$;
  CREATE TRIGGER zz_note_chunk_change AFTER INSERT OR UPDATE OR DELETE ON callboard."JobChunk" FOR EACH ROW EXECUTE FUNCTION public.note_chunk_change();
  CREATE TABLE public.job_creation (xact xid8, "jobId" text, status text, "batchIndex" int);
  CREATE FUNCTION public.note_job_creation() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
  BEGIN
    INSERT INTO public.job_creation VALUES (pg_current_xact_id(), NEW."jobId", NEW.status, NEW."batchIndex");
    RETURN NULL;
  END $$;
  CREATE TRIGGER zz_note_job_creation AFTER INSERT ON callboard."AgentJobExecution" FOR EACH ROW
    WHEN (NEW."retryCount" = 0) EXECUTE FUNCTION public.note_job_creation();`;

/** Records the chunks that a worker which was just killed has left. */
export async function noteLeftChunks(monitor: pg.Client, worker: string): Promise<void> {
  await monitor.query(
    `INSERT INTO public.chunk_change SELECT pg_current_xact_id(), 'left', "executionId", part, $1 FROM public.chunk_change
     JOIN "JobChunk" USING ("executionId", part) WHERE what = 'INSERT' AND worker = $1`,
    [worker],
  );
}

export async function countChunkEvents(pool: Pool): Promise<ChunkEvents> {
  const { rows } = await pool.query<ChunkEvents>(
    `WITH change AS (
       SELECT c.*, j."batchIndex", j.status FROM public.chunk_change c
       LEFT JOIN LATERAL (SELECT status, max("batchIndex") AS "batchIndex" FROM public.job_creation j WHERE j.xact = c.xact GROUP BY 1) j ON c.what IN ('UPDATE', 'DELETE')
     )
     SELECT count(*) FILTER (WHERE what = 'INSERT')::int AS written,
       count(*) FILTER (WHERE status = 'running')::int AS claimed,
       count(*) FILTER (WHERE status = 'running' AND "batchIndex" > 0)::int AS "claimedLater",
       count(*) FILTER (WHERE what = 'DELETE' AND status = 'pending')::int AS stored,
       count(*) FILTER (WHERE what = 'hastened')::int AS hastened,
       count(*) FILTER (WHERE what = 'DELETE' AND status IS NULL)::int AS dropped,
       count(*) FILTER (WHERE what = 'left')::int AS "left",
       (SELECT count(*) FROM "AgentJobExecution" a JOIN public.job_creation j USING ("jobId") WHERE a."retryCount" > 0
         AND j.xact IN (SELECT xact FROM change WHERE status = 'running'))::int AS retried
     FROM change`,
  );
  return rows[0] as ChunkEvents;
}
