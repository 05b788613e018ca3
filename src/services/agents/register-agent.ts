import { clearStop, stopAgent } from '../../db/agents/stop-agents.js';
import { flagSchedules } from '../../db/schedules/flag-schedules.js';
import { insertRow } from '../../db/system/write-row.js';
import { type CreateUseCase, createOnce } from '../system/create-once.js';
import { parseInput } from '../system/parse-input.js';
import { conflict, invalid, ok } from '../system/result.js';
import { endpointColumn, plainColumns, secretColumns } from './agent-columns.js';
import {
  checkAgentFields,
  checkAgentSchemas,
  checkAuthentication,
  registerAgentInput,
  secretOf,
} from './agent-input.js';

/** Registers an agent under its own id. Schedules that were blocked because it was missing can run again. */
export const registerAgent: CreateUseCase = async (
  deps,
  actor,
  input,
  { idempotencyKey, managedBy = null } = {},
) => {
  const parsed = parseInput(registerAgentInput, input);
  if (parsed.kind !== 'ok') return parsed;
  const fields = parsed.value;
  const { id, endpoint } = fields;
  const authentication = endpoint.authentication ?? { type: 'none' as const };
  const issues = [
    ...checkAgentFields(fields, endpoint.url, deps.guard),
    ...(await checkAgentSchemas(fields)),
    ...checkAuthentication(authentication, true),
  ];
  if (issues.length > 0) return invalid(issues);

  const columns = {
    id,
    ...plainColumns(fields),
    ...endpointColumn(endpoint, authentication),
    ...secretColumns(deps.secretBox, id, 'credential', secretOf(authentication) ?? undefined),
    ...secretColumns(deps.secretBox, id, 'signingSecret', fields.signingSecret ?? undefined),
    createdBy: actor.id,
    managedBy,
  };
  const once = { operation: 'registerAgent', input, idempotencyKey };
  const result = await createOnce(deps, once, async (client) => {
    const isNew = await insertRow(client, 'AgentRegistry', columns);
    if (!isNew)
      return conflict(
        `An agent with the ID "${id}" already exists: choose another ID, or update that agent.`,
      );
    await (fields.enabled ? clearStop(client, id) : stopAgent(client, id, actor.id));
    await flagSchedules(client, { agentId: id });
    return ok({ id });
  });
  if (result.kind === 'ok' && !result.value.repeated)
    deps.logger.info('agent.registered', { agentId: id, actor: actor.id });
  return result;
};
