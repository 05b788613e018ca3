import type { JsonObject } from '../../domain/json.js';
import { alongIndex } from '../system/along-index.js';
import type { Queryable } from '../system/queryable.js';

export interface HeartbeatRow {
  status: 'alive' | 'busy' | 'dead';
  at: Date;
  context: JsonObject;
}

/** The newest heartbeats of each run, oldest first. */
export function loadRunHeartbeats(
  client: Queryable,
  attemptIds: readonly string[],
  last: number,
): Promise<HeartbeatRow[][]> {
  return load(client, '"attemptId"', 'true', attemptIds, last);
}

/** The newest heartbeats of each agent as a whole, oldest first. */
export function loadAgentHeartbeats(
  client: Queryable,
  agentIds: readonly string[],
  last: number,
): Promise<HeartbeatRow[][]> {
  return load(client, '"agentId"', '"attemptId" IS NULL', agentIds, last);
}

async function load(
  client: Queryable,
  owner: '"attemptId"' | '"agentId"',
  condition: string,
  ids: readonly string[],
  last: number,
) {
  const { rows } = await client.query<HeartbeatRow & { owner: string }>(
    `SELECT wanted.id AS owner, h.* FROM unnest($1::text[]) AS wanted(id) CROSS JOIN LATERAL (
       SELECT id AS place, status, at, context FROM "AgentHeartbeat"
       WHERE ${alongIndex(owner, 'wanted.id')} AND ${condition} ORDER BY ${owner} DESC, id DESC LIMIT $2) h
     ORDER BY h.place`,
    [ids, last],
  );
  return ids.map((id) => rows.filter(({ owner }) => owner === id));
}
