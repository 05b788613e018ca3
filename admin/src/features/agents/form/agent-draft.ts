/** The draft of an agent: texts as typed, which may not be valid yet. */
import type { bindTo } from '../../../components/forms/draft.js';
import {
  changesOf as changes,
  choice,
  type DraftField,
  type DraftFields,
  type DraftOf,
  duration,
  emptyDraft,
  json,
  retries,
  secret,
  sendDraft,
  showDraft,
  text,
  whole,
} from '../../../components/forms/draft.js';
import type { FieldValues } from '../../../components/forms/kind-fields.js';
import type { Issue } from '../../../lib/graphql/use-action.js';
import { authenticationFields } from '../authentication-kinds.js';
import { texts } from '../texts/form.js';
import type {
  AgentFormFieldsFragment,
  AuthenticationType,
  Completion,
  EndpointMethod,
  EndpointType,
  RegisterAgentInput,
  UpdateAgentInput,
} from './agent-form.generated.js';

const t = texts.form;

/** `Name: value`, one per line. */
const headers: DraftField<string> = {
  empty: '',
  path: 'endpoint.headers',
  show: (stored: Record<string, string> | null) =>
    Object.entries(stored ?? {})
      .map(([name, value]) => `${name}: ${value}`)
      .join('\n'),
  send(lines, refuse) {
    const { byName, flaw } = readHeaders(lines);
    if (flaw !== undefined) refuse(flaw);
    return byName;
  },
};

const FIELDS = {
  id: text({ otherwise: '' }),
  name: text({ otherwise: '' }),
  description: text(),
  version: text({ empty: '1.0.0', otherwise: '' }),
  enabled: choice<boolean>(true),
  type: choice<EndpointType>('HTTP', 'endpoint.type'),
  authentication: choice<AuthenticationType>('NONE', 'endpoint.authentication.type'),
  url: text({ path: 'endpoint.url', otherwise: '' }),
  method: choice<EndpointMethod>(t.methods.POST, 'endpoint.method'),
  timeout: duration({ path: 'endpoint.timeout' }),
  headers,
  retry: retries('endpoint.retryConfig'),
  inputSchema: json(),
  outputSchema: json(),
  parameterTypes: json(),
  metadata: json(),
  requirements: json(),
  healthEndpoint: text({ path: 'healthCheck.endpoint' }),
  healthInterval: whole({ path: 'healthCheck.interval' }),
  completion: choice<Completion | ''>(''),
  attemptTimeout: duration(),
  heartbeatTimeout: duration(),
  maxQueueTime: duration(),
  maxConcurrency: whole(),
  rateLimit: whole({ path: 'rateLimit.limit' }),
  ratePer: duration({ path: 'rateLimit.per' }),
  cancelUrl: text(),
  signingSecret: secret(),
};

export interface AgentDraft extends DraftOf<typeof FIELDS> {
  /** The fields of the authentication, by path. Those of types that were chosen before are kept. */
  credentials: FieldValues;
}

export interface PartProps {
  draft: AgentDraft;
  change: (changed: Partial<AgentDraft>) => void;
  bind: ReturnType<typeof bindTo<AgentDraft>>;
}

export const NEW_AGENT: AgentDraft = { ...emptyDraft(FIELDS), credentials: {} };

/** Path of a field in the input of the mutation. */
export function pathOf(name: string): string {
  return (FIELDS as DraftFields)[name]?.path ?? name;
}

export function draftOf(agent: AgentFormFieldsFragment): AgentDraft {
  const draft = showDraft(FIELDS, agent);
  return { ...draft, credentials: showDraft(authenticationFields(draft.authentication), agent) };
}

/**
 * The input of the mutation, with null for empty fields, and the problems that prevent sending it.
 * The server reports all others.
 */
export function readDraft(draft: AgentDraft): { input: RegisterAgentInput; issues: Issue[] } {
  const { input, issues, refuse } = sendDraft<RegisterAgentInput>(
    { ...FIELDS, ...authenticationFields(draft.authentication) },
    { ...draft, ...draft.credentials },
  );
  const { healthCheck, rateLimit } = input;
  if (healthCheck?.endpoint == null && healthCheck?.interval == null) input.healthCheck = null;
  if (rateLimit?.limit == null || rateLimit.per == null) {
    if (rateLimit?.limit != null) refuse('rateLimit.per', t.missingPeriod);
    else if (rateLimit?.per != null && draft.rateLimit.trim() === '')
      refuse('rateLimit.limit', t.missingLimit);
    input.rateLimit = null;
  }
  return { input, issues };
}

function readHeaders(text: string): { byName: Record<string, string>; flaw?: string } {
  const byName: Record<string, string> = {};
  for (const line of text.split('\n').filter((each) => each.trim() !== '')) {
    const colon = line.indexOf(':');
    if (colon < 1) return { byName, flaw: t.invalidHeader(line.trim()) };
    byName[line.slice(0, colon).trim()] = line.slice(colon + 1).trim();
  }
  return { byName };
}

/** The fields of `now` that differ from `before`, also within the endpoint. */
export function changesOf(before: RegisterAgentInput, now: RegisterAgentInput): UpdateAgentInput {
  const { id: _, endpoint, ...rest } = now;
  const endpointChanges = changes(before.endpoint, endpoint);
  return {
    ...changes(before, rest),
    ...(Object.keys(endpointChanges).length > 0 && { endpoint: endpointChanges }),
  };
}

/** Whether the stored credential will be removed, because the origin changes and no new one is given. */
export function losesCredential(agent: AgentFormFieldsFragment | undefined, draft: AgentDraft): boolean {
  const stored = agent?.endpoint;
  if (!stored?.authentication.credential.set && !agent?.signingSecret.set) return false;
  if (!stored || !URL.canParse(draft.url) || !URL.canParse(stored.url)) return false;
  return new URL(draft.url).origin !== new URL(stored.url).origin;
}
