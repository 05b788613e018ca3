import type { IncomingMessage, ServerResponse } from 'node:http';

/** Access for pages of other origins. They always need an API token; they cannot use the admin's cookie. */
export interface Cors {
  /**
   * Adds the headers that let the page read the answer, if its origin is allowed.
   * @returns whether the request was a preflight, which has been answered
   */
  answer(request: IncomingMessage, response: ServerResponse): boolean;
  /** Whether pages of this origin may open a WebSocket. */
  allows(origin: string): boolean;
}

const PREFLIGHT = {
  'access-control-allow-methods': 'GET, POST',
  'access-control-allow-headers': 'authorization, content-type, x-graphql-yoga-csrf',
  'access-control-max-age': '600',
} as const;

/**
 * Without `Access-Control-Allow-Credentials`, browsers send no cookies. {@link AdminCookie} would not
 * accept them either.
 * @param origins exactly as browsers send them, such as `https://app.example`
 */
export function createCors(origins: readonly string[]): Cors {
  const allowed = new Set(origins);
  return {
    allows: (origin) => allowed.has(origin),
    answer(request, response) {
      const { origin } = request.headers;
      if (allowed.size > 0) response.setHeader('vary', 'origin');
      if (origin === undefined || !allowed.has(origin)) return false;
      response.setHeader('access-control-allow-origin', origin);
      response.setHeader('access-control-expose-headers', 'retry-after');
      if (request.method !== 'OPTIONS') return false;
      response.writeHead(204, PREFLIGHT).end();
      return true;
    },
  };
}
