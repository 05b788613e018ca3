import type { Pool } from '../../../src/runtime/database/pool.js';
import { recordContacts } from '../../../src/services/jobs/record-contacts.js';
import type { AgentServer } from '../../support/agent-server.js';
import type { AdminBrowser, AdminPage, PageOptions } from '../../support/browser.js';
import { insertAgent, insertExpanded, insertSchedule } from '../../support/rows.js';

const INPUT_SCHEMA = {
  type: 'object',
  required: ['ticker'],
  properties: {
    ticker: { type: 'string', description: 'Which share.', minLength: 1, default: 'AAPL' },
    depth: { type: 'integer', minimum: 1, maximum: 5, default: 2 },
    sources: { type: 'array', items: { $ref: '#/$defs/source' } },
    window: { anyOf: [{ type: 'string', format: 'date' }, { type: 'integer' }] },
  },
  additionalProperties: false,
  $defs: {
    source: {
      type: 'object',
      required: ['kind'],
      properties: { kind: { enum: ['news', 'filings'] }, weight: { type: 'number', exclusiveMinimum: 0 } },
    },
  },
};

/**
 * Four agents in different states. Analysis is at the address of `agent`, has attempts of one day and a
 * schedule.
 */
export async function furnishAgents(pool: Pool, agent: AgentServer): Promise<void> {
  await insertAgent(pool, 'analysis', agent.url, {
    name: 'Analysis',
    description: 'Reads what is new about a share and says what it means.',
    version: '1.4.0',
    healthStatus: 'healthy',
    healthCheckedAt: new Date(Date.now() - 40_000).toISOString(),
    lastHeartbeat: new Date(Date.now() - 4_000).toISOString(),
    maxConcurrency: 8,
    rateLimit: { limit: 600, per: 60_000 },
    requirements: { region: 'eu' },
    inputSchema: INPUT_SCHEMA,
    outputSchema: { type: 'object', required: ['echo'], properties: { echo: { type: 'object' } } },
  });
  await insertAgent(pool, 'data-collection', 'https://agents.example.com/collect', {
    name: 'Data Collection',
    healthStatus: 'degraded',
    healthMessage: 'The feed of one exchange is late.',
  });
  await insertAgent(pool, 'quotes', 'http://127.0.0.1:9/quotes', {
    name: 'Quotes',
    healthStatus: 'unhealthy',
    healthMessage: 'The connection was refused.',
  });
  await insertAgent(pool, 'report', 'http://127.0.0.1:9/report', { name: 'Report', enabled: false });
  await insertHistory(pool, 'analysis');
  await insertExpanded(pool, { agentId: 'quotes', jobs: Array.from({ length: 3 }, (_, n) => ({ n })) });
  await openCircuit(pool, 'quotes');
  await insertSchedule(pool, {
    agentId: 'analysis',
    cronExpression: '0 8 * * *',
    nextRunAt: new Date(Date.now() + 3_600_000),
  });
}

/** Attempts of one day, a few of them failed; three are running. */
async function insertHistory(pool: Pool, agentId: string): Promise<void> {
  const jobs = Array.from({ length: 120 }, (_, n) => ({ n }));
  await insertExpanded(pool, { agentId, jobs }, async (client, ids) => {
    await client.query(
      `UPDATE "AgentJobExecution" SET status = 'running', "startedAt" = now() - interval '24 hours' WHERE id = ANY ($1)`,
      [ids.slice(0, 115)],
    );
    await client.query(
      `UPDATE "AgentJobExecution" a SET status = CASE WHEN n % 17 = 0 THEN 'failed' ELSE 'completed' END, "statusCode" = 200,
         error = CASE WHEN n % 17 = 0 THEN '{"message": "The upstream timed out"}'::jsonb END, "durationMs" = 300 + (n * 37) % 900,
         "completedAt" = now() - n * interval '11 minutes'
       FROM unnest($1::text[]) WITH ORDINALITY AS given(id, n) WHERE a.id = given.id`,
      [ids.slice(0, 112)],
    );
  });
}

async function openCircuit(pool: Pool, agentId: string): Promise<void> {
  await recordContacts(
    pool,
    [1, 2].map((n) => ({
      agentId,
      executionId: `x${n}`,
      contact: { kind: 'failed', reason: 'The connection was refused' } as const,
    })),
    { enabled: true, failureThreshold: 2, coolDown: 600_000, maxCoolDown: 600_000 },
  );
}

/** The page of one agent, as an admin by default; `where` may name a tab: `analysis?tab=jobs`. */
export async function openAgent(
  admin: AdminBrowser,
  where: string,
  options: PageOptions = {},
): Promise<AdminPage> {
  const opened = await admin.open({ role: 'admin', path: `/agents/${where}`, ...options });
  await opened.page.getByRole('tablist', { name: 'Agent' }).waitFor();
  return opened;
}
