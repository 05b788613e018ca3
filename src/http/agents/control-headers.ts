/** Requests other than the invocation itself (health, cancel): which of them get the agent's credentials. */
import { authenticationHeaders, validateAuthentication } from '../../domain/agent/authentication.js';
import { validateCustomHeaders } from '../../domain/agent/custom-headers.js';
import { ACCEPT_ENCODING } from '../client/read-body.js';
import type { InvokedAgent } from './invocation.js';
import { mergeHeaders, USER_AGENT } from './merge-headers.js';

/** The part of an agent that these requests need. */
export type ReachableAgent = Pick<InvokedAgent, 'url' | 'authentication' | 'headers' | 'signingSecret'>;

/**
 * Headers for a request to `target` on behalf of an agent. Credentials and custom headers (which may contain
 * some) only go to the origin of the agent's own endpoint. Headers that cannot be sent are left out.
 */
export function controlHeaders(agent: ReachableAgent, target: string): Record<string, string> {
  const headers = {
    Accept: 'application/json',
    'User-Agent': USER_AGENT,
    'Accept-Encoding': ACCEPT_ENCODING,
  };
  if (!URL.canParse(agent.url) || !URL.canParse(target)) return headers;
  if (new URL(agent.url).origin !== new URL(target).origin) return headers;
  const custom = validateCustomHeaders(agent.headers).length === 0 ? (agent.headers ?? {}) : {};
  const authentication = validateAuthentication(agent.authentication).length === 0;
  return mergeHeaders(headers, custom, authentication ? authenticationHeaders(agent.authentication) : {});
}
