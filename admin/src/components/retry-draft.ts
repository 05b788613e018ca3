/** A retryConfig as it is typed: texts, that need not be right yet. */
export interface RetryDraft {
  maxRetries: string;
  backoff: 'EXPONENTIAL' | 'LINEAR' | 'FIXED';
  delay: string;
  maxDelay: string;
  jitter: 'NONE' | 'FULL' | 'EQUAL';
}
