import { Webhook } from 'standardwebhooks';
import { expect, test } from 'vitest';
import { slack as slackKind } from '../../../src/domain/notification/channels/slack.js';
import { webhook } from '../../../src/domain/notification/channels/webhook.js';
import type { HttpClient } from '../../../src/http/client/http-client.js';
import { postMessage } from '../../../src/http/notify/post.js';
import { closedUrl, openClient, serve } from '../loopback.js';

const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const now = new Date();
const message = {
  subject: 'Grüße <3',
  summary: 'All is well.',
  facts: [],
  link: 'https://callboard.example',
};

const sendSlack = (client: HttpClient, url: string) =>
  postMessage(client, slackKind.transmit({ url, urlHint: null }, { id: 'n-1', message, event: {} }), 'n-1', {
    now,
  });

function sendWebhook(client: HttpClient, url: string) {
  const outgoing = { id: 'n-1', message, event: { a: 'ü' } };
  return postMessage(client, webhook.transmit({ url, secret: SECRET, secretHint: null }, outgoing), 'n-1', {
    now,
  });
}

test('Slack gets JSON, with an id for services like it that can detect repetitions', async () => {
  const slack = await serve((response) => void response.writeHead(200).end('ok'));
  expect(await sendSlack(openClient(), slack.url)).toEqual({ kind: 'sent' });
  expect(slack.received).toHaveLength(1);
  expect(slack.received[0]).toMatchObject({
    method: 'POST',
    headers: { 'content-type': 'application/json', 'webhook-id': 'n-1' },
  });
  expect(JSON.parse(slack.received[0]?.body.toString() ?? '')).toMatchObject({
    text: 'Grüße &lt;3: All is well.',
  });
});

test('a webhook is signed so that a standard library accepts it, with the same id each time', async () => {
  const receiver = await serve((response) => void response.writeHead(204).end());
  const send = () => sendWebhook(openClient(), receiver.url);
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
  const outcome = await sendSlack(openClient(), url);
  expect(outcome).toMatchObject({ kind: 'failed', retryable: false });
  expect(outcome).toHaveProperty('message', expect.stringContaining('The channel answered 404: no_service'));
  expect(JSON.stringify(outcome)).not.toContain('XXXXsecret');
});

test('a busy server says when to try again', async () => {
  const slack = await serve((response) => void response.writeHead(429, { 'retry-after': '30' }).end());
  expect(await sendSlack(openClient(), slack.url)).toEqual({
    kind: 'failed',
    message: 'The channel answered 429',
    retryable: true,
    retryAfterMs: 30_000,
  });
});

test('redirects are not followed', async () => {
  const target = await serve((response) => void response.writeHead(200).end());
  const slack = await serve((response) => void response.writeHead(307, { location: target.url }).end());
  expect(await sendSlack(openClient(), slack.url)).toMatchObject({
    kind: 'failed',
    retryable: false,
  });
  expect(target.received).toEqual([]);
});

test('a server that is not there is retryable', async () => {
  expect(await sendSlack(openClient(), await closedUrl())).toMatchObject({
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
  for (const outcome of [await sendSlack(client, url), await sendWebhook(client, url)])
    expect(outcome).toMatchObject({ kind: 'failed', retryable: false });
});
