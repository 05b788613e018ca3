/** A retry policy as typed: texts that may not be valid yet. */
export interface RetryDraft {
  maxRetries: string;
  backoff: 'EXPONENTIAL' | 'LINEAR' | 'FIXED';
  delay: string;
  maxDelay: string;
  jitter: 'NONE' | 'FULL' | 'EQUAL';
}
