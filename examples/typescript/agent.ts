// An agent that answers at once: it returns the result in the response to the task.
import { AgentError, createAgent } from '@callboard/agent';
import { serve } from '@callboard/agent/node';

interface Params {
  tickerId: string;
  source: unknown;
}

/** Throws if params are not this agent's own. The same params would fail again, so the job is not retried. */
function checkParams(params: unknown): Params {
  const { tickerId, source = 'news' } = params as Record<string, unknown>;
  if (typeof tickerId !== 'string') throw new Error('params.tickerId must be a string');
  return { tickerId, source };
}

const agent = createAgent({
  version: '1.0.0',
  // The token that the agent was registered with: `authentication: { type: BEARER, token }`.
  token: process.env.AGENT_TOKEN,
  params: checkParams,
  run: async ({ params: { tickerId, source } }) => {
    if (tickerId === '')
      throw new AgentError('There is no ticker without a name', { code: 'UNKNOWN_TICKER' });
    return { tickerId, source, articles: tickerId.length };
  },
});

const { url } = await serve(agent, { port: Number(process.env.PORT ?? 8081) });
console.log(`agent on ${url}`);
