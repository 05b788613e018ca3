/**
 * A few threads that validate untrusted values, limited in memory and time, so that a schema or value
 * can at worst be reported as too expensive. Threads start on first use and keep no process alive.
 */
import { Worker as Thread } from 'node:worker_threads';
import { LIMITS } from '../../domain/limits.js';
import type { Report, Task } from './schema-thread.mjs';

/**
 * `over`: it exceeded the limits. `busy`: too many validations are waiting, and the caller asked not
 * to wait.
 */
export type SchemaOutcome =
  | Exclude<Report, { kind: 'first' }>
  | { kind: 'over'; what: 'memory' }
  | { kind: 'busy' };

/**
 * The time limit is read when the task starts, because earlier values of the schema may have used up
 * their time.
 */
export type Assignment = Omit<Task, 'validateMs'> & { validateMs: () => number };

interface Waiting {
  task: Assignment;
  /** Number of threads that died while working on it. */
  deaths: number;
  resolve(outcome: SchemaOutcome): void;
}

const MAX_THREADS = 2;
/** If two tasks share a thread, one may die because of the other. So only the second death counts. */
const DEATHS = 2;
const MEBIBYTE = 1024 * 1024;
/** Beyond the limits of the steps, for a thread that hangs where V8 cannot interrupt it. */
const GRACE_MS = 5_000;

/** By schema, served in turn, so that a slow schema delays only its own values. */
const queues = new Map<string, Waiting[]>();
let waitingCount = 0;
let threads = 0;
const idle: Thread[] = [];

/** @param whenBusy 'refuse' if the caller can be asked to try again */
export function runInThread(task: Assignment, whenBusy: 'wait' | 'refuse'): Promise<SchemaOutcome> {
  if (whenBusy === 'refuse' && waitingCount >= LIMITS.waitingValidations)
    return Promise.resolve({ kind: 'busy' });
  return new Promise((resolve) => {
    enqueue({ task, deaths: 0, resolve });
    serve();
  });
}

function enqueue(waiting: Waiting): void {
  const queue = queues.get(waiting.task.schema);
  if (queue) queue.push(waiting);
  else queues.set(waiting.task.schema, [waiting]);
  waitingCount += 1;
}

function dequeue(): Waiting | undefined {
  const [entry] = queues;
  if (!entry) return undefined;
  const [schema, queue] = entry;
  const next = queue.shift();
  queues.delete(schema);
  if (queue.length > 0) queues.set(schema, queue);
  waitingCount -= 1;
  return next;
}

function serve(): void {
  while (waitingCount > 0) {
    const thread = idle.pop();
    if (!thread) break;
    const next = dequeue();
    if (next) perform(thread, next);
  }
  for (; threads < MAX_THREADS && threads < waitingCount; threads += 1) start();
}

function start(): void {
  const thread = new Thread(new URL('./schema-thread.mjs', import.meta.url), {
    resourceLimits: {
      maxOldGenerationSizeMb: LIMITS.validationMemoryBytes / MEBIBYTE,
      maxYoungGenerationSizeMb: 16,
    },
    // Threads get no environment variables: only values go in and out.
    env: {},
    execArgv: [],
  });
  thread.unref();
  thread.once('message', () => {
    thread.removeAllListeners('exit');
    idle.push(thread);
    thread.once('exit', () => gone(thread));
    serve();
  });
  // The thread could not start. Without this, callers would wait forever.
  thread.once('exit', () => {
    threads -= 1;
    dequeue()?.resolve({ kind: 'over', what: 'memory' });
    serve();
  });
  // The exit handler reports the cause.
  thread.on('error', () => {});
}

function gone(thread: Thread): void {
  threads -= 1;
  const at = idle.indexOf(thread);
  if (at >= 0) idle.splice(at, 1);
  serve();
}

function perform(thread: Thread, waiting: Waiting): void {
  const { resolve } = waiting;
  const task: Task = { ...waiting.task, validateMs: waiting.task.validateMs() };
  let first: Report | undefined;
  // While the thread works, it keeps the process alive, because a caller waits for the result.
  thread.ref();
  const backstop = setTimeout(
    () => void thread.terminate(),
    4 * (task.compileMs + task.validateMs) + GRACE_MS,
  );
  const settle = (outcome: SchemaOutcome) => {
    clearTimeout(backstop);
    thread.off('message', onMessage).off('exit', onExit);
    thread.unref();
    resolve(outcome);
  };
  const onMessage = (report: Report) => {
    if (report.kind === 'first') {
      first = report;
      return;
    }
    settle(report);
    idle.push(thread);
    serve();
  };
  const onExit = () => {
    waiting.deaths += 1;
    if (first) settle({ ...first, kind: 'done' });
    else if (waiting.deaths >= DEATHS) settle({ kind: 'over', what: 'memory' });
    else {
      clearTimeout(backstop);
      enqueue(waiting);
      serve();
    }
  };
  thread.on('message', onMessage).on('exit', onExit);
  thread.postMessage(task);
}
