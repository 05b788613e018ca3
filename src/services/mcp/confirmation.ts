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
  return {
    issue(action) {
      const until = now() + LIMITS.confirmationMs;
      return `${until.toString(36)}.${sign(action, until)}`;
    },
    accepts(confirmation, action) {
      const [time = '', signature = ''] = confirmation.split('.');
      const until = Number.parseInt(time, 36);
      if (!(until > now())) return false;
      const expected = Buffer.from(sign(action, until));
      const given = Buffer.from(signature);
      return given.length === expected.length && timingSafeEqual(given, expected);
    },
  };
}
