import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
// @ts-expect-error It has no types.
import Provider from 'oidc-provider';

export interface Account {
  name?: string;
  email?: string;
  groups?: string[];
}

/** A real OpenID provider on loopback, with one client that must use PKCE. */
export interface IdentityProvider {
  issuer: URL;
  accounts: Record<string, Account>;
  /** Signs a person in, in a new browser session. @returns where the provider redirects the browser */
  authorize(url: string, login: string): Promise<URL>;
  close(): Promise<void>;
}

export const CLIENT = { clientId: 'callboard', clientSecret: 'a secret of the client' };

export async function startIdentityProvider(redirectUri: string, port = 0): Promise<IdentityProvider> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const issuer = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  const accounts: Record<string, Account> = {};
  const provider = new Provider(issuer.href, {
    clients: [
      { client_id: CLIENT.clientId, client_secret: CLIENT.clientSecret, redirect_uris: [redirectUri] },
    ],
    pkce: { required: () => true },
    scopes: ['openid', 'profile', 'email', 'groups'],
    claims: { openid: ['sub'], profile: ['name'], email: ['email'], groups: ['groups'] },
    cookies: { keys: ['a key of the test'] },
    findAccount: (_context: unknown, accountId: string) => ({
      accountId,
      claims: () => ({ sub: accountId, ...accounts[accountId] }),
    }),
    // The provider does not ask for consent.
    async loadExistingGrant({ oidc }: GrantContext) {
      const { clientId, accountId } = { clientId: CLIENT.clientId, accountId: oidc.session.accountId };
      const grant = new oidc.provider.Grant({ clientId, accountId });
      grant.addOIDCScope('openid profile email groups');
      await grant.save();
      return grant;
    },
  });
  server.on('request', provider.callback());
  return {
    issuer,
    accounts,
    async authorize(url, login) {
      const browser = createBrowser(issuer);
      const toLogin = await browser(url);
      const toResume = await browser(toLogin.href, { prompt: 'login', login, password: 'any' });
      return browser(toResume.href);
    },
    close() {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

interface GrantContext {
  oidc: {
    session: { accountId: string };
    provider: {
      Grant: new (of: object) => { addOIDCScope(scope: string): void; save(): Promise<string> };
    };
  };
}

/** Sends a request or a form with the cookies so far. Resolves to the redirect. */
function createBrowser(base: URL) {
  const jar = new Map<string, string>();
  return async (url: string, form?: Record<string, string>): Promise<URL> => {
    const response = await fetch(url, {
      redirect: 'manual',
      headers: { cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; ') },
      ...(form && { method: 'POST', body: new URLSearchParams(form) }),
    });
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      jar.set(name, value);
    }
    const location = response.headers.get('location');
    if (location === null) throw new Error(`no redirect but ${response.status}: ${await response.text()}`);
    return new URL(location, base);
  };
}
