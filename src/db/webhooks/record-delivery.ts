import { uuidv7 } from '../../runtime/ids.js';
import type { Queryable } from '../system/queryable.js';

/** A call of a webhook, as recorded in its history. */
export interface Delivery {
  webhookId: string;
  /** Null if the event has no id, or the sender is unknown. */
  eventId: string | null;
  outcome: 'accepted' | 'duplicate' | 'rejected';
  httpStatus: number;
  /** The reason in the answer to the sender. Null for a success. */
  reason: string | null;
  scheduleExecutionId: string | null;
  /** Size of the body. Null if it was not read. */
  bytes: number | null;
  remoteAddress: string | null;
}

/**
 * Adds a call to the history. Calls that start nothing and have the same status and event in the same minute
 * share one row, which holds the latest of them and their number.
 *
 * @param count number of calls to record
 */
export async function recordDelivery(client: Queryable, delivery: Delivery, count = 1): Promise<void> {
  const { webhookId, eventId, outcome, httpStatus, reason, scheduleExecutionId, bytes, remoteAddress } =
    delivery;
  await client.query(
    `INSERT INTO "WebhookDelivery" AS d (id, "webhookId", "eventId", outcome, "httpStatus", reason, "scheduleExecutionId", bytes, "remoteAddress", count,
       "receivedAt", "lastReceivedAt")
     SELECT $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, now, now FROM clock_timestamp() AS now
     ON CONFLICT ("webhookId", "httpStatus", coalesce("eventId", ''), date_trunc('minute', "receivedAt" AT TIME ZONE 'UTC')) WHERE outcome <> 'accepted'
     DO UPDATE SET count = d.count + EXCLUDED.count, reason = EXCLUDED.reason, bytes = EXCLUDED.bytes, "remoteAddress" = EXCLUDED."remoteAddress",
       "lastReceivedAt" = EXCLUDED."lastReceivedAt"`,
    [
      uuidv7(),
      webhookId,
      eventId,
      outcome,
      httpStatus,
      reason,
      scheduleExecutionId,
      bytes,
      remoteAddress,
      count,
    ],
  );
}
