import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { LIMITS } from '../../../src/domain/limits.js';
import { createSessions } from '../../../src/schema/server/sessions.js';
import { createRecordingLogger } from '../../support/recording-logger.js';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('the result for a token is cached for a moment, and no longer', async () => {
  let asked = 0;
  const authenticate = async () => {
    asked += 1;
    return undefined;
  };
  const sessions = createSessions({ authenticate, logger: createRecordingLogger() });
  const ask = () => sessions.authenticate({ kind: 'token', secret: 'x' });
  await Promise.all([ask(), ask()]);
  vi.advanceTimersByTime(LIMITS.credentialCacheMs - 1);
  await ask();
  expect(asked).toBe(1);
  vi.advanceTimersByTime(1);
  await ask();
  expect(asked).toBe(2);
  sessions.recheck();
  await ask();
  expect(asked).toBe(3);
});
