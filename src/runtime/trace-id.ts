import { randomBytes } from 'node:crypto';

/** A W3C trace id: 32 lower-case hex digits, never all zero. */
export function newTraceId(): string {
  for (;;) {
    const id = randomBytes(16).toString('hex');
    if (/[1-9a-f]/.test(id)) return id;
  }
}
