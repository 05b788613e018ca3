/** The session cookie of the admin, accepted only with requests from this server's own pages. */
import type { IncomingHttpHeaders } from 'node:http';
import { SESSION_SECONDS } from '../../services/access/admin-session.js';

export interface AdminCookie {
  /**
   * The session's secret. Undefined if there is no cookie, or if the request does not come from a
   * page of this server.
   */
  read(headers: IncomingHttpHeaders): string | undefined;
  /**
   * The `set-cookie` value of a new session.
   * @param seconds lifetime; defaults to that of a session that began with a token
   */
  set(secret: string, seconds?: number): string;
  /** The `set-cookie` value that removes the cookie. */
  clear(): string;
}

export function createAdminCookie(publicUrl: string): AdminCookie {
  const { origin } = new URL(publicUrl);
  const cookie = createCookie(publicUrl, 'callboard', 'Strict');
  return {
    read: (headers) => (isOwnPage(headers, origin) ? cookie.read(headers) : undefined),
    set: (secret, seconds = SESSION_SECONDS) => cookie.set(secret, seconds),
    clear: cookie.clear,
  };
}

/** A cookie of this server. Scripts of its pages cannot read it. */
export function createCookie(publicUrl: string, baseName: string, sameSite: 'Strict' | 'Lax') {
  const { protocol, port } = new URL(publicUrl);
  const secure = protocol === 'https:';
  // Browsers share cookies between ports. With one name, two Callboards on one machine would sign
  // each other out.
  const name = secure ? `__Host-${baseName}` : [baseName, port].filter(Boolean).join('-');
  const attributes = `Path=/; HttpOnly; SameSite=${sameSite}${secure ? '; Secure' : ''}`;
  return {
    read(headers: IncomingHttpHeaders): string | undefined {
      const pairs = (headers.cookie ?? '').split(';').map((pair) => pair.trim());
      return pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1) || undefined;
    },
    set: (value: string, seconds: number) => `${name}=${value}; Max-Age=${seconds}; ${attributes}`,
    clear: () => `${name}=; Max-Age=0; ${attributes}`,
  };
}

/**
 * Whether a page of this server sent the request. SameSite is not enough: pages of another port of
 * the same host count as the same site.
 */
export function isOwnPage(headers: IncomingHttpHeaders, publicOrigin: string): boolean {
  const { origin } = headers;
  const site = headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin') return false;
  return origin === undefined ? site === 'same-origin' : isOwnOrigin(origin, headers.host, publicOrigin);
}

/** Whether the origin is that of PUBLIC_URL, or the address that this request was sent to. */
export function isOwnOrigin(origin: string, host: string | undefined, publicOrigin: string): boolean {
  return origin === publicOrigin || (URL.canParse(origin) && new URL(origin).host === host);
}
