/**
 * The sample workspace: a table of tickers, four agents in this process, a pipeline, and schedules that call both. It is saved
 * once, into an empty database. Afterward it belongs to the user, and only the agents are started again. What an interrupted
 * start did not save, the next one saves.
 */
import { randomBytes } from 'node:crypto';
import { createPool, type Pool } from '../runtime/database/pool.js';
import type { Logger } from '../runtime/telemetry/logger.js';
import { actingAs } from '../services/access/acting-as.js';
import type { Actor, ServiceDeps } from '../services/access/context.js';
import { registerAgent } from '../services/agents/register-agent.js';
import { updateAgent } from '../services/agents/update-agent.js';
import { createPipeline } from '../services/pipelines/create-pipeline.js';
import { createSchedule } from '../services/schedules/create-schedule.js';
import type { Result } from '../services/system/result.js';
import {
  createTickerTable,
  hasTickerTable,
  isSampleUnfinished,
  markSampleFinished,
} from './create-ticker-table.js';
import { type DemoAgents, startDemoAgents } from './demo-agents.js';
import {
  SAMPLE_AGENT_IDS,
  SAMPLE_PIPELINE,
  type SampleAgentId,
  sampleAgent,
  sampleAgentUrl,
  sampleSchedules,
} from './sample-workspace.js';

export interface SampleOptions {
  /** `guard` must allow `127.0.0.1`. */
  deps: ServiceDeps;
  /** The control plane's database, for the login of the agent that reports by SQL. */
  databaseUrl: string;
  /** The database that data sources read; may write, unlike `deps.dataSources.pool`. */
  dataSourceUrl: string;
  logger: Logger;
  /** Factor for the duration of the agents' work; default 1. */
  pace?: number;
  /** Preferred port of the agents; default 4010, another one if it is taken. */
  port?: number;
}

export interface Sample {
  /** Whether this call saved it. */
  loaded: boolean;
  close(deadline: AbortSignal): Promise<void>;
}

const ACTOR: Actor = { id: 'sample', name: 'sample workspace', role: 'admin' };
const DEFAULT_PORT = 4010;

/** Loads the sample if the database is empty, and starts its agents. Undefined if there are none to start. */
export async function openSample(options: SampleOptions): Promise<Sample | undefined> {
  const { deps } = options;
  const data = createPool({
    connectionString: options.dataSourceUrl,
    applicationName: 'callboard sample',
    searchPath: 'public',
    max: 1,
  });
  try {
    const known = await savedAgents(deps.pool);
    const isUnfinished = await isSampleUnfinished(data);
    const isNew = known.size === 0 && !isUnfinished;
    if (isNew && (!(await isEmpty(deps.pool)) || (await hasTickerTable(data)))) return undefined;
    if (isNew) await createTickerTable(data);
    const agents = await startAgents(options, portOf(known) ?? options.port ?? DEFAULT_PORT);
    await asSample(async () => {
      await moveAgents(deps, known, agents.origin);
      if (isNew || isUnfinished) await save(deps, agents.origin);
    });
    if (isNew || isUnfinished) await markSampleFinished(data);
    return { loaded: isNew || isUnfinished, close: agents.close };
  } finally {
    await data.end();
  }
}

function asSample(work: () => Promise<void>): Promise<void> {
  return actingAs({ actor: ACTOR, action: 'loadSample', origin: 'server', address: null }, work);
}

async function isEmpty(pool: Pool): Promise<boolean> {
  const { rows } = await pool.query<{ empty: boolean }>(
    `SELECT NOT (EXISTS (SELECT FROM "AgentRegistry") OR EXISTS (SELECT FROM "Schedule")
       OR EXISTS (SELECT FROM "Pipeline") OR EXISTS (SELECT FROM "ScheduleExecution")) AS empty`,
  );
  return rows[0]?.empty === true;
}

