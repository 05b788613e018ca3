import type { Lease } from './claim-attempts.js';
import type { Queryable } from './queryable.js';
import { toJsonb } from './to-jsonb.js';

/** What an agent's answer, or its absence, makes of an attempt. */
export interface AnswerRecord {
  id: string;
  /** 'running' with `accepted`: the end is reported later. */
  status: 'running' | 'completed' | 'failed';
  accepted: boolean;
  result: unknown;
  error: { message: string; code: string; retryable: boolean; retryAfterMs?: number | undefined } | null;
  metrics: unknown;
  statusCode: number | null;
  durationMs: number | null;
  responseBody: string | null;
  responseTruncated: boolean;
}

/**
 * Writes many answers in one statement. Only attempts that still run under this lease change: a worker whose lease was
 * lost, or that is late behind a report or a cancellation, changes nothing.
 *
 * @returns ids that changed
 */
export async function writeAnswers(
  client: Queryable,
  { workerId, epoch }: Lease,
  answers: readonly AnswerRecord[],
): Promise<Set<string>> {
  const { rows } = await client.query<{ id: string }>(
    `UPDATE "AgentJobExecution" a SET
       status = r.status,
       "acceptedAt" = CASE WHEN r.accepted THEN coalesce(a."acceptedAt", clock_timestamp()) ELSE a."acceptedAt" END,
       result = r.result, error = r.error, metrics = coalesce(r.metrics, a.metrics), "statusCode" = r."statusCode",
       "durationMs" = CASE WHEN r.status = 'running' THEN NULL ELSE r."durationMs" END,
       "responseBody" = r."responseBody", "responseTruncated" = r."responseTruncated"
     FROM jsonb_to_recordset($3::jsonb) AS r(id text, status text, accepted boolean, result jsonb, error jsonb, metrics jsonb, "statusCode" int, "durationMs" int,
       "responseBody" text, "responseTruncated" boolean)
     WHERE a.id = r.id AND a."workerId" = $1 AND a."leaseEpoch" = $2 AND a.status = 'running'
     RETURNING a.id`,
    [workerId, epoch, toJsonb(answers)],
  );
  return new Set(rows.map(({ id }) => id));
}
