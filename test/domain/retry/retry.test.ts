import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  MAX_RETRY_AFTER_MS,
  type RetryConfig,
  resolveRetry,
  retryConfigSchema,
  retryDelayMs,
} from '../../../src/domain/retry/retry.js';

const config = (about: Partial<RetryConfig> = {}): RetryConfig => ({
  maxRetries: 3,
  backoff: 'exponential',
  delay: 5_000,
  ...about,
});
const waits = (about: Partial<RetryConfig>) => [1, 2, 3, 4].map((n) => retryDelayMs(config(about), n, 0.5));

describe('retryDelayMs', () => {
  it.each<[Partial<RetryConfig>, number[]]>([
    [{ backoff: 'exponential' }, [5_000, 10_000, 20_000, 40_000]],
    [{ backoff: 'linear' }, [5_000, 10_000, 15_000, 20_000]],
    [{ backoff: 'fixed' }, [5_000, 5_000, 5_000, 5_000]],
    [{ backoff: 'exponential', maxDelay: 12_000 }, [5_000, 10_000, 12_000, 12_000]],
    [{ backoff: 'fixed', maxDelay: null, jitter: null }, [5_000, 5_000, 5_000, 5_000]],
    [{ backoff: 'fixed', delay: 7_200_000 }, [3_600_000, 3_600_000, 3_600_000, 3_600_000]],
    [{ jitter: 'none' }, [5_000, 10_000, 20_000, 40_000]],
    [{ jitter: 'full' }, [2_500, 5_000, 10_000, 20_000]],
    [{ jitter: 'equal' }, [3_750, 7_500, 15_000, 30_000]],
    [{ jitter: 'full', delay: 0 }, [0, 0, 0, 0]],
    [{ delay: 0 }, [0, 0, 0, 0]],
  ])('%j waits %j', (about, expected) => {
    expect(waits(about)).toEqual(expected);
  });

  it.each([
    [undefined, 5_000],
    [null, 5_000],
    [0, 5_000],
    [4_999, 5_000],
    [5_000.2, 5_001],
    [5_001, 5_001],
    [10_000_000, 10_000_000],
    [MAX_RETRY_AFTER_MS + 1, MAX_RETRY_AFTER_MS],
    [Number.POSITIVE_INFINITY, MAX_RETRY_AFTER_MS],
  ])('with Retry-After %s ms waits %i ms', (retryAfterMs, expected) => {
    expect(retryDelayMs(config(), 1, 0, retryAfterMs)).toBe(expected);
  });

  it('stays within its bounds for any configuration and retry', () => {
    const property = fc.property(
      fc.record<RetryConfig>({
        maxRetries: fc.nat(),
        backoff: fc.constantFrom('exponential', 'linear', 'fixed'),
        delay: fc.integer({ min: 0, max: 1e9 }),
        maxDelay: fc.integer({ min: 0, max: 1e9 }),
        jitter: fc.constantFrom('none', 'full', 'equal'),
      }),
      fc.integer({ min: 1, max: 5_000 }),
      fc.oneof(fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }), fc.constant(1 - 2 ** -53)),
      (retry, n, random) => {
        const full = retryDelayMs({ ...retry, jitter: 'none' }, n, random);
        const wait = retryDelayMs(retry, n, random);
        expect(Number.isSafeInteger(wait)).toBe(true);
        expect(full).toBeLessThanOrEqual(retry.maxDelay ?? 0);
        expect(full).toBeLessThanOrEqual(retryDelayMs({ ...retry, jitter: 'none' }, n + 1, random));
        expect(wait).toBeLessThanOrEqual(full);
        expect(wait).toBeGreaterThanOrEqual(retry.jitter === 'full' ? 0 : Math.floor(full / 2));
        if (retry.jitter !== 'none' && full > 0) expect(wait).toBeLessThan(full);
      },
    );
    fc.assert(property, { numRuns: 500 });
  });
});

describe('resolveRetry', () => {
  it('takes the first configuration that is given, as a whole', () => {
    const [step, agent] = [config({ maxRetries: 0 }), config({ maxRetries: 9 })];
    expect(resolveRetry(null, undefined, step, agent)).toBe(step);
    expect(resolveRetry(undefined, null)).toBeUndefined();
    expect(resolveRetry()).toBeUndefined();
  });
});

describe('retryConfigSchema', () => {
  it('reads durations as ms or text', () => {
    const read = retryConfigSchema.parse({
      maxRetries: 2,
      backoff: 'linear',
      delay: '1.5s',
      maxDelay: 60_000,
    });
    expect(read).toEqual({ maxRetries: 2, backoff: 'linear', delay: 1_500, maxDelay: 60_000 });
    expect(retryConfigSchema.parse({ ...config(), maxDelay: null, jitter: null })).toMatchObject({
      maxDelay: null,
    });
  });

  it.each([
    [{ maxRetries: -1 }, 'maxRetries'],
    [{ maxRetries: 1.5 }, 'maxRetries'],
    [{ maxRetries: 101 }, 'maxRetries'],
    [{ backoff: 'cubic' }, 'backoff'],
    [{ delay: 'soon' }, 'delay'],
    [{ delay: -1 }, 'delay'],
    [{ delay: undefined }, 'delay'],
    [{ maxDelay: '0.5ms' }, 'maxDelay'],
    [{ jitter: 'some' }, 'jitter'],
  ])('refuses %j, naming the field', (about, field) => {
    const result = retryConfigSchema.safeParse({ ...config(), ...about });
    expect(result.error?.issues.map(({ path }) => path.join('.'))).toEqual([field]);
  });

  it.each([
    [{ maxRetries: 101 }, 'must be a whole number from 0 to 100'],
    [{ maxRetries: undefined }, 'must be a whole number from 0 to 100'],
    [{ backoff: 'cubic' }, 'must be one of exponential, linear, fixed'],
    [{ jitter: 1 }, 'must be one of none, full, equal'],
    [{ delay: null }, 'must be milliseconds or a duration such as "30s"'],
  ])('says what %j must be', (about, message) => {
    const result = retryConfigSchema.safeParse({ ...config(), ...about });
    expect(result.error?.issues.map((issue) => issue.message)).toEqual([message]);
  });

  it.each([[[]], ['often'], [3]])('refuses %j, which is not an object', (value) => {
    expect(retryConfigSchema.safeParse(value).error?.issues).toMatchObject([
      { message: 'must be an object' },
    ]);
  });

  it('refuses unknown keys', () => {
    expect(retryConfigSchema.safeParse({ ...config(), retries: 3 }).error?.issues).toMatchObject([
      { message: 'Unrecognized key: "retries"' },
    ]);
  });
});
