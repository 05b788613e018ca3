import type { Queryable } from '../../db/system/queryable.js';

/** What was done that changes nothing configured: changes of those tables are recorded by their triggers. */
export interface Deed {
  /** What it is called where nobody said why the transaction is run; else `actingAs` has named it. */
  action: string;
  entityType:
    | 'Agent'
    | 'ApiToken'
    | 'Endpoint'
    | 'JobExecution'
    | 'NotificationChannel'
    | 'Pipeline'
    | 'Schedule'
    | 'ScheduleExecution';
  /** Of a job its jobId. */
  entityId: string;
  /** What came of it, or what it was told; secrets are taken out by their names. */
  after?: Readonly<Record<string, unknown>>;
}

/** Records a deed. @param client of the transaction that does it, so that there is never one without the other */
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

/** The same of many of one kind, in one statement. */
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