/** Saves the parts that do not exist yet. */
async function save(deps: ServiceDeps, origin: string): Promise<void> {
  const agents = await savedAs(deps.pool, 'AgentRegistry');
  for (const id of SAMPLE_AGENT_IDS) {
    const agent = sampleAgent(id, origin);
    if (!agents.has(agent.name)) expectOk(await registerAgent(deps, ACTOR, agent));
  }
  const pipelines = await savedAs(deps.pool, 'Pipeline');
  const pipelineId =
    pipelines.get(SAMPLE_PIPELINE.name) ?? expectOk(await createPipeline(deps, ACTOR, SAMPLE_PIPELINE)).id;
  const schedules = await savedAs(deps.pool, 'Schedule');
  for (const schedule of sampleSchedules(new Date(), pipelineId)) {
    if (!schedules.has(schedule.name)) expectOk(await createSchedule(deps, ACTOR, schedule));
  }
}

/** Names and ids of the sample's rows in a table. */
async function savedAs(
  pool: Pool,
  table: 'AgentRegistry' | 'Pipeline' | 'Schedule',
): Promise<Map<string, string>> {
  const { rows } = await pool.query<{ id: string; name: string }>(
    `SELECT id, name FROM "${table}" WHERE "createdBy" = $1`,
    [ACTOR.id],
  );
  return new Map(rows.map(({ id, name }) => [name, id]));
}

/** The sample's agents whose URLs are still those of the sample, with their URLs. */
async function savedAgents(pool: Pool): Promise<Map<SampleAgentId, string>> {
  const { rows } = await pool.query<{ id: SampleAgentId; url: string }>(
    `SELECT id, endpoint ->> 'url' AS url FROM "AgentRegistry"
     WHERE id = ANY ($1) AND metadata -> 'sample' = 'true'::jsonb`,
    [SAMPLE_AGENT_IDS],
  );
  const ours = rows.filter(({ id, url }) => {
    const { protocol, hostname, origin } = new URL(url);
    return protocol === 'http:' && hostname === '127.0.0.1' && url === sampleAgentUrl(origin, id);
  });
  return new Map(ours.map(({ id, url }) => [id, url]));
}

/** Undefined if there is none. */
function portOf(known: Map<SampleAgentId, string>): number | undefined {
  const [url] = known.values();
  return url === undefined ? undefined : Number(new URL(url).port);
}

/** Their port was taken: registers them where they are now. */
async function moveAgents(
  deps: ServiceDeps,
  known: Map<SampleAgentId, string>,
  origin: string,
): Promise<void> {
  for (const [id, savedUrl] of known) {
    const url = sampleAgentUrl(origin, id);
    if (url !== savedUrl) expectOk(await updateAgent(deps, ACTOR, { id, input: { endpoint: { url } } }));
  }
}

async function startAgents(options: SampleOptions, port: number): Promise<DemoAgents> {
  const { logger, pace } = options;
  const pool = await openAgentLogin(options);
  const agents = await startDemoAgents({ port, pool, logger, pace });
  return {
    origin: agents.origin,
    async close(deadline) {
      await agents.close(deadline);
      await pool?.end();
    },
  };
}

/**
 * A login for the `analysis` agent, as any agent that reports by SQL has. Its password lives as long as this
 * process.
 */
async function openAgentLogin({ deps, databaseUrl, logger }: SampleOptions): Promise<Pool | undefined> {
  const url = new URL(databaseUrl);
  const name = `callboard_sample_${decodeURIComponent(url.pathname.slice(1))}`.slice(0, 63);
  const password = randomBytes(24).toString('base64url');
  const agents: SampleAgentId[] = ['analysis'];
  try {
    await deps.pool.query('SELECT callboard.create_agent_login($1, $2, $3)', [name, password, agents]);
  } catch (err) {
    logger.warn(
      'sample.no_login',
      { err },
      'The sample agent that reports by SQL has no login: its jobs will fail',
    );
    return undefined;
  }
  url.username = encodeURIComponent(name);
  url.password = password;
  return createPool({ connectionString: url.href, applicationName: 'callboard sample agent', max: 2 });
}

/** The sample is built in, so a refusal is a bug. */
function expectOk<T>(result: Result<T>): T {
  if (result.kind !== 'ok') throw new Error(`the sample workspace was refused: ${JSON.stringify(result)}`);
  return result.value;
}
