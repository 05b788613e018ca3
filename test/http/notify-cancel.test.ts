import { Webhook } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';
import { notifyCancel } from '../../src/http/agents/notify-cancel.js';
import { closedUrl, openClient, serve, serveRaw } from './loopback.js';

const cancellation = { jobId: 'job-1', executionId: 'execution-1', reason: 'cancelled' };
const agent = {
  url: 'http://127.0.0.1:9/run',
  authentication: { type: 'bearer', secret: 'agent-token' },
} as const;

describe('notifyCancel', () => {
  it("posts what is cancelled and why, signed, with credentials for the agent's own origin", async () => {
    const server = await serve((response) => response.writeHead(204).end());
    const signingSecret = `whsec_${Buffer.alloc(32, 5).toString('base64')}`;
    const target = { ...agent, url: server.url, cancelUrl: `${server.origin}/cancel`, signingSecret };
    const notice = await notifyCancel(openClient(), target, cancellation, { now: new Date() });
    expect(notice).toEqual({ kind: 'delivered', statusCode: 204 });
    const [request] = server.received;
    expect(request).toMatchObject({ method: 'POST', url: '/cancel' });
    expect(request?.headers).toMatchObject({
      authorization: 'Bearer agent-token',
      'content-type': 'application/json',
      'webhook-id': 'cancel_execution-1',
      'x-execution-id': 'execution-1',
    });
    const headers = request?.headers as Record<string, string>;
    expect(new Webhook(signingSecret).verify(request?.body ?? '', headers)).toEqual(cancellation);
  });

  it('sends no credentials to another origin', async () => {
    const server = await serve((response) => response.end());
    await notifyCancel(openClient(), { ...agent, cancelUrl: server.url }, cancellation, { now: new Date() });
    expect(server.received[0]?.headers).not.toHaveProperty('authorization');
  });

  it('returns failures as values', async () => {
    const client = openClient();
    const notify = (cancelUrl: string, timeoutMs = 20_000) =>
      notifyCancel(client, { ...agent, cancelUrl }, cancellation, { now: new Date(), timeoutMs });
    const server = await serve((response) => response.writeHead(500).end());
    expect(await notify(server.url)).toMatchObject({
      kind: 'failed',
      message: expect.stringContaining('500'),
    });
    expect(await notify(await closedUrl())).toMatchObject({ kind: 'failed' });
    expect(await notify(await serveRaw(() => {}), 50)).toMatchObject({
      kind: 'failed',
      message: expect.stringContaining('50ms'),
    });
    expect(await notify('http://169.254.169.254/')).toMatchObject({ kind: 'failed' });
  });
});
