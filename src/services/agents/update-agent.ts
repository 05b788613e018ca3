import { applyStops, clearStop, stopAgent } from '../../db/agents/stop-agents.js';
import { flagSchedules } from '../../db/schedules/flag-schedules.js';
import { type Columns, updateRow } from '../../db/system/write-row.js';
import { parseEndpoint } from '../../domain/agent/endpoint.js';
import type { Issue } from '../../domain/issue.js';
import { withTransaction } from '../../runtime/database/pool.js';
import type { Actor, ServiceDeps } from '../access/context.js';
import { parseInput } from '../system/parse-input.js';
import { invalid, notFound, ok, type Refusal, type Result } from '../system/result.js';
import { ownerColumn, type UpdateRequest } from '../system/update-request.js';
import type { UseCase } from '../system/use-case.js';
import { endpointColumn, plainColumns, secretColumns } from './agent-columns.js';
import {
  type AgentFields,
  checkAgentFields,
  checkAgentSchemas,
  checkAuthentication,
  secretOf,
  updateAgentInput,
} from './agent-input.js';

export interface UpdatedAgent {
  id: string;
  /**
   * Whether the endpoint moved to another origin without a new secret. The stored secret was then
   * removed, because it was not meant for that origin.
   */
  credentialCleared: boolean;
  signingSecretCleared: boolean;
}

interface StoredAgent {
  endpoint: unknown;
  credential: string | null;
  signingSecret: string | null;
}

/**
 * Changes the given fields and leaves the rest. Null clears an optional field. An absent secret is
 * kept; null removes it. `enabled: false` holds until an admin enables the agent again: its own login
 * cannot. Inside `endpoint`, too, only given fields change, and `authentication: null` means none.
 */
export const updateAgent: UseCase<UpdateRequest, UpdatedAgent> = async (
  deps,
  actor,
  { id, input, managedBy },
) => {
  const parsed = parseInput(updateAgentInput, input);
  if (parsed.kind !== 'ok') return parsed;
  const fields = parsed.value;
  if (fields.enabled === false && Object.keys(fields).length === 1 && managedBy === undefined)
    return disableAgent(deps, actor, id);
  const schemaIssues = await checkAgentSchemas(fields);
  const result = await withTransaction(deps.pool, async (client) => {
    const { rows } = await client.query<StoredAgent>(
      `SELECT endpoint, credential, "signingSecret" FROM "AgentRegistry" WHERE id = $1 FOR UPDATE`,
      [id],
    );
    const stored = rows[0];
    if (!stored) return notFound('agent', id);
    const planned = planUpdate(deps, id, stored, fields, schemaIssues);
    if (planned.kind !== 'ok') return planned;
    if (fields.enabled !== undefined)
      await (fields.enabled ? clearStop(client, id) : stopAgent(client, id, actor.id));
    const after = await updateRow<StoredAgent>(client, 'AgentRegistry', id, {
      ...planned.columns,
      ...ownerColumn(managedBy),
    });
    if (fields.enabled !== undefined) await flagSchedules(client, { agentId: id });
    const removed = (name: 'credential' | 'signingSecret') =>
      stored[name] !== null && after[name] === null && planned.columns[name] === undefined;
    return ok({
      id,
      credentialCleared: removed('credential'),
      signingSecretCleared: removed('signingSecret'),
    });
  });
  if (result.kind === 'ok')
    deps.logger.info('agent.updated', { agentId: id, actor: actor.id, fields: Object.keys(fields) });
  return result;
};

/**
 * Takes effect immediately, even while the agent's login locks its row. A worker then updates the row
 * later (`applyStops`).
 */
async function disableAgent(deps: ServiceDeps, actor: Actor, id: string): Promise<Result<UpdatedAgent>> {
  const found = await withTransaction(deps.pool, async (client) => {
    const { rowCount } = await client.query('SELECT FROM "AgentRegistry" WHERE id = $1', [id]);
    if (rowCount) await stopAgent(client, id, actor.id);
    return rowCount;
  });
  if (!found) return notFound('agent', id);
  await withTransaction(deps.pool, async (client) => {
    for (const agentId of await applyStops(client)) await flagSchedules(client, { agentId });
  });
  deps.logger.info('agent.updated', { agentId: id, actor: actor.id, fields: ['enabled'] });
  return ok({ id, credentialCleared: false, signingSecretCleared: false });
}

function planUpdate(
  deps: ServiceDeps,
  id: string,
  stored: StoredAgent,
  fields: AgentFields,
  schemaIssues: readonly Issue[],
): { kind: 'ok'; columns: Columns } | Refusal {
  const before = parseEndpoint(stored.endpoint);
  const { authentication: given, ...changes } = fields.endpoint ?? {};
  const current =
    before.kind === 'ok'
      ? before.endpoint
      : { type: 'http' as const, url: '', authentication: { type: 'none' as const } };
  const endpoint = { ...current, ...changes };
  const authentication = given === null ? { type: 'none' as const } : given;
  const needsSecret = stored.credential === null || authentication?.type !== current.authentication.type;
  // An unchanged URL is not checked again, because the allowed networks may have been restricted since.
  const issues = checkAgentFields(fields, endpoint.url, deps.guard)
    .filter(({ path }) => fields.endpoint?.url !== undefined || path[1] !== 'url')
    .concat(schemaIssues, authentication ? checkAuthentication(authentication, needsSecret) : []);
  if (issues.length > 0) return invalid(issues);
  return {
    kind: 'ok',
    columns: {
      ...plainColumns(fields),
      ...(fields.endpoint && endpointColumn(endpoint, authentication ?? current.authentication)),
      ...(authentication && secretColumns(deps.secretBox, id, 'credential', secretOf(authentication))),
      ...secretColumns(deps.secretBox, id, 'signingSecret', fields.signingSecret),
    },
  };
}
