/** OpenID Connect: the authorization code flow with PKCE, state and nonce. */
import {
  AuthorizationResponseError,
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  ClientSecretBasic,
  ClientSecretPost,
  type Configuration,
  calculatePKCECodeChallenge,
  discovery,
  enableNonRepudiationChecks,
  fetchUserInfo,
  None,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
} from 'openid-client';
import type { OidcSettings } from '../runtime/oidc-settings.js';

/** Values that the callback of a sign-in must match. */
export interface OidcChecks {
  state: string;
  nonce: string;
  verifier: string;
}

/** The person who signed in. */
export interface OidcIdentity {
  issuer: string;
  /** The person's id at the issuer, which never changes. */
  subject: string;
  claims: Readonly<Record<string, unknown>>;
}

type OidcOutcome =
  | { kind: 'ok'; identity: OidcIdentity }
  /** The person or the provider refused. */
  | { kind: 'denied' }
  | { kind: 'failed'; err: unknown };

export interface OidcClient {
  /** Returns the URL to send the browser to. @throws if the provider cannot be reached */
  begin(redirectUri: string): Promise<{ url: string; checks: OidcChecks }>;
  /** @param currentUrl the URL of the callback, with its query */
  finish(currentUrl: URL, checks: OidcChecks): Promise<OidcOutcome>;
}

/** Time limit for each answer of the provider, in seconds. */
const TIMEOUT_S = 10;

/**
 * The provider's addresses are read at the first sign-in, and again if it did not answer, so that Callboard
 * can start without the provider.
 */
export function createOidcClient(settings: OidcSettings): OidcClient {
  let known: Promise<Configuration> | undefined;

  function configuration(): Promise<Configuration> {
    if (known) return known;
    const asked = discover(settings);
    known = asked;
    asked.catch(() => {
      known = undefined;
    });
    return asked;
  }

  return {
    async begin(redirectUri) {
      const config = await configuration();
      const checks = { state: randomState(), nonce: randomNonce(), verifier: randomPKCECodeVerifier() };
      const { href } = buildAuthorizationUrl(config, {
        redirect_uri: redirectUri,
        scope: settings.scopes,
        state: checks.state,
        nonce: checks.nonce,
        code_challenge: await calculatePKCECodeChallenge(checks.verifier),
        code_challenge_method: 'S256',
      });
      return { url: href, checks };
    },
    async finish(currentUrl, { state, nonce, verifier }) {
      try {
        const config = await configuration();
        const tokens = await authorizationCodeGrant(config, currentUrl, {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: verifier,
          idTokenExpected: true,
        });
        const claims = tokens.claims();
        if (!claims) return { kind: 'failed', err: new Error('the provider sent no ID token') };
        const { iss: issuer, sub: subject } = claims;
        // Many providers return names and groups only from this endpoint.
        const more = config.serverMetadata().userinfo_endpoint
          ? await fetchUserInfo(config, tokens.access_token, subject)
          : {};
        return { kind: 'ok', identity: { issuer, subject, claims: { ...more, ...claims } } };
      } catch (err) {
        return err instanceof AuthorizationResponseError ? { kind: 'denied' } : { kind: 'failed', err };
      }
    },
  };
}

async function discover({ issuer, clientId, clientSecret }: OidcSettings): Promise<Configuration> {
  const execute = [enableNonRepudiationChecks];
  if (issuer.protocol === 'http:') execute.push(allowInsecureRequests);
  const options = { execute, timeout: TIMEOUT_S };
  if (clientSecret === undefined) return discovery(issuer, clientId, undefined, None(), options);
  const basic = ClientSecretBasic(clientSecret);
  const post = ClientSecretPost(clientSecret);
  return discovery(
    issuer,
    clientId,
    undefined,
    (server, ...rest) => {
      // The standard's default is Basic.
      const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
      return (methods.includes('client_secret_basic') ? basic : post)(server, ...rest);
    },
    options,
  );
}
