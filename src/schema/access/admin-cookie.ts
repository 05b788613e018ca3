/** The cookie that keeps a browser signed in, and whose pages it is good for. */
import type { IncomingHttpHeaders } from 'node:http';
import { SESSION_SECONDS } from '../../services/access/admin-session.js';

export interface AdminCookie {
  /** The session's secret; undefined when there is none, or when it was not a page of this server that sent it. */
  read(headers: IncomingHttpHeaders): string | undefined;
  /** `set-cookie` of a new session. @param seconds that it lasts; default: as long as one that began with a token */
  set(secret: string, seconds?: number): string;
  /** `set-cookie` that removes it. */
  clear(): string;
}

export function createAdminCookie(publicUrl: string): AdminCookie {
  const { origin, protocol, port } = new URL(publicUrl);
  const secure = protocol === 'https:';
  // Browsers do not keep the cookies of two ports apart: two Callboards on one machine would sign each other out.
  const name = secure ? '__Host-callboard' : ['callboard', port].filter(Boolean).join('-');
  const attributes = `Path=/; HttpOnly; SameSite=Strict${secure ? '; Secure' : ''}`;
  return {
    read(headers) {
      if (!isOwnPage(headers, origin)) return undefined;
      const pairs = (headers.cookie ?? '').split(';').map((pair) => pair.trim().split('=', 2));
      return pairs.find(([key]) => key === name)?.[1] || undefined;
    },
    set: (secret, seconds = SESSION_SECONDS) => `${name}=${secret}; Max-Age=${seconds}; ${attributes}`,
    clear: () => `${name}=; Max-Age=0; ${attributes}`,
  };
}

/**
 * Whether a page of this very server sent the request. SameSite does not tell: pages of another port of the same host count as
 * the same site.
 */
export function isOwnPage(headers: IncomingHttpHeaders, publicOrigin: string): boolean {
  const { origin } = headers;
  const site = headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin') return false;
  return origin === undefined ? site === 'same-origin' : isOwnOrigin(origin, headers.host, publicOrigin);
}

/** PUBLIC_URL's origin, or the address that this very request was sent to. */
export function isOwnOrigin(origin: string, host: string | undefined, publicOrigin: string): boolean {
  return origin === publicOrigin || (URL.canParse(origin) && new URL(origin).host === host);
}
