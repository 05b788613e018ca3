import type { Json } from '../../../domain/json.js';
import { DURATION_POLICY_NAMES, type DurationPolicies } from '../../../domain/schedule/duration-policies.js';
import type { Decision, RunSource } from '../../../domain/schedule/governor/decision.js';
import type { MisfirePolicy } from '../../../domain/schedule/slots/misfire.js';
import type { ConcurrencyPolicy } from '../../../domain/schedule/slots/overlap.js';
import type { Queryable } from '../../system/queryable.js';
import { TARGET_READY } from '../target-ready.js';
import { LOAN, type TemplateLoan } from '../template-loan.js';

/** A due schedule, locked until the transaction ends. */
export interface DueSchedule extends DurationPolicies, TemplateLoan {
  id: string;
  name: string;
  repeat: 'once' | 'repeating';
  cronExpression: string | null;
  interval: number | null;
  timezone: string | null;
  startAt: Date | null;
  endAt: Date | null;
  dstGap: 'next_valid' | 'skip';
  dstRepeat: 'first' | 'last' | 'both';
  afterOnce: 'disable' | 'delete';
  maxRuns: number | null;
  runCount: number;
  template: boolean;
  originAt: Date;
  activatedAt: Date;
  nextRunAt: Date;
  nextRunSource: RunSource | null;
  /** The reason for `nextRunAt`. */
  decision: Decision | null;
  targetType: 'agent' | 'pipeline';
  agentId: string | null;
  pipelineId: string | null;
  pausedUntil: Date | null;
  pauseNote: string | null;
  hintIntervalMs: number | null;
  hintNextRunAt: Date | null;
  hintExpiresAt: Date | null;
  hintReason: string | null;
  hintBy: string | null;
  hintAt: Date | null;
  /** The first of the interval hints that followed each other without a gap. */
  hintSince: Date | null;
  createdAt: Date;
  lastRunAt: Date | null;
  /** When a slot last ran or was recorded. */
  handledAt: Date | null;
  failureBackoff: boolean;
  failureCount: number;
  jitter: number | null;
  misfirePolicy: MisfirePolicy;
  concurrencyPolicy: ConcurrencyPolicy;
  templateId: string | null;
  lent: TemplateLoan | null;
  /** The target exists and is enabled, and so are the agents of its steps. */
  targetReady: boolean;
  /** As stored, unparsed; null: an agent is called. */
  pipeline: Json;
}

/** SQL: the columns of a schedule `s` that decide when it runs next, and what. */
export const PLANNING_COLUMNS = `s.id, s.name, s."repeat", s."cronExpression", s."interval", s.timezone, s."startAt", s."endAt", s."dstGap", s."dstRepeat",
  s."afterOnce", s."maxRuns", s."runCount", s.template, s."originAt", s."activatedAt", s."nextRunAt", s."nextRunSource", s.decision,
  s."targetType", s."agentId", s."pipelineId", s.timeout, s.priority, s."pausedUntil", s."pauseNote", s."hintIntervalMs",
  s."hintNextRunAt", s."hintExpiresAt", s."hintReason", s."hintBy", s."hintAt", s."hintSince", s."createdAt", s."lastRunAt",
  s."handledAt", s."failureBackoff", s."failureCount", s.jitter, s."misfirePolicy", s."concurrencyPolicy",
  ${DURATION_POLICY_NAMES.map((name) => `s."${name}"`).join()}`;

/** The instant of the decision, in whole milliseconds like slots. */
const NOW = `date_trunc('milliseconds', statement_timestamp())`;

export interface LockedSchedules {
  /** The earliest due first. */
  due: DueSchedule[];
  now: Date;
  /** The database's clock when they were locked, in milliseconds since 1970. */
  readAt: number;
}

/**
 * Locks up to `limit` schedules that are due, or will be within `aheadMs`, the earliest due first. Skips
 * those that another worker has locked. The same transaction records their slots, so no other worker can
 * claim them in between.
 *
 * @param except schedules that are left out
 * @returns the schedules and the database's time by which they are due; undefined: none is due
 */
export async function lockDueSchedules(
  client: Queryable,
  limit: number,
  aheadMs = 0,
  except: readonly string[] = [],
): Promise<LockedSchedules | undefined> {
  const { rows } = await client.query<DueSchedule & { now: Date; readAt: number }>(
    `SELECT ${NOW} AS now, (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS "readAt", ${PLANNING_COLUMNS},
            s.params, s."retryConfig", s."maxQueueTime", s."zombieThresholdMs", s.requirements, s.environment,
            s."templateId", ${LOAN} AS lent,
            ${TARGET_READY} AS "targetReady",
            CASE WHEN s."targetType" = 'pipeline' THEN (
              SELECT jsonb_build_object('id', p.id, 'name', p.name, 'steps', p.steps, 'retryConfig', p."retryConfig") FROM "Pipeline" p WHERE p.id = s."pipelineId"
            ) END AS pipeline
     FROM "Schedule" s
     WHERE s.enabled AND s."nextRunAt" <= ${NOW} + ${Number(aheadMs)} * interval '1 millisecond'
       AND s.id <> ALL ($2::text[])
     ORDER BY s."nextRunAt"
     LIMIT $1
     FOR UPDATE OF s SKIP LOCKED`,
    [limit, except],
  );
  const last = rows.at(-1);
  return last && { due: rows, now: last.now, readAt: last.readAt };
}

/**
 * When the next schedule is due, if any, and the database's time.
 *
 * @param except schedules that are left out
 */
export async function nextDueSchedule(
  client: Queryable,
  except: readonly string[] = [],
): Promise<{ now: Date; nextDueAt: Date | null }> {
  const { rows } = await client.query<{ now: Date; nextDueAt: Date | null }>(
    `SELECT clock_timestamp() AS now,
       (SELECT "nextRunAt" FROM "Schedule" WHERE enabled AND "nextRunAt" IS NOT NULL AND id <> ALL ($1::text[]) ORDER BY "nextRunAt" LIMIT 1) AS "nextDueAt"`,
    [except],
  );
  return rows[0] as { now: Date; nextDueAt: Date | null };
}
