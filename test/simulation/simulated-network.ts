import type { Outcome } from '../../src/http/agents/interpret-answer.js';
import type { Invocation } from '../../src/http/agents/invocation.js';
import type { Answer, Invoker } from '../../src/http/agents/invoke.js';
import type { Pool } from '../../src/runtime/database/pool.js';
import type { Actor, Simulator } from './simulator.js';
import { weighted } from './weighted.js';

/** A call that reached the agent. */
export interface Arrival {
  attemptId: string;
  jobId: string;
  worker: string;
  redelivery: boolean;
  /** By the database's clock. */
  at: number;
}

export interface SimulatedNetwork {
  arrivals: Arrival[];
  /** How one worker calls agents. */
  invokerOf(worker: Actor): Invoker;
}

type Behavior =
  | 'completes'
  | 'fails'
  | 'refuses'
  | 'resets'
  | 'accepts'
  | 'accepts and fails'
  | 'never answers';

const BEHAVIORS: readonly [Behavior, number][] = [
  ['completes', 50],
  ['fails', 10],
  ['refuses', 4],
  ['resets', 6],
  ['accepts', 20],
  ['accepts and fails', 6],
  ['never answers', 1],
];

/**
 * The agents and the network. A request arrives some time after it was sent, its answer later still; a worker
 * may be dead by then. Agents that accept report by SQL, sometimes in a transaction that stays open for a
 * while; they recognize an attempt that they have received before.
 *
 * @param agent writes the reports; @param sql its connections
 */
export function createSimulatedNetwork(simulator: Simulator, agent: Actor, sql: Pool): SimulatedNetwork {
  const arrivals: Arrival[] = [];
  const known = new Set<string>();

  function behave(): Behavior {
    return weighted(BEHAVIORS, ([, weight]) => weight, simulator.random())?.[0] ?? 'completes';
  }

  async function report(attemptId: string, status: 'completed' | 'failed'): Promise<void> {
    const update = `UPDATE "AgentJobExecution" SET status = $2, result = $3::jsonb, error = $4::jsonb, "completedAt" = now(), "updatedAt" = now() WHERE id = $1`;
    const error = JSON.stringify({ message: 'no luck', retryable: simulator.chance(0.5) });
    const values = [
      attemptId,
      status,
      status === 'completed' ? '1' : null,
      status === 'failed' ? error : null,
    ];
    if (simulator.chance(0.6)) return void (await sql.query(update, values));
    const client = await sql.connect();
    try {
      await client.query('BEGIN');
      await client.query(update, values);
      await client.query('COMMIT');
    } finally {
      client.release();
    }
  }

  /** What the agent does with a request, and the answer; null: there is none. */
  function answerOf({ executionId, redelivery }: Invocation): Outcome | null {
    if (known.has(executionId)) return redelivery ? { kind: 'accepted' } : failed('HTTP_409', false);
    const behavior = behave();
    if (behavior === 'never answers') return null;
    if (behavior === 'fails') return failed('HTTP_503', true);
    if (behavior === 'refuses') return failed('HTTP_400', false);
    if (behavior === 'resets') return failed('CONNECTION_RESET', true);
    if (behavior === 'completes') return { kind: 'completed', result: { done: true }, metrics: null };
    known.add(executionId);
    const status = behavior === 'accepts' ? 'completed' : 'failed';
    simulator.add({
      actor: agent,
      name: `reports ${status}`,
      weight: 0.2,
      // Refused if somebody else has ended the attempt in the meantime.
      run: () => void report(executionId, status).catch(() => {}),
    });
    return { kind: 'accepted' };
  }

  return {
    arrivals,
    invokerOf: (worker) => ({
      invoke: (invocation, { signal } = {}) =>
        new Promise<Answer>((resolve) => {
          const end = (outcome: Outcome) => resolve(answer(outcome));
          signal?.addEventListener('abort', () => end(failed('ABORTED', true)), { once: true });
          const { executionId: attemptId, jobId, redelivery } = invocation;
          simulator.add({
            actor: worker,
            name: 'calls the agent',
            run() {
              if (signal?.aborted) return;
              arrivals.push({
                attemptId,
                jobId,
                worker: worker.name,
                redelivery,
                at: simulator.databaseNow(),
              });
              const outcome = answerOf(invocation);
              if (outcome === null) return;
              simulator.add({
                actor: worker,
                name: `is answered: ${outcome.kind}`,
                weight: 0.5,
                run: () => end(outcome),
              });
            },
          });
        }),
      configure: () => {},
      close: async () => {},
    }),
  };
}

const failed = (code: string, retryable: boolean): Outcome => ({
  kind: 'failed',
  error: { message: `the agent: ${code}`, code, retryable },
});

function answer(outcome: Outcome): Answer {
  const statusCode =
    outcome.kind === 'failed' ? statusOf(outcome.error.code) : outcome.kind === 'accepted' ? 202 : 200;
  return {
    outcome,
    statusCode,
    durationMs: 1,
    responseBody: null,
    responseTruncated: false,
    responseAltered: false,
  };
}

const statusOf = (code: string) => (code.startsWith('HTTP_') ? Number(code.slice(5)) : null);
