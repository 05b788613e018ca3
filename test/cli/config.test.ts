import { expect, test } from 'vitest';
import { callboard } from './command-line.js';

test('prints every setting with its source, hides secrets, and warns about unknown names', async () => {
  const env = {
    DATABASE_URL: 'postgresql://joe:hush@db/callboard',
    CALLBOARD_SECRET_KEY: Buffer.alloc(32, 1).toString('base64'),
    CALLBOARD_TIMEZON: 'UTC',
  };
  const { code, stdout } = await callboard(['config'], { env });
  expect(code).toBe(0);
  expect(stdout).toMatch(/^SETTING +VALUE +FROM\n/);
  expect(stdout).toMatch(/\nDATABASE_URL +postgresql:\/\/joe:\*\*\*@db\/callboard +environment\n/);
  expect(stdout).toMatch(/\nPORT +4000 +default\n/);
  expect(stdout).toContain('Warning: CALLBOARD_TIMEZON is not a setting. Did you mean CALLBOARD_TIMEZONE?');
  expect(stdout).not.toContain('hush');
  expect(stdout).not.toContain(env.CALLBOARD_SECRET_KEY);
});

test('prints every problem, as JSON on request, and exits with code 2', async () => {
  const { code, stdout, stderr } = await callboard(['config', '--json'], {
    env: { PORT: 'x', WORKER_PORT: 'y' },
  });
  expect(code).toBe(2);
  expect(JSON.parse(stdout).problems).toHaveLength(2);
  expect(JSON.parse(stderr).error.message).toContain('WORKER_PORT must be');
});
