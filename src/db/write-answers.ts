import type { Lease } from './claim-attempts.js';
import { LOCK_TIMEOUT } from './lock-timeout.js';
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

export interface WrittenAnswers {
  /** Ids that changed. */
  written: Set<string>;
  /** Ids whose agent has written to the attempt in a transaction that is still open: to be tried again. */
  held: Set<string>;
}

/**
 * Writes many answers in one statement. Only attempts that still run under this lease change: a worker whose lease was
 * lost, or that is late behind a report or a cancellation, changes nothing. For an agent that has written to its attempt and
 * not committed it waits a moment; with `again`, of answers that were held before, not at all.
 */
export async function writeAnswers(
  client: Queryable,
  lease: Lease,
  answers: readonly AnswerRecord[],
  { again = false }: { again?: boolean } = {},
): Promise<WrittenAnswers> {
  const values = [lease.workerId, lease.epoch, toJsonb(answers)];
  if (!again) {
    try {
      return { written: await idsOf(client, WAIT_BRIEFLY, values), held: new Set() };
    } catch (error) {
      if ((error as { code?: string }).code !== LOCK_TIMEOUT) throw error;
    }
  }
  const written = await idsOf(client, PASS_OVER, values);
  const left = answers.flatMap(({ id }) => (written.has(id) ? [] : [id]));
  return { written, held: await idsOf(client, STILL_RUNNING, [lease.workerId, lease.epoch, left]) };
}

async function idsOf(client: Queryable, text: string, values: unknown[]): Promise<Set<string>> {
  const { rows } = await client.query<{ id: string }>(text, values);
  return new Set(rows.map(({ id }) => id));
}

const UNDER_LEASE = `a."workerId" = $1 AND a."leaseEpoch" = $2 AND a.status = 'running'`;

const WRITE = `UPDATE "AgentJobExecution" a SET
  status = r.status,
  "acceptedAt" = CASE WHEN r.accepted THEN coalesce(a."acceptedAt", clock_timestamp()) ELSE a."acceptedAt" END,
  result = r.result, error = r.error, metrics = coalesce(r.metrics, a.metrics), "statusCode" = r."statusCode",
  "durationMs" = CASE WHEN r.status = 'running' THEN NULL ELSE r."durationMs" END,
  "responseBody" = r."responseBody", "responseTruncated" = r."responseTruncated"
FROM jsonb_to_recordset($3::jsonb) AS r(id text, status text, accepted boolean, result jsonb, error jsonb, metrics jsonb, "statusCode" int, "durationMs" int,
  "responseBody" text, "responseTruncated" boolean)
WHERE a.id = r.id AND ${UNDER_LEASE}`;

/** The setting holds to the end of the statement, which is a transaction of its own; to lock first what is free would cost as much again. */
const WAIT_BRIEFLY = `${WRITE} AND (SELECT set_config('lock_timeout', '50ms', true)) IS NOT NULL RETURNING a.id`;

const PASS_OVER = `${WRITE} AND a.id = ANY (ARRAY(
  SELECT a.id FROM "AgentJobExecution" a WHERE a.id IN (SELECT value ->> 'id' FROM jsonb_array_elements($3::jsonb)) AND ${UNDER_LEASE}
  FOR UPDATE OF a SKIP LOCKED)) RETURNING a.id`;

const STILL_RUNNING = `SELECT a.id FROM "AgentJobExecution" a WHERE a.id = ANY ($3::text[]) AND ${UNDER_LEASE}`;
