// An agent whose upstream fails now and then. It reports this with `retryable`, and Callboard retries by the retry policy.
import { AgentError, createAgent, RetryLater } from '@callboard/agent';
import { serve } from '@callboard/agent/node';

/** The share of attempts that fail. */
const failureRate = Number(process.env.FAILURE_RATE ?? 0.3);

const agent = createAgent({
  version: '1.0.0',
  onError: (error) => console.log(String(error)),
  run: ({ jobId, params, metadata }) => {
    const attempt = metadata.retryCount + 1;
    const dice = Math.random();
    if (dice < failureRate / 2) {
      throw new AgentError('the model is overloaded', { code: 'UPSTREAM_BUSY', retryable: true });
    }
    // The same with `Retry-After`, which says when to retry at the earliest.
    if (dice < failureRate) throw new RetryLater(1_000, 'back in a second');
    console.log(`job ${jobId} done at attempt ${attempt}`);
    return { ...params, attempt };
  },
});

const { url } = await serve(agent, { port: Number(process.env.PORT ?? 8084) });
console.log(`agent on ${url}`);
