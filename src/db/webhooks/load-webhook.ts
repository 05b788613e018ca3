import type { WebhookProfile } from '../../domain/webhook/profile.js';
import type { Queryable } from '../system/queryable.js';

export interface StoredWebhook {
  id: string;
  name: string;
  targetType: 'agent' | 'pipeline' | 'schedule';
  /** Exactly one of these three is set. */
  agentId: string | null;
  pipelineId: string | null;
  scheduleId: string | null;
  profile: WebhookProfile;
  /** Encrypted. */
  secret: string;
  /** Encrypted. The secret before the last rotation, valid until the instant below. */
  previousSecret: string | null;
  previousValidUntil: Date | null;
  /** Null: the profile's default applies. The same holds for the window, in milliseconds, below. */
  eventIdHeader: string | null;
  dedupeWindow: number | null;
  payloadMode: 'raw' | 'json';
  inputKey: string | null;
  suspended: boolean;
}

/** Loads a webhook, with the database's time. */
export async function loadWebhook(
  client: Queryable,
  id: string,
): Promise<(StoredWebhook & { now: Date }) | undefined> {
  const { rows } = await client.query<StoredWebhook & { now: Date }>(
    'SELECT *, clock_timestamp() AS now FROM "Webhook" WHERE id = $1',
    [id],
  );
  return rows[0];
}

/** Locks a webhook for the rest of the transaction. */
export async function lockWebhook(client: Queryable, id: string): Promise<StoredWebhook | undefined> {
  const { rows } = await client.query<StoredWebhook>('SELECT * FROM "Webhook" WHERE id = $1 FOR UPDATE', [
    id,
  ]);
  return rows[0];
}
