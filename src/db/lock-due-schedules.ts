import type { Json } from '../domain/json.js';
import type { RetryConfig } from '../domain/retry/retry.js';
import type { Queryable } from './queryable.js';
import { TARGET_READY } from './target-ready.js';

/** A schedule that is due, locked until the transaction ends. */
export interface DueSchedule {
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
  originAt: Date;
  activatedAt: Date;
  nextRunAt: Date;
  targetType: 'agent' | 'pipeline';
  agentId: string | null;
  pipelineId: string | null;
  params: { [key: string]: Json };
  retryConfig: RetryConfig | null;
  timeout: number | null;
  priority: number;
  /** The target exists and is enabled, and so are the agents of its steps. */
  targetReady: boolean;
  /** As stored now, unparsed; null: an agent is called. */
  pipeline: Json;
}

/**
 * Locks up to `limit` schedules that are due, the longest due first, skipping what another worker holds. Held to the end of
 * the transaction that also records their slots: between lock and record nobody else can see them as due.
 */
export async function lockDueSchedules(client: Queryable, now: Date, limit: number): Promise<DueSchedule[]> {
  const { rows } = await client.query<DueSchedule>(
    `SELECT s.id, s.name, s."repeat", s."cronExpression", s."interval", s.timezone, s."startAt", s."endAt", s."dstGap", s."dstRepeat",
            s."afterOnce", s."maxRuns", s."runCount", s."originAt", s."activatedAt", s."nextRunAt", s."targetType", s."agentId",
            s."pipelineId", s.params, s."retryConfig", s.timeout, s.priority,
            ${TARGET_READY} AS "targetReady",
            CASE WHEN s."targetType" = 'pipeline' THEN (
              SELECT jsonb_build_object('id', p.id, 'name', p.name, 'steps', p.steps, 'retryConfig', p."retryConfig") FROM "Pipeline" p WHERE p.id = s."pipelineId"
            ) END AS pipeline
     FROM "Schedule" s
     WHERE s.enabled AND s."nextRunAt" <= $1
     ORDER BY s."nextRunAt"
     LIMIT $2
     FOR UPDATE OF s SKIP LOCKED`,
    [now, limit],
  );
  return rows;
}
