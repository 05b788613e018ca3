import { z } from 'zod';
import { type AgentCard, agentCardSchema, jsonRpcOf, securityOf } from '../../domain/agent/agent-card.js';
import { A2A_VERSION_HEADER } from '../../http/agents/a2a.js';
import { controlHeaders } from '../../http/agents/control-headers.js';
import type { HttpResult } from '../../http/client/http-client.js';
import { parseJson } from '../../http/client/parse-json.js';
import type { ServiceDeps } from '../access/context.js';
import { recordAuditAlone } from '../access/record-audit.js';
import type { CreateUseCase } from '../system/create-once.js';
import { parseInput } from '../system/parse-input.js';
import { invalid, invalidAt, ok, type Result } from '../system/result.js';
import { type AuthenticationInput, agentIdInput, secretInput } from './agent-input.js';
import { registerAgent } from './register-agent.js';

const input = z.strictObject({
  url: z.string('must be a URL').max(2_048, 'is longer than 2,048 characters'),
  id: agentIdInput.nullish(),
  /** For the scheme that the card asks for. */
  token: secretInput.nullish(),
});

const TIMEOUT_MS = 5_000;
const MAX_CARD_BYTES = 256 * 1024;
const WELL_KNOWN = ['/.well-known/agent-card.json', '/.well-known/agent.json'];

/**
 * Registers the agent that an A2A agent card describes. Only the card is read from the address; it cannot
 * bring credentials with it.
 */
export const importAgentCard: CreateUseCase = async (deps, actor, given, request = {}) => {
  const parsed = parseInput(input, given);
  if (parsed.kind !== 'ok') return parsed;
  const { url, id, token } = parsed.value;
  const issues = deps.guard.checkUrl(url, ['url']);
  if (issues.length > 0) return invalid(issues);
  const entityId = new URL(url).origin;
  await recordAuditAlone(deps.pool, { action: 'importAgentCard', entityType: 'Endpoint', entityId });
  const read = await readCard(deps, url);
  if (read.kind !== 'ok') return read;
  const agent = describeAgent(read.value, { id: id ?? undefined, token: token ?? undefined });
  if (agent.kind !== 'ok') return agent;
  const registered = await registerAgent(deps, actor, agent.value, request);
  return registered.kind === 'validation' ? invalid(registered.issues.map(inCard)) : registered;
};

interface FoundCard {
  card: AgentCard;
  cardUrl: string;
}

/** For a URL without a path, tries the well-known locations: first the current one, then the older one. */
async function readCard({ http }: ServiceDeps, url: string): Promise<Result<FoundCard>> {
  const { pathname } = new URL(url);
  const places = pathname === '/' ? WELL_KNOWN.map((path) => new URL(path, url).href) : [url];
  let problem = '';
  for (const cardUrl of places) {
    const answer = await http.send({
      url: cardUrl,
      method: 'GET',
      headers: controlHeaders({ url: cardUrl, authentication: { type: 'none' } }, cardUrl),
      timeoutMs: TIMEOUT_MS,
      maxBodyBytes: MAX_CARD_BYTES,
    });
    const body = bodyOf(answer);
    if (body.kind === 'card') {
      const card = parseInput(agentCardSchema, body.value);
      return card.kind === 'ok' ? ok({ card: card.value, cardUrl }) : invalid(card.issues.map(inCard));
    }
    problem = `${body.problem} (${new URL(cardUrl).pathname})`;
    if (answer.kind !== 'answer' || answer.status !== 404) break;
  }
  return invalidAt(['url'], problem);
}

function bodyOf(answer: HttpResult): { kind: 'card'; value: unknown } | { kind: 'none'; problem: string } {
  const none = (problem: string) => ({ kind: 'none' as const, problem });
  if (answer.kind !== 'answer') return none(`could not be read: ${answer.failure.message}`);
  const { status, truncated, body } = answer;
  if (status >= 300 && status < 400)
    return none('answers with a redirect, which is not followed: give the final URL');
  if (status !== 200) return none(`answers ${status} instead of an agent card`);
  if (truncated) return none(`is larger than ${MAX_CARD_BYTES / 1024} KiB`);
  const parsed = parseJson(body);
  return parsed.kind === 'json'
    ? { kind: 'card', value: parsed.value }
    : none('does not answer with valid JSON');
}

function describeAgent(
  { card, cardUrl }: FoundCard,
  { id = idFrom(card.name), token }: { id: string | undefined; token: string | undefined },
): Result<Record<string, unknown>> {
  const jsonRpc = jsonRpcOf(card);
  if (!jsonRpc)
    return invalidAt(
      ['card'],
      'has no JSON-RPC interface without a tenant; Callboard supports no other kind',
    );
  const authentication = authenticationFor(card, token);
  if (authentication.kind !== 'ok') return authentication;
  const isElsewhere = URL.canParse(jsonRpc.url) && new URL(jsonRpc.url).origin !== new URL(cardUrl).origin;
  if (token !== undefined && isElsewhere)
    return invalidAt(
      ['token'],
      `would be sent to a different origin than the card's: register the agent manually`,
    );
  return ok({
    id,
    name: card.name,
    version: card.version,
    description: card.description,
    endpoint: {
      type: 'a2a',
      url: jsonRpc.url,
      authentication: authentication.value,
      headers: jsonRpc.version.startsWith('1.') ? { [A2A_VERSION_HEADER]: '1.0' } : {},
    },
    // An A2A agent has no health check of its own: it is healthy as long as it shows its card.
    healthCheck: { endpoint: cardUrl },
    metadata: { a2a: { card: cardUrl, skills: card.skills ?? [] } },
  });
}

function idFrom(name: string): string {
  return name
    .toLowerCase()
    .replaceAll(/[^a-z0-9._-]+/g, '-')
    .replaceAll(/^[-._]+|-+$/g, '')
    .slice(0, 128);
}

function authenticationFor(card: AgentCard, token: string | undefined): Result<AuthenticationInput> {
  const security = securityOf(card);
  if (security.kind === 'unsupported')
    return invalidAt(
      ['card', 'security'],
      `asks for ${security.schemes.join(' or ')}; Callboard can import agents without authentication, with a bearer token, or with a key in a header. Register this agent manually`,
    );
  if (security.kind === 'none')
    return token === undefined
      ? ok({ type: 'none' })
      : invalidAt(['token'], 'is not needed: the card asks for no authentication');
  const what = security.kind === 'bearer' ? 'a bearer token' : `an API key in the header ${security.header}`;
  if (token === undefined) return invalidAt(['token'], `is required: the card asks for ${what}`);
  return ok(
    security.kind === 'bearer'
      ? { type: 'bearer', token }
      : { type: 'api-key', token, header: security.header },
  );
}

/**
 * The issues of the registration name fields of the agent. Prefixes the paths of those that the card provides
 * with `card`.
 */
function inCard<T extends { path: string[] }>(issue: T): T {
  return ['id', 'token'].includes(issue.path[0] ?? '') ? issue : { ...issue, path: ['card', ...issue.path] };
}
