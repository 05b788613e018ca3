import { secretsOf } from '../../domain/agent/authentication.js';
import type { HttpClient, HttpResult } from '../client/http-client.js';
import { parseJson } from '../client/parse-json.js';
import { storedBody } from '../client/read-body.js';
import { redact } from '../redact.js';
import { controlHeaders, type ReachableAgent } from './control-headers.js';

const TIMEOUT_MS = 5_000;
const MAX_BODY_BYTES = 64 * 1024;
const MAX_VERSION_BYTES = 100;
const MAX_MESSAGE_BYTES = 1_024;

type HealthStatus = 'healthy' | 'degraded' | 'unhealthy';

export interface Health {
  status: HealthStatus;
  version?: string;
  /** Why it is not healthy, or what the agent says about itself. */
  message?: string;
}

/**
 * The URL of the health check: `healthCheck.endpoint` (absolute, or relative to the agent's URL), by default
 * `health` beside the endpoint: `https://a.example/agents/run` → `https://a.example/agents/health`. Undefined
 * if that is not a URL.
 */
export function healthUrl(
  endpointUrl: string,
  healthCheck?: { endpoint?: string | null } | null,
): string | undefined {
  const endpoint = healthCheck?.endpoint || 'health';
  return URL.canParse(endpoint, endpointUrl) ? new URL(endpoint, endpointUrl).href : undefined;
}

/**
 * Never rejects. Healthy is a 2xx whose JSON does not say otherwise. An agent that cannot be reached, or
 * answers anything but 2xx, is unhealthy.
 */
export async function checkHealth(
  client: HttpClient,
  agent: ReachableAgent & { healthCheck?: { endpoint?: string | null } | null },
  timeoutMs = TIMEOUT_MS,
): Promise<Health> {
  const url = healthUrl(agent.url, agent.healthCheck);
  if (!url) return { status: 'unhealthy', message: 'The health endpoint is not a URL' };
  const result = await client.send({
    url,
    method: 'GET',
    headers: controlHeaders(agent, url),
    timeoutMs,
    maxBodyBytes: MAX_BODY_BYTES,
  });
  return interpretHealth(result, secretsOf(agent.authentication, agent.signingSecret));
}

function interpretHealth(result: HttpResult, secrets: string[]): Health {
  if (result.kind !== 'answer') return { status: 'unhealthy', message: result.failure.message };
  const parsed = parseJson(redact(result.body, secrets));
  const said =
    parsed.kind === 'json' && typeof parsed.value === 'object' && parsed.value !== null ? parsed.value : {};
  const { status, version, message } = said as Record<string, unknown>;
  const isSuccess = result.status >= 200 && result.status < 300;
  const text =
    short(message, MAX_MESSAGE_BYTES) ??
    (isSuccess ? undefined : `The health endpoint answered ${result.status}`);
  const number = short(version, MAX_VERSION_BYTES);
  return {
    status: isSuccess ? (isHealthStatus(status) ? status : 'healthy') : 'unhealthy',
    ...(number !== undefined && { version: number }),
    ...(text !== undefined && { message: text }),
  };
}

function isHealthStatus(value: unknown): value is HealthStatus {
  return value === 'healthy' || value === 'degraded' || value === 'unhealthy';
}

function short(value: unknown, maxBytes: number): string | undefined {
  return typeof value === 'string' && value !== '' ? storedBody(value, maxBytes).text : undefined;
}
