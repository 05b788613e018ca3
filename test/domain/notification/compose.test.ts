import { expect, test } from 'vitest';
import { maskedTarget, parseChannels } from '../../../src/domain/notification/channel.js';
import { slack } from '../../../src/domain/notification/channels/slack.js';
import {
  composeNotification,
  messageAsText,
  type NotificationMessage,
} from '../../../src/domain/notification/compose.js';
import { MAX_DELIVERY_ATTEMPTS, nextDeliveryDelayMs } from '../../../src/domain/notification/delivery.js';
import type { Notification } from '../../../src/domain/notification/notification.js';

const PUBLIC_URL = 'https://callboard.example';

const notification: Notification = {
  id: 'n-1',
  kind: 'dead_letter',
  subjectType: 'job',
  subjectId: 'attempt-1',
  scheduleId: 'schedule-1',
  pipelineId: null,
  agentId: 'summarize',
  title: 'Dead letters: Daily Newsletter',
  message: 'connection refused',
  count: 1,
  followsId: null,
  firstAt: new Date('2026-11-21T10:00:00.250Z'),
  lastAt: new Date('2026-11-21T10:00:00.750Z'),
  data: { schedule: 'Daily Newsletter', agent: 'Summarizer', jobId: 'job-1', executionId: 'execution-1' },
};

test('a single signal says what, where, why, when, and where to look', () => {
  expect(messageAsText(composeNotification(notification, PUBLIC_URL))).toBe(
    [
      '1 job has used up all retries and ended as a dead letter.',
      '',
      'Schedule: Daily Newsletter',
      'Agent: Summarizer',
      'Reason: connection refused',
      'When: 2026-11-21 10:00:00 UTC',
      '',
      'https://callboard.example/admin/jobs/job-1',
      '',
    ].join('\n'),
  );
});

test('many signals say how many more, and since when', () => {
  const many = {
    ...notification,
    count: 212,
    followsId: 'n-0',
    lastAt: new Date('2026-11-21T10:04:59Z'),
  };
  const message = composeNotification(many, PUBLIC_URL);
  expect(message.summary).toBe('212 more jobs have used up all retries and ended as a dead letter.');
  expect(message.facts).toContainEqual({ label: 'First error', value: 'connection refused' });
  expect(message.facts).toContainEqual({
    label: 'When',
    value: 'from 2026-11-21 10:00:00 UTC to 2026-11-21 10:04:59 UTC',
  });
  expect(message.link).toBe('https://callboard.example/admin/dead-letters');
});

test.each([
  [{ kind: 'job_failed', count: 3 }, '/admin/executions/execution-1'],
  [{ kind: 'execution_failed', subjectId: 'execution-1' }, '/admin/executions/execution-1'],
  [{ kind: 'schedule_flagged' }, '/admin/scheduler/schedules/schedule-1'],
  [{ kind: 'worker_dead' }, '/admin/workers'],
  [{ kind: 'circuit_open', subjectId: '../x' }, '/admin/agents/..%2Fx'],
] as const)('%j leads to %s', (rest, path) => {
  expect(composeNotification({ ...notification, ...rest }, PUBLIC_URL).link).toBe(PUBLIC_URL + path);
});

function payloadOf(message: NotificationMessage): object {
  return slack.transmit({ url: 'https://hooks.example/x', urlHint: null }, { id: 'n-1', message, event: {} })
    .payload;
}

test('a dead worker is reported without the claim that others are running', () => {
  const { summary } = composeNotification({ ...notification, kind: 'worker_dead' }, PUBLIC_URL);
  expect(summary).toBe('1 worker has died. Any other running worker takes over the work.');
});

test('names and errors are plain text in Slack: no mentions, no links, within its limits', () => {
  const nasty = {
    ...notification,
    title: `Dead letters: ${'<!channel> & '.repeat(30)}`,
    message: `<!here> <https://evil.example|click> ${'<'.repeat(600)}`,
    data: { schedule: '<@U123>' },
  };
  const payload = payloadOf(composeNotification(nasty, PUBLIC_URL)) as {
    text: string;
    blocks: {
      type: string;
      text?: { type: string; text: string };
      fields?: { type: string; text: string }[];
    }[];
  };
  const marked = payload.blocks.flatMap(({ text, fields = [] }) => (text ? [text, ...fields] : fields));
  const markdown = [payload.text, ...marked.filter(({ type }) => type === 'mrkdwn').map(({ text }) => text)];
  expect(markdown.join('\n').match(/<[^>]*>/g)).toEqual([
    '<https://callboard.example/admin/dead-letters|Open in Callboard>',
  ]);
  expect(payload.blocks[0]?.text?.text.length).toBeLessThanOrEqual(150);
  for (const { text } of marked) expect(text.length).toBeLessThanOrEqual(2_000);
});

test('the delays between tries grow; a longer one that the channel asks for is respected, within limits', () => {
  const delays = Array.from({ length: MAX_DELIVERY_ATTEMPTS }, (_, n) =>
    nextDeliveryDelayMs(n + 1, { retryable: true }),
  );
  expect(delays).toEqual([5_000, 30_000, 120_000, null]);
  expect(nextDeliveryDelayMs(1, { retryable: false })).toBeNull();
  expect(nextDeliveryDelayMs(1, { retryable: true, retryAfterMs: 60_000 })).toBe(60_000);
  expect(nextDeliveryDelayMs(2, { retryable: true, retryAfterMs: 1_000 })).toBe(30_000);
  expect(nextDeliveryDelayMs(1, { retryable: true, retryAfterMs: 86_400_000 })).toBe(600_000);
});

test.each([
  undefined,
  null,
  'x',
  {},
  { channels: null },
  { channels: { slack: { type: 'slack' } } },
  { channels: { 'a b': 1 } },
])('unusable stored channels count as not configured: %j', (value) => {
  expect([...parseChannels(value)]).toEqual([]);
});

test('an unusable channel does not hide another; targets are masked', () => {
  const channels = parseChannels({
    channels: {
      broken: { type: 'fax' },
      email: {
        type: 'email',
        host: 'mail.example',
        port: 25,
        secure: false,
        from: 'a@b',
        to: ['ops@example.com', 'b@c'],
      },
      hook: { type: 'webhook', url: 'https://user.example/secret/path?key=1', secret: 'v1.x' },
    },
  });
  expect([...channels].map(([name, channel]) => [name, maskedTarget(channel)])).toEqual([
    ['email', 'o…@example.com and 1 more'],
    ['hook', 'https://user.example'],
  ]);
});
