import { createContext, Script } from 'node:vm';

const context = createContext({ work: () => {} });
const call = new Script('work()');

/** `over`: the work took longer and was broken off, wherever it was. */
export type Budgeted<T> = { kind: 'done'; value: T } | { kind: 'over' };

/** How often a wait is doubled before the work counts as too long, however little of the processor it got. */
const DOUBLINGS = 2;

/**
 * Runs synchronous work for at most so many milliseconds, regular expressions included: V8 ends it when the time is up. What
 * the work was changing may then be half changed. Costs about 75 µs. Errors of the work pass through.
 *
 * V8 looks at the clock on the wall, and where others keep the machine busy that says nothing about the work: broken off before it
 * had half its time on a processor, it is begun anew with twice the wait.
 */
export function withTimeBudget<T>(milliseconds: number, work: () => T): Budgeted<T> {
  for (let doublings = 0; ; doublings += 1) {
    const before = process.cpuUsage();
    const run = runWithin(milliseconds * 2 ** doublings, work);
    if (run.kind === 'done' || doublings === DOUBLINGS) return run;
    const { user, system } = process.cpuUsage(before);
    if (user + system >= milliseconds * 500) return run;
  }
}

function runWithin<T>(milliseconds: number, work: () => T): Budgeted<T> {
  let outcome: { value: T } | undefined;
  context.work = () => {
    outcome = { value: work() };
  };
  try {
    call.runInContext(context, { timeout: milliseconds });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw error;
    return { kind: 'over' };
  }
  if (!outcome) throw new Error('The work did not run');
  return { kind: 'done', value: outcome.value };
}
