import { createHmac, timingSafeEqual } from 'node:crypto';
import { LIMITS } from '../../domain/limits.js';

/**
 * Issues and checks confirmations. They are signed and bound to the caller, the action and an expiry
 * time. Nothing is stored.
 */
export interface Confirmations {
  issue(action: string): Promise<string>;
  accepts(confirmation: string, action: string): Promise<boolean>;
}

/**
 * @param key at least 32 secret bytes, the same on all servers behind one address
 * @param caller who may use these confirmations, such as the ID of an API token
 * @param now the time, by one clock for all servers that share the key
 */
export function createConfirmations(
  key: Uint8Array,
  caller: string,
  now: () => Promise<Date>,
): Confirmations {
  const sign = (action: string, until: number) =>
    createHmac('sha256', key)
      .update(JSON.stringify(['mcp', caller, action, until]))
      .digest('base64url');
  const confirmationOf = (action: string, until: number) => `${until.toString(36)}.${sign(action, until)}`;
  return {
    issue: async (action) => confirmationOf(action, (await now()).getTime() + LIMITS.confirmationMs),
    async accepts(confirmation, action) {
      const until = Number.parseInt(confirmation, 36);
      if (!(until > (await now()).getTime())) return false;
      // Compares the whole text. It becomes the idempotency key of the action, so there must be only
      // one way to write it.
      const expected = Buffer.from(confirmationOf(action, until));
      const given = Buffer.from(confirmation);
      return given.length === expected.length && timingSafeEqual(given, expected);
    },
  };
}
