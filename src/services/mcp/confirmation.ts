import { createHmac, timingSafeEqual } from 'node:crypto';
import { LIMITS } from '../../domain/limits.js';

/** Issues and checks confirmations: signed, bound to who asks, what for, and until when. Nothing is stored. */
export interface Confirmations {
  issue(action: string): string;
  accepts(confirmation: string, action: string): boolean;
}

/**
 * @param key at least 32 secret bytes, the same for all servers behind one address
 * @param caller whose confirmations these are, e.g. the ID of an API token
 */
export function createConfirmations(
  key: Uint8Array,
  caller: string,
  now: () => number = Date.now,
): Confirmations {
  const sign = (action: string, until: number) =>
    createHmac('sha256', key)
      .update(JSON.stringify(['mcp', caller, action, until]))
      .digest('base64url');
  const confirmationOf = (action: string, until: number) => `${until.toString(36)}.${sign(action, until)}`;
  return {
    issue: (action) => confirmationOf(action, now() + LIMITS.confirmationMs),
    accepts(confirmation, action) {
      const until = Number.parseInt(confirmation, 36);
      if (!(until > now())) return false;
      // The whole text: it is the idempotency key of what it confirms, so there must be no second way to write it.
      const expected = Buffer.from(confirmationOf(action, until));
      const given = Buffer.from(confirmation);
      return given.length === expected.length && timingSafeEqual(given, expected);
    },
  };
}
