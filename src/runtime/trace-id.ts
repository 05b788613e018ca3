import { randomBytesOf } from './random-bytes.js';

/** A W3C trace id: 32 lower-case hex digits, never all zero. */
export function newTraceId(): string {
  for (;;) {
    const id = randomBytesOf(16).toString('hex');
    if (/[1-9a-f]/.test(id)) return id;
  }
}
