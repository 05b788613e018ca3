import type { Json } from '../../domain/json.js';
import { gather } from '../../runtime/gather.js';
import { ENABLED } from '../agents/load-agent.js';
import type { AgentContract } from '../pipelines/load-pipeline.js';
import type { Queryable } from '../system/queryable.js';

/** What is needed to plan a schedule. */
export interface NowAndConfig {
  /** The database's clock. */
  now: Date;
  /** `AgentConfig` of the key, as text; null: there is none. */
  value: string | null;
  /** The requested agent; null: there is none. */
  agent: AgentContract | null;
}

/** Reads all of it in one round trip. */
export async function loadNowAndConfig(
  client: Queryable,
  key: string,
  agentId: string | null,
): Promise<NowAndConfig> {
  const { rows } = await client.query<
    Omit<NowAndConfig, 'agent'> & { inputSchema: Json; enabled: boolean | null }
  >(
    `SELECT clock.now, config.value::text AS value, a."inputSchema", ${ENABLED} AS enabled
     FROM (SELECT clock_timestamp() AS now) clock LEFT JOIN "AgentConfig" config ON config.key = $1
     LEFT JOIN "AgentRegistry" a ON a.id = $2`,
    [key, agentId],
  );
  const [row] = rows;
  if (!row) throw new Error('the database did not return the time');
  const { now, value, inputSchema, enabled } = row;
  return { now, value, agent: enabled === null ? null : { inputSchema, enabled } };
}

/**
 * One gatherer per client. No caller joins a read in progress, because it may miss what was committed since it
 * began.
 */
const shared = new WeakMap<
  Queryable,
  (lane: string, item: [string, string | null]) => Promise<NowAndConfig>
>();

/** The same, in one read for all calls that arrive during another read. */
export function shareNowAndConfig(
  client: Queryable,
  key: string,
  agentId: string | null,
): Promise<NowAndConfig> {
  let share = shared.get(client);
  if (!share) {
    share = gather({
      async work(items) {
        const answer = await loadNowAndConfig(client, ...(items[0] as [string, string | null]));
        return items.map(() => answer);
      },
      atMost: Number.POSITIVE_INFINITY,
      maxWaitMs: 20,
      lingerMs: 5,
    });
    shared.set(client, share);
  }
  return share(JSON.stringify([key, agentId]), [key, agentId]);
}
