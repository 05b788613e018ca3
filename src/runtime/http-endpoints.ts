import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Logger } from './telemetry/logger.js';
import type { Registry } from './telemetry/metrics.js';
import { within } from './time-limit.js';

export interface HttpEndpointsOptions {
  /** By name: resolves if the dependency is available, throws otherwise. */
  checks: Readonly<Record<string, () => Promise<unknown>>>;
  /**
   * Checks of dependencies that the process can work without. If one fails, the process is degraded but
   * ready.
   */
  dispensable?: Readonly<Record<string, () => Promise<unknown>>>;
  registry: Registry;
  logger: Logger;
  /** A check that takes longer has failed; default 2,000. */
  checkTimeoutMs?: number;
}

interface EndpointAnswer {
  status: number;
  contentType: string;
  body: string;
}

/**
 * The endpoints for machines of every process: `/healthz` (alive), `/readyz` (can work), `/metrics`
 * (Prometheus).
 */
export interface HttpEndpoints {
  /** Undefined if the path is none of these. */
  answer(path: string): Promise<EndpointAnswer | undefined>;
  /** Answers a request to one of these paths; returns false for any other. */
  handle(request: IncomingMessage, response: ServerResponse): Promise<boolean>;
  /** Marks the process as ready, if the checks pass. Until then it is starting. */
  open(): void;
  /** Marks the process as not ready: a load balancer sends nothing new while it drains. */
  drain(): void;
}

export function createHttpEndpoints(options: HttpEndpointsOptions): HttpEndpoints {
  const { checks, dispensable = {}, registry, logger, checkTimeoutMs = 2_000 } = options;
  const passes = createChecker(logger, checkTimeoutMs);
  let phase: 'starting' | 'open' | 'draining' = 'starting';

  async function readiness(): Promise<EndpointAnswer> {
    if (phase !== 'open') return json(503, { status: phase });
    const results = await Promise.all(
      Object.entries({ ...checks, ...dispensable }).map(
        async ([name, check]) => [name, await passes(name, check)] as const,
      ),
    );
    const failed = results.filter(([, passed]) => !passed);
    const ready = failed.every(([name]) => name in dispensable);
    return json(ready ? 200 : 503, {
      status: !ready ? 'not ready' : failed.length > 0 ? 'degraded' : 'ready',
      checks: Object.fromEntries(results.map(([name, passed]) => [name, passed ? 'ok' : 'failed'])),
    });
  }

  async function answer(path: string): Promise<EndpointAnswer | undefined> {
    switch (path) {
      case '/healthz':
        return json(200, { status: 'ok' });
      case '/readyz':
        return readiness();
      case '/metrics':
        return { status: 200, contentType: registry.contentType, body: await registry.metrics() };
      default:
        return undefined;
    }
  }

  return {
    answer,
    async handle(request, response) {
      const found = await answer((request.url ?? '').split('?')[0] ?? '');
      if (!found) return false;
      const allowed = request.method === 'GET' || request.method === 'HEAD';
      response.writeHead(allowed ? found.status : 405, {
        'content-type': found.contentType,
        'cache-control': 'no-store',
        ...(allowed ? {} : { allow: 'GET, HEAD' }),
      });
      response.end(allowed && request.method === 'GET' ? found.body : undefined);
      return true;
    },
    open() {
      phase = 'open';
    },
    drain() {
      phase = 'draining';
    },
  };
}

/** Failed checks are logged once, however often they are requested. */
function createChecker(logger: Logger, timeoutMs: number) {
  const failing = new Set<string>();
  /** The reason goes to the log and not to the client, because it may name hosts. */
  return async (name: string, check: () => Promise<unknown>): Promise<boolean> => {
    try {
      await within(timeoutMs, check(), `no answer within ${timeoutMs} ms`);
      if (failing.delete(name)) logger.info('readiness.recovered', { check: name });
      return true;
    } catch (err) {
      if (!failing.has(name)) logger.warn('readiness.failed', { check: name, err });
      failing.add(name);
      return false;
    }
  };
}

function json(status: number, value: unknown): EndpointAnswer {
  return { status, contentType: 'application/json; charset=utf-8', body: `${JSON.stringify(value)}\n` };
}
