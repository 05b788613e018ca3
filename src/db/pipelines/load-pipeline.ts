import type { Json } from '../../domain/json.js';
import { ENABLED } from '../agents/load-agent.js';
import type { Queryable } from '../system/queryable.js';

/** A pipeline as stored. It may have been written by SQL, so its JSON is unchecked until it is parsed. */
export interface PipelineRow {
  id: string;
  name: string;
  steps: Json;
  retryConfig: Json;
  enabled: boolean;
}

const SELECT = 'SELECT id, name, steps, "retryConfig", enabled FROM "Pipeline" WHERE id = $1';

export async function loadPipeline(client: Queryable, id: string): Promise<PipelineRow | undefined> {
  const { rows } = await client.query<PipelineRow>(SELECT, [id]);
  return rows[0];
}

/** Locks a pipeline for the rest of the transaction. */
export async function lockPipeline(client: Queryable, id: string): Promise<PipelineRow | undefined> {
  const { rows } = await client.query<PipelineRow>(`${SELECT} FOR UPDATE`, [id]);
  return rows[0];
}

/** The parts of an agent that are checked before a pipeline may call it. */
export interface AgentContract {
  inputSchema: Json;
  enabled: boolean;
}

/** Loads the registered agents among `ids`. */
export async function loadAgentContracts(
  client: Queryable,
  ids: readonly string[],
): Promise<Map<string, AgentContract>> {
  const { rows } = await client.query<AgentContract & { id: string }>(
    `SELECT id, "inputSchema", ${ENABLED} AS enabled FROM "AgentRegistry" a WHERE id = ANY ($1::text[])`,
    [[...new Set(ids)]],
  );
  return new Map(rows.map(({ id, ...contract }) => [id, contract]));
}
