import { Webhook } from 'standardwebhooks';
import { expect, test } from 'vitest';
import { sendSlack } from '../../../src/http/notify/slack.js';
import { sendWebhook } from '../../../src/http/notify/webhook.js';
import { closedUrl, openClient, serve } from '../loopback.js';

const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const now = new Date();

test('Slack gets JSON', async () => {
  const slack = await serve((response) => void response.writeHead(200).end('ok'));
  expect(await sendSlack(openClient(), slack.url, { text: 'Grüße <3' }, { now })).toEqual({ kind: 'sent' });
  expect(slack.received).toHaveLength(1);
  expect(slack.received[0]).toMatchObject({
    method: 'POST',
    headers: { 'content-type': 'application/json' },
  });
  expect(JSON.parse(slack.received[0]?.body.toString() ?? '')).toEqual({ text: 'Grüße <3' });
});

test('a webhook is signed so that a standard library accepts it, with the same id each time', async () => {
  const receiver = await serve((response) => void response.writeHead(204).end());
  const send = () =>
    sendWebhook(openClient(), { url: receiver.url, secret: SECRET }, 'n-1', { a: 'ü' }, { now });
  expect([await send(), await send()]).toEqual([{ kind: 'sent' }, { kind: 'sent' }]);
  for (const { body, headers } of receiver.received) {
    expect(new Webhook(SECRET).verify(body.toString(), headers as Record<string, string>)).toEqual({
      a: 'ü',
    });
    expect(headers['webhook-id']).toBe('n-1');
  }
});

test('the result is described in words, without the URL that is the secret', async () => {
  const slack = await serve((response, { url }) => {
    response.writeHead(404).end(`no_service\n at ${url} ${slack.url}`);
  });
  const url = `${slack.origin}/services/T000/B000/XXXXsecret`;
  const outcome = await sendSlack(openClient(), url, {}, { now });
  expect(outcome).toMatchObject({ kind: 'failed', retryable: false });
  expect(outcome).toHaveProperty('message', expect.stringContaining('The channel answered 404: no_service'));
  expect(JSON.stringify(outcome)).not.toContain('XXXXsecret');
});

test('a busy server says when to try again', async () => {
  const slack = await serve((response) => void response.writeHead(429, { 'retry-after': '30' }).end());
  expect(await sendSlack(openClient(), slack.url, {}, { now })).toEqual({
    kind: 'failed',
    message: 'The channel answered 429',
    retryable: true,
    retryAfterMs: 30_000,
  });
});

test('redirects are not followed', async () => {
  const target = await serve((response) => void response.writeHead(200).end());
  const slack = await serve((response) => void response.writeHead(307, { location: target.url }).end());
  expect(await sendSlack(openClient(), slack.url, {}, { now })).toMatchObject({
    kind: 'failed',
    retryable: false,
  });
  expect(target.received).toEqual([]);
});

test('a server that is not there is retryable', async () => {
  expect(await sendSlack(openClient(), await closedUrl(), {}, { now })).toMatchObject({
    kind: 'failed',
    retryable: true,
  });
});

test.each([
  'http://169.254.169.254/latest',
  'http://[fd00:ec2::254]/',
  'http://10.0.0.1/',
  'file:///etc/passwd',
])('no message goes to %s', async (url) => {
  const client = openClient();
  for (const outcome of [
    await sendSlack(client, url, {}, { now }),
    await sendWebhook(client, { url, secret: SECRET }, 'n-1', {}, { now }),
  ])
    expect(outcome).toMatchObject({ kind: 'failed', retryable: false });
});
