/** Whether a request comes from Callboard. */
import { Webhook } from 'standardwebhooks';

export interface Credentials {
  /** The agent's signing secrets; one is enough to match, so that they can be rotated. */
  signingSecrets: readonly string[];
  /** The tokens of `authentication: { type: BEARER }`. */
  tokens: readonly string[];
}

/** Why a request is refused, or undefined. `body` is the text exactly as received. */
export async function refusalOf(
  { signingSecrets, tokens }: Credentials,
  headers: Headers,
  body: string,
): Promise<string | undefined> {
  if (tokens.length > 0 && !(await hasToken(tokens, headers.get('authorization') ?? '')))
    return 'The bearer token is missing or wrong.';
  if (signingSecrets.length === 0) return undefined;
  const signed = Object.fromEntries(
    ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) => [name, headers.get(name) ?? '']),
  );
  const isSigned = signingSecrets.some((secret) => {
    try {
      new Webhook(secret).verify(body, signed, { jsonParse: false });
      return true;
    } catch {
      return false;
    }
  });
  return isSigned ? undefined : 'The signature is missing, wrong, or older than five minutes.';
}

/** Fails at the start rather than with the first request. @throws Error */
export function requireUsable({ signingSecrets, tokens }: Credentials): void {
  for (const secret of signingSecrets) new Webhook(secret);
  if (tokens.includes('')) throw new Error('token is empty');
}

async function hasToken(tokens: readonly string[], authorization: string): Promise<boolean> {
  const given = /^Bearer +(\S+) *$/i.exec(authorization)?.[1] ?? '';
  let found = false;
  for (const token of tokens) found = (await sameText(given, token)) || found;
  return found;
}

/** In constant time: hashes have one length. */
async function sameText(given: string, expected: string): Promise<boolean> {
  const [left, right] = await Promise.all([given, expected].map(digest));
  let difference = 0;
  left?.forEach((byte, index) => {
    difference |= byte ^ (right?.[index] ?? 0);
  });
  return difference === 0;
}

async function digest(text: string): Promise<Uint8Array> {
  return new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)));
}
