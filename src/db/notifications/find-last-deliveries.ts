import type { Queryable } from '../system/queryable.js';

/** Ids of the newest delivery of each channel that has one. */
export async function findLastDeliveries(
  client: Queryable,
  channels: readonly string[],
): Promise<Map<string, string>> {
  const { rows } = await client.query<{ channel: string; id: string }>(
    `SELECT wanted.channel, newest.id FROM unnest($1::text[]) AS wanted(channel)
     CROSS JOIN LATERAL (SELECT id FROM "NotificationDelivery" d WHERE d.channel = wanted.channel ORDER BY id DESC LIMIT 1) newest`,
    [channels],
  );
  return new Map(rows.map(({ channel, id }) => [channel, id]));
}
