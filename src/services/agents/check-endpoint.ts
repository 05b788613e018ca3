import { z } from 'zod';
import { healthUrl } from '../../http/agents/check-health.js';
import { controlHeaders } from '../../http/agents/control-headers.js';
import { recordAuditAlone } from '../access/record-audit.js';
import { invalid, ok, type Result } from '../system/result.js';
import { useCase } from '../system/use-case.js';

export interface EndpointCheck {
  /** Whether anything answered, with any status. */
  reachable: boolean;
  statusCode: number | null;
  /** One sentence for people. */
  message: string;
  durationMs: number;
}

const input = z.strictObject({
  url: z.string('must be a URL').max(2_048, 'is longer than 2,048 characters'),
});

const TIMEOUT_MS = 5_000;
const MAX_BODY_BYTES = 64 * 1024;

/**
 * Checks whether anything answers at the address of an agent before it is registered: requests its health,
 * without credentials.
 */
export const checkEndpoint = useCase(input, async (deps, _actor, input): Promise<Result<EndpointCheck>> => {
  const issues = deps.guard.checkUrl(input.url, ['url']);
  const url = healthUrl(input.url);
  if (issues.length > 0 || url === undefined) return invalid(issues);
  const entityId = new URL(url).origin;
  await recordAuditAlone(deps.pool, { action: 'checkEndpoint', entityType: 'Endpoint', entityId });
  const startedAt = performance.now();
  const result = await deps.http.send({
    url,
    method: 'GET',
    headers: controlHeaders({ url, authentication: { type: 'none' } }, url),
    timeoutMs: TIMEOUT_MS,
    maxBodyBytes: MAX_BODY_BYTES,
  });
  const durationMs = Math.round(performance.now() - startedAt);
  if (result.kind === 'failed')
    return ok({ reachable: false, statusCode: null, message: result.failure.message, durationMs });
  const { status } = result;
  const isHealthy = status >= 200 && status < 300;
  return ok({
    reachable: true,
    statusCode: status,
    message: isHealthy
      ? 'The URL answers, and the health check succeeds.'
      : `The URL answers, but the health check at ${new URL(url).pathname} returned ${status}.`,
    durationMs,
  });
});
