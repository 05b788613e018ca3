import { retryConfigSchema, type RetryConfig as Stored } from '../../domain/retry/retry.js';
import { builder } from '../builder.js';
import { Backoff, RetryJitter } from './job-enums.js';

export const RetryConfig = builder.objectRef<Stored>('RetryConfig').implement({
  description: 'How often, and after what delays, a failed attempt is retried.',
  fields: (t) => ({
    maxRetries: t.exposeInt('maxRetries', { description: 'Maximum number of retries.' }),
    backoff: t.expose('backoff', { type: Backoff, description: 'How the delay grows from retry to retry.' }),
    delay: t.expose('delay', { type: 'Duration', description: 'Base delay.' }),
    ...t.exposed('Duration', { maxDelay: 'Longest delay. Null for the default of one hour.' }),
    jitter: t.expose('jitter', {
      type: RetryJitter,
      nullable: true,
      description: 'Randomization of the delay. Null for none.',
    }),
  }),
});

export const RetryConfigInput = builder.inputType('RetryConfigInput', {
  description: 'How often, and after what delays, a failed attempt is retried.',
  fields: (t) => ({
    maxRetries: t.int({ required: true, description: 'Maximum number of retries, from 0 to 100.' }),
    backoff: t.field({
      type: Backoff,
      required: true,
      description: 'How the delay grows from retry to retry.',
    }),
    delay: t.field({ type: 'Duration', required: true, description: 'Base delay.' }),
    ...t.fields('Duration', {
      maxDelay: 'Longest delay. Defaults to one hour. A longer `Retry-After` from the agent still applies.',
    }),
    jitter: t.field({ type: RetryJitter, description: 'Randomization of the delay. Defaults to `NONE`.' }),
  }),
});

/** The stored policy. Null if there is none, or if it was written by SQL and is not valid. */
export function readRetryConfig(stored: unknown): Stored | null {
  return retryConfigSchema.safeParse(stored).data ?? null;
}
