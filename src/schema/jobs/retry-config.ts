import { retryConfigSchema, type RetryConfig as Stored } from '../../domain/retry/retry.js';
import { builder } from '../builder.js';
import { Backoff, RetryJitter } from '../types/enums.js';

export const RetryConfig = builder.objectRef<Stored>('RetryConfig').implement({
  description: 'How often, and after which waits, a failed attempt is repeated.',
  fields: (t) => ({
    maxRetries: t.exposeInt('maxRetries'),
    backoff: t.expose('backoff', { type: Backoff }),
    delay: t.expose('delay', { type: 'Duration' }),
    maxDelay: t.expose('maxDelay', { type: 'Duration', nullable: true }),
    jitter: t.expose('jitter', { type: RetryJitter, nullable: true }),
  }),
});

export const RetryConfigInput = builder.inputType('RetryConfigInput', {
  fields: (t) => ({
    maxRetries: t.int({ required: true }),
    backoff: t.field({ type: Backoff, required: true }),
    delay: t.field({ type: 'Duration', required: true }),
    maxDelay: t.field({ type: 'Duration', description: 'The longest wait; default one hour.' }),
    jitter: t.field({ type: RetryJitter, description: 'NONE (default), FULL: [0, d), EQUAL: [d/2, d).' }),
  }),
});

/** As stored; null where there is none, or where somebody wrote by SQL what is none. */
export function readRetryConfig(stored: unknown): Stored | null {
  return retryConfigSchema.safeParse(stored).data ?? null;
}
