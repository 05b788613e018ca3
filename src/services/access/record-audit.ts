import type { Queryable } from '../../db/system/queryable.js';
import { type Pool, withTransaction } from '../../runtime/database/pool.js';

/**
 * Every resource type of the audit: those of recorded actions, and those whose tables record their
 * changes by trigger.
 */
export type AuditedType =
  | Deed['entityType']
  | 'AgentConfig'
  | 'AgentLogin'
  | 'AgentVersionDeployment'
  | 'Backfill'
  | 'Webhook'
  | 'Worker';

/**
 * An action that changes no configured table. Changes of configured tables are recorded by their
 * triggers.
 */
export interface Deed {
  /** The name of the action if no actor is set; otherwise `actingAs` has named it. */
  action: string;
  entityType:
    | 'Agent'
    | 'ApiToken'
    | 'Endpoint'
    | 'JobExecution'
    | 'NotificationChannel'
    | 'Person'
    | 'Pipeline'
    | 'Schedule'
    | 'ScheduleExecution';
  /** For a job: its jobId. */
  entityId: string;
  /** Result or input of the action. Secrets are removed by their names. */
  after?: Readonly<Record<string, unknown>>;
}

/**
 * Records an action.
 * @param client of the transaction that performs it, so that neither exists without the other
 */
export async function recordAudit(
  client: Queryable,
  { action, entityType, entityId, after }: Deed,
): Promise<void> {
  await client.query('SELECT append_audit($1, $2, $3, NULL, $4::jsonb)', [
    action,
    entityType,
    entityId,
    after === undefined ? null : JSON.stringify(after),
  ]);
}

/** Records an action in a transaction of its own. */
export async function recordAuditAlone(pool: Pool, deed: Deed): Promise<void> {
  await withTransaction(pool, (client) => recordAudit(client, deed));
}

/** Records many actions of one kind in one statement. */
export async function recordAudits(
  client: Queryable,
  { action, entityType }: Pick<Deed, 'action' | 'entityType'>,
  entityIds: readonly string[],
): Promise<void> {
  await client.query('SELECT append_audit($1, $2, id, NULL, NULL) FROM unnest($3::text[]) AS entity(id)', [
    action,
    entityType,
    entityIds,
  ]);
}
