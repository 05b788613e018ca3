import { type AgentBehavior, answer } from '../support/agent-server.js';

/** After this long without a further request, those that wait are all that will come. */
const QUIET_MS = 200;

export const answerAtOnce: AgentBehavior = (_entry, response) =>
  answer(response, 200, { status: 'completed', result: { ok: true } });

/**
 * Answers when this many requests wait. A worker writes answers and claims jobs in larger statements if more
 * answers arrive at a time, which would otherwise depend on the speed of the machine.
 */
export function answerInWaves(count: number): AgentBehavior {
  let waiting: (() => void)[] = [];
  let timer: NodeJS.Timeout | undefined;
  function answerAll(): void {
    const wave = waiting;
    waiting = [];
    for (const answerOne of wave) answerOne();
  }
  return (entry, response) => {
    waiting.push(() => answerAtOnce(entry, response));
    clearTimeout(timer);
    if (waiting.length >= count) answerAll();
    else timer = setTimeout(answerAll, QUIET_MS);
  };
}
