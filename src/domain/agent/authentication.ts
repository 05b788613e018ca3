/**
 * The schemes by which a request authenticates itself to an agent. Types, headers, checks, redaction, the
 * texts of the API and configuration files follow from these two tables. No function here ever quotes a
 * secret.
 */
import type { Issue } from '../issue.js';
import { headerNameProblem, headerValueProblem } from './custom-headers.js';

/** The input fields of all schemes, and what the API says of them. Secret ones are stored encrypted. */
export const CREDENTIAL_FIELDS = {
  token: { input: 'Token for `BEARER`, or key for `API_KEY`. 1 to 4,096 characters.' },
  header: {
    input: 'Name of the header that carries the key, for `API_KEY`. Defaults to `X-API-Key`.',
    output: 'Name of the header that carries the key, for `API_KEY`. Null for other schemes.',
  },
  username: {
    input: 'User name for `BASIC`. At most 256 characters.',
    output: 'User name, for `BASIC`. Null for other schemes.',
  },
  password: { input: 'Password for `BASIC`. 1 to 4,096 characters.' },
} as const;

interface Credential {
  secret: string;
  header?: string | undefined;
  username?: string | undefined;
}

interface Scheme {
  about: string;
  /** The input field of the secret. Null if there is none. */
  secret: 'token' | 'password' | null;
  /** Other fields, with whether they are required. */
  fields?: Partial<Record<'header' | 'username', 'required' | 'optional'>>;
  /** The names are fixed or checked by `problems`. */
  headers(credential: Credential): Record<string, string>;
  /** What makes a credential unusable, by field. */
  problems(credential: Credential): Partial<Record<keyof Credential, string | undefined>>;
  /** How the secret is written in the header. Default: unchanged. */
  encode?(credential: Credential): string;
}

const SCHEMES = {
  none: { about: 'No authentication.', secret: null, headers: () => ({}), problems: () => ({}) },
  bearer: {
    about: 'A token in the header `Authorization: Bearer`.',
    secret: 'token',
    headers: ({ secret }) => ({ authorization: `Bearer ${secret}` }),
    problems: ({ secret }) => ({ secret: headerValueProblem(secret) }),
  },
  'api-key': {
    about: 'A key in a custom header.',
    secret: 'token',
    fields: { header: 'optional' },
    headers: ({ secret, header }) => ({ [header || 'X-API-Key']: secret }),
    problems: ({ secret, header }) => ({
      secret: headerValueProblem(secret),
      header: header ? headerNameProblem(header, 'authorization') : undefined,
    }),
  },
  basic: {
    about: 'User name and password (HTTP Basic).',
    secret: 'password',
    fields: { username: 'required' },
    headers: (credential) => ({ authorization: `Basic ${encodePair(credential)}` }),
    // Base64 carries any character; RFC 7617 forbids controls, and a colon ends the user name.
    problems: ({ secret, username = '' }) => ({
      username: /[\p{Cc}:]/u.test(username) ? 'contains a colon or control character' : undefined,
      secret: /\p{Cc}/u.test(secret) ? 'contains a control character' : undefined,
    }),
    encode: encodePair,
  },
} satisfies Record<string, Scheme>;

export type AuthenticationType = keyof typeof SCHEMES;
export const AUTHENTICATION_TYPES = Object.keys(SCHEMES) as [AuthenticationType, ...AuthenticationType[]];
export const AUTHENTICATIONS: Readonly<Record<AuthenticationType, Scheme>> = SCHEMES;
export const SECRET_FIELDS = [
  ...new Set(Object.values(AUTHENTICATIONS).flatMap(({ secret }) => secret ?? [])),
];

/** How the request authenticates its sender. `header` defaults to `X-API-Key`. */
export type Authentication = { type: 'none' } | ({ type: Exclude<AuthenticationType, 'none'> } & Credential);

/** The headers of an agent's registered authentication. */
export function authenticationHeaders(authentication: Authentication): Record<string, string> {
  return authentication.type === 'none' ? {} : AUTHENTICATIONS[authentication.type].headers(authentication);
}

/**
 * What makes an authentication unusable: a reserved or malformed header name, or characters that a header
 * cannot carry.
 */
export function validateAuthentication(authentication: Authentication, path: string[] = []): Issue[] {
  if (authentication.type === 'none') return [];
  const problems = Object.entries(AUTHENTICATIONS[authentication.type].problems(authentication));
  if (authentication.secret === '') problems.unshift(['secret', 'is empty']);
  return problems.flatMap(([field, message]) => (message ? [{ path: [...path, field], message }] : []));
}

/** Every spelling in which these credentials could come back in an answer, for redaction. */
export function secretsOf(authentication: Authentication, signingSecret?: string): string[] {
  const secrets = signingSecret ? [signingSecret] : [];
  if (authentication.type === 'none') return secrets;
  const encoded = AUTHENTICATIONS[authentication.type].encode?.(authentication);
  return [...secrets, authentication.secret, ...(encoded === undefined ? [] : [encoded])];
}

function encodePair({ username = '', secret }: Credential): string {
  return Buffer.from(`${username}:${secret}`, 'utf8').toString('base64');
}
