/**
 * The headers that authenticate a request: credentials and signatures. No function here ever quotes a secret.
 */
import { Webhook } from 'standardwebhooks';
import type { Issue } from '../domain/issue.js';
import { headerNameProblem, headerValueProblem } from './custom-headers.js';
import type { Authentication } from './invocation.js';

const DEFAULT_API_KEY_HEADER = 'X-API-Key';

/**
 * The headers of an agent's registered authentication. The names are ours or validated, see
 * `validateAuthentication`.
 */
export function authenticationHeaders(authentication: Authentication): Record<string, string> {
  switch (authentication.type) {
    case 'none':
      return {};
    case 'bearer':
      return { authorization: `Bearer ${authentication.secret}` };
    case 'api-key':
      return { [authentication.header || DEFAULT_API_KEY_HEADER]: authentication.secret };
    case 'basic':
      return { authorization: `Basic ${basicCredentials(authentication)}` };
  }
}

/**
 * What makes an authentication unusable: a reserved or malformed header name, or characters that a header
 * cannot carry.
 */
export function validateAuthentication(authentication: Authentication, path: string[] = []): Issue[] {
  const issues: Issue[] = [];
  const add = (field: string, message: string | undefined) => {
    if (message) issues.push({ path: [...path, field], message });
  };
  if (authentication.type === 'none') return [];
  if (authentication.secret === '') add('secret', 'is empty');
  if (authentication.type === 'basic') {
    // Base64 carries any character; RFC 7617 forbids controls, and a colon ends the user name.
    if (/[\p{Cc}:]/u.test(authentication.username)) add('username', 'holds a colon or control character');
    if (/\p{Cc}/u.test(authentication.secret)) add('secret', 'holds a control character');
    return issues;
  }
  add('secret', headerValueProblem(authentication.secret));
  if (authentication.type === 'api-key' && authentication.header) {
    add('header', headerNameProblem(authentication.header, 'authorization'));
  }
  return issues;
}

/** Whether a signing secret is one of Standard Webhooks: `whsec_` and 24 to 64 bytes in base64. */
export function validateSigningSecret(secret: string, path: string[] = []): Issue[] {
  const encoded = secret.startsWith('whsec_') ? secret.slice('whsec_'.length) : secret;
  const bytes = Buffer.from(encoded, 'base64');
  if (bytes.toString('base64').replace(/=+$/, '') !== encoded.replace(/=+$/, '')) {
    return [{ path, message: 'is not base64 (with or without the prefix whsec_)' }];
  }
  if (bytes.length >= 24 && bytes.length <= 64) return [];
  return [{ path, message: `holds ${bytes.length} bytes; Standard Webhooks asks for 24 to 64` }];
}

/**
 * Standard Webhooks headers over the exact body sent. `body` must be well-formed Unicode (what JSON.stringify gives), so
 * that its UTF-8 bytes on the wire are the ones signed.
 */
export function signatureHeaders(secret: string, id: string, at: Date, body: string): Record<string, string> {
  return {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': new Webhook(secret).sign(id, at, body),
  };
}

/** Every spelling in which these credentials could come back in an answer, for redaction. */
export function secretsOf(authentication: Authentication, signingSecret?: string): string[] {
  const secrets = signingSecret ? [signingSecret] : [];
  if (authentication.type !== 'none') secrets.push(authentication.secret);
  if (authentication.type === 'basic') secrets.push(basicCredentials(authentication));
  return secrets;
}

function basicCredentials({ username, secret }: { username: string; secret: string }): string {
  return Buffer.from(`${username}:${secret}`, 'utf8').toString('base64');
}
