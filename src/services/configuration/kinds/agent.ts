import { AUTHENTICATIONS, type AuthenticationType } from '../../../domain/agent/authentication.js';
import { parseEndpoint } from '../../../domain/agent/endpoint.js';
import type { Fields } from '../../../domain/configuration/compare-fields.js';
import { putSecrets, type Secrets } from '../../../domain/configuration/secrets.js';
import type { Issue } from '../../../domain/issue.js';
import { openStored } from '../../access/open-stored.js';
import { agentSecretContext } from '../../agents/agent-columns.js';
import { deleteAgent } from '../../agents/delete-agent.js';
import { registerAgent } from '../../agents/register-agent.js';
import { type UpdatedAgent, updateAgent } from '../../agents/update-agent.js';
import { invalid, ok, type Result } from '../../system/result.js';
import { changedFields, type ObjectKind } from './object-kind.js';
import { tableReads } from './table-reads.js';

/** Agents. The key of an agent is its ID. */
export const agentKind: ObjectKind = {
  ...tableReads('Agent', 'AgentRegistry', {
    secrets: ['signingSecret'],
    fieldsOf: ({ row }) => {
      const parsed = parseEndpoint(row.endpoint);
      return { endpoint: parsed.kind === 'ok' ? parsed.endpoint : row.endpoint };
    },
    secretAt(secretBox, { key, row }, path) {
      const kind = path === 'signingSecret' ? 'signingSecret' : 'credential';
      return openStored(secretBox, row[kind], agentSecretContext(key, kind));
    },
  }),
  operatedFields: ['enabled', 'version'],
  create: (deps, actor, { key, fields, secrets, managedBy }) =>
    registerAgent(
      deps,
      actor,
      {
        ...putSecrets(fields, secrets),
        id: key,
        version: fields.version ?? '1.0.0',
        enabled: fields.enabled ?? true,
      },
      { managedBy },
    ),
  async update(deps, actor, { id, wanted: { fields, secrets, managedBy }, changed }) {
    const patch = changedFields(fields, changed);
    const input = patch.endpoint ? { ...patch, endpoint: wholeEndpoint(patch.endpoint as Fields) } : patch;
    const result = await updateAgent(deps, actor, {
      id,
      input: putSecrets(input, secretsOf(secrets, changed)),
      managedBy,
    });
    return result.kind === 'ok' ? refuseLoss(result.value, fields) : result;
  },
  remove: (deps, actor, id) => deleteAgent(deps, actor, { id }),
};

/** If the endpoint moves to another origin, the secrets must be given again. */
function secretsOf(secrets: Secrets, changed: ReadonlySet<string>): Secrets {
  const all = Object.entries(secrets);
  return Object.fromEntries(changed.has('endpoint') ? all : all.filter(([path]) => changed.has(path)));
}

/**
 * An update of the endpoint changes only the parts that are given, so the document's defaults are
 * filled in.
 */
function wholeEndpoint(endpoint: Fields): Fields {
  return { method: null, authentication: null, timeout: null, retryConfig: null, headers: null, ...endpoint };
}

/** Refuses a change that would clear a secret which no document gives. */
function refuseLoss({ id, ...cleared }: UpdatedAgent, { endpoint }: Fields): Result<{ id: string }> {
  const { authentication } = endpoint as { authentication?: { type: AuthenticationType } | null };
  const field = AUTHENTICATIONS[authentication?.type ?? 'none'].secret ?? 'token';
  const issues: Issue[] = [
    ...(cleared.credentialCleared ? [['endpoint', 'authentication', field]] : []),
    ...(cleared.signingSecretCleared ? [['signingSecret']] : []),
  ].map((path) => ({ path, message: 'is required, because the stored one was meant for another host' }));
  return issues.length > 0 ? invalid(issues) : ok({ id });
}
