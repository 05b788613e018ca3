/** Both kits, as processes, pass the checks that the product makes of any agent. */
import { randomBytes } from 'node:crypto';
import { expect, onTestFinished, test } from 'vitest';
import { openLocalInbox } from '../../src/http/incoming/report-inbox.js';
import { gradeAgent } from '../../src/services/conformance/grade-agent.js';
import { PYTHON_KIT, programsAvailable, startAgent, startTypeScriptAgent } from '../examples/agents.js';
import { invocationOf, openClient } from '../http/loopback.js';

const SIGNING_SECRET = `whsec_${randomBytes(32).toString('base64')}`;
const TOKEN = 'token-of-the-agent';
const onPython = programsAvailable('test/kits/conformance', ['python3', '--version']);

const typescript = (settings: Record<string, string>) =>
  startTypeScriptAgent('test/kits/conformance-agent.ts', settings);
const python = (settings: Record<string, string>) =>
  startAgent('python3', ['test/kits/conformance_agent.py'], { ...settings, ...PYTHON_KIT });

async function grade(start: typeof python, settings: Record<string, string>) {
  const url = await start({ SIGNING_SECRET, TOKEN, ...settings });
  const inbox = await openLocalInbox();
  onTestFinished(() => inbox.close());
  const { agent } = invocationOf({
    url,
    signingSecret: SIGNING_SECRET,
    authentication: { type: 'bearer', secret: TOKEN },
    timeoutMs: 60_000,
  });
  const { checks } = await gradeAgent(
    { http: openClient(), inbox },
    { call: agent, cancelUrl: new URL('cancel', url).href },
    {
      params: { waitMs: 10 },
      slowParams: { waitMs: 600_000 },
      retryParams: { fail: true },
      largeParams: { bytes: 300_000 },
    },
  );
  const { report, ...rest } = Object.fromEntries(
    checks.map(({ name, status, message }) => [name, `${status}: ${message}`]),
  );
  return { report, others: Object.values(rest).filter((text) => !text.startsWith('passed')) };
}

test('the TypeScript kit answers at once', async () => {
  const { report, others } = await grade(typescript, { ACCEPT_AFTER_MS: '5000' });
  expect(others).toEqual([]);
  expect(report).toMatch(/^skipped: The agent did not answer 202/);
});

test('the TypeScript kit accepts and reports', async () => {
  const { report, others } = await grade(typescript, { ACCEPT_AFTER_MS: '0' });
  expect(others).toEqual([]);
  expect(report).toMatch(/^passed/);
});

test.runIf(onPython)('the Python kit answers at once, behind WSGI', async () => {
  const { report, others } = await grade(python, { ACCEPT_AFTER_MS: '5000', SERVER: 'wsgi' });
  expect(others).toEqual([]);
  expect(report).toMatch(/^skipped: The agent did not answer 202/);
});

test.runIf(onPython)('the Python kit accepts and reports', async () => {
  const { report, others } = await grade(python, { ACCEPT_AFTER_MS: '0' });
  expect(others).toEqual([]);
  expect(report).toMatch(/^passed/);
});
