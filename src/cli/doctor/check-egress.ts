import { lookup } from 'node:dns/promises';
import type { Queryable } from '../../db/system/queryable.js';
import { groupBy } from '../../domain/group-by.js';
import { createEgressGuard, type EgressGuard } from '../../http/client/egress-guard.js';
import { type Finding, fine, problem, warning } from './finding.js';

const MOST_AGENTS = 200;

/** Checks whether enabled agents may be called from this machine. */
export async function checkEgress(client: Queryable, allow: string[]): Promise<Finding[]> {
  const guard = createEgressGuard({ allow });
  const { rows } = await client.query<{ id: string; url: string }>(
    `SELECT id, endpoint ->> 'url' AS url FROM "AgentRegistry" WHERE enabled AND endpoint ->> 'url' IS NOT NULL ORDER BY id LIMIT $1`,
    [MOST_AGENTS],
  );
  const callable = rows.filter(({ url }) => URL.canParse(url));
  const byHost = groupBy(callable, ({ url }) => new URL(url).hostname);
  const found = await Promise.all(Array.from(byHost, ([host, agents]) => checkHost(guard, host, agents)));
  const findings = found.filter((finding) => finding !== undefined);
  return findings.length > 0
    ? findings
    : [fine('egress', `Callboard may call the addresses of all agents (${rows.length}).`)];
}

async function checkHost(
  guard: EgressGuard,
  host: string,
  agents: readonly { id: string }[],
): Promise<Finding | undefined> {
  const { id } = agents[0] ?? {};
  const who = agents.length === 1 ? `agent ${id}` : `${agents.length} agents, such as ${id},`;
  let addresses: string[];
  try {
    addresses = (await lookup(host.replace(/^\[|\]$/g, ''), { all: true })).map(({ address }) => address);
  } catch {
    return warning(
      'egress',
      `This machine cannot resolve the host ${host} of ${who}.`,
      'Correct the endpoint, or the DNS of this machine.',
    );
  }
  for (const address of addresses) {
    const checked = guard.checkAddress(address);
    if (checked.kind === 'denied')
      return problem(
        'egress',
        `The host ${host} of ${who} must not be called: ${checked.message}.`,
        'If you trust that network, add it to CALLBOARD_EGRESS_ALLOW.',
      );
  }
  return undefined;
}
