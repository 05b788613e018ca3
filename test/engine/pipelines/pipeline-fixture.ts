import { randomBytes } from 'node:crypto';
import { createEgressGuard } from '../../../src/http/client/egress-guard.js';
import { createHttpClient } from '../../../src/http/client/http-client.js';
import { createPool } from '../../../src/runtime/database/pool.js';
import { createSecretBox } from '../../../src/runtime/secrets/secret-box.js';
import { createLogger } from '../../../src/runtime/telemetry/logger.js';
import type { Actor, ServiceDeps } from '../../../src/services/access/context.js';
import { type AgentBehavior, answer, completes, type LedgerEntry } from '../../support/agent-server.js';
import { eventually } from '../../support/engine.js';
import { insertPipelineExecution } from '../../support/rows.js';
import { createEngineFixture, type EngineFixture, type ExecutionRow } from '../engine-fixture.js';
import { attemptsOf, checkPipeline, type StepAttempt } from './pipeline-invariants.js';

export const operator: Actor = { id: 'token-of-operator', name: 'Olga', role: 'operator' };

export interface PipelineFixture extends EngineFixture {
  /** What use cases of the server need, on the same database. */
  server: ServiceDeps;
  run(steps: object[], more?: { retryConfig?: object; params?: object }): Promise<string>;
  /** The run once it has ended, with its attempts checked against all invariants. */
  over(executionId: string): Promise<{ execution: ExecutionRow; attempts: StepAttempt[] }>;
  /** `step: status` of the current rows of a run with one context; for skipped ones the reason. */
  ends(executionId: string): Promise<Record<string, string>>;
  /** The steps that the agent was called for, in this order. */
  called(executionId: string): string[];
  calls(executionId: string): LedgerEntry[];
  /** The nth attempt (0-based) of a step, once its acceptance is recorded. */
  accepted(executionId: string, stepId: string, nth?: number): Promise<StepAttempt>;
  /** Ends an attempt as an agent does that uses only SQL. */
  report(attemptId: string, result?: unknown): Promise<void>;
}

export async function createPipelineFixture(
  agentColumns: Record<string, unknown> = {},
): Promise<PipelineFixture> {
  const fixture = await createEngineFixture(agentColumns);
  const { db, agent } = fixture;
  const pool = createPool({
    connectionString: db.url,
    max: 3,
    applicationName: 'test server',
    writer: 'server',
  });
  const guard = createEgressGuard({ allow: ['127.0.0.0/8'] });
  const http = createHttpClient({ guard });
  const secretKey = randomBytes(32);
  const calls = (id: string) => agent.ledger.filter(({ body }) => body.metadata.scheduleExecutionId === id);
  return {
    ...fixture,
    server: {
      ...{ pool, dataSources: { pool }, guard, http, secretKey, secretBox: createSecretBox(secretKey) },
      logger: createLogger({ level: 'error', name: 'server' }),
    },
    run: (steps, { params, ...more } = {}) => insertPipelineExecution(db.pool, { steps, ...more }, params),
    async over(executionId) {
      const execution = await fixture.ended(executionId);
      return { execution, attempts: await checkPipeline(db.pool, executionId) };
    },
    async ends(executionId) {
      const rows = (await attemptsOf(db.pool, executionId)).filter(({ isLatest }) => isLatest);
      return Object.fromEntries(
        rows.map(({ stepId, status, reason }) => [stepId, status === 'skipped' ? `${reason}` : status]),
      );
    },
    calls,
    called: (id) => calls(id).map(({ body }) => `${body.params.step}`),
    async accepted(executionId, stepId, nth = 0) {
      const rows = await eventually<StepAttempt>(
        db.pool,
        `SELECT * FROM "AgentJobExecution" WHERE "scheduleExecutionId" = $1 AND "pipelineStepId" = $2 ORDER BY "createdAt", id`,
        [executionId, stepId],
        (found) => found[nth]?.acceptedAt != null,
      );
      return rows[nth] as StepAttempt;
    },
    async report(attemptId, result = null) {
      await db.pool.query(
        `UPDATE "AgentJobExecution" SET status = 'completed', result = $2, "completedAt" = now() WHERE id = $1`,
        [attemptId, JSON.stringify(result)],
      );
    },
    async stop() {
      await fixture.stop().finally(() => Promise.all([http.close(), pool.end()]));
    },
  };
}

type StepText = { step: string; params?: object } & Record<string, unknown>;

/** `a`, or `a < b c` for a step that depends on b and c; each step has its name in its params. */
export function steps(...texts: (string | StepText)[]): object[] {
  return texts.map((text) => {
    const { step, params, ...more }: StepText = typeof text === 'string' ? { step: text } : text;
    const [stepId, dependsOn] = step.split('<').map((part) => part.trim());
    return {
      ...{ stepId, agentId: 'agent', parallel: true, dependsOn: dependsOn?.split(' ') ?? [] },
      ...{ params: { step: stepId, ...params }, ...more },
    };
  });
}

export const NO_RETRY = { maxRetries: 0, backoff: 'fixed', delay: 0 };

/** Acts for each step as given here; completes the others. */
export function byStep(behaviors: Record<string, AgentBehavior>): AgentBehavior {
  return (entry, response) => (behaviors[`${entry.body.params.step}`] ?? completes)(entry, response);
}

export const fails: AgentBehavior = (_entry, response) =>
  answer(response, 200, { status: 'failed', error: { message: 'no' } });
export const fallsOver: AgentBehavior = (_entry, response) => answer(response, 503, { error: 'busy' });

/** Does one thing the first `times` times, another afterward. */
export function first(
  times: number,
  behavior: AgentBehavior,
  then: AgentBehavior = completes,
): AgentBehavior {
  let left = times;
  return (entry, response) => (left-- > 0 ? behavior : then)(entry, response);
}
