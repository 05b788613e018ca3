// An agent on the TypeScript kit that does what its params say. Started by conformance.test.ts.
import { createAgent, RetryLater } from '@callboard/agent';
import { serve } from '@callboard/agent/node';

interface Params {
  waitMs?: number;
  fail?: boolean;
  bytes?: number;
}

const { PORT, ACCEPT_AFTER_MS, SIGNING_SECRET, TOKEN } = process.env;

const agent = createAgent<Params>({
  version: '1.0.0',
  signingSecret: SIGNING_SECRET,
  token: TOKEN,
  acceptAfterMs: Number(ACCEPT_AFTER_MS),
  onError: () => {},
  async run({ params: { waitMs = 0, fail = false, bytes = 0 }, signal }) {
    if (fail) throw new RetryLater(5_000, 'the quota is used up');
    await new Promise((resolve, reject) => {
      setTimeout(resolve, waitMs);
      signal.addEventListener('abort', () => reject(signal.reason));
    });
    return { at: process.hrtime.bigint().toString(), text: 'x'.repeat(bytes) };
  },
});

const { url } = await serve(agent, { port: Number(PORT) });
console.log(`agent on ${url}`);
