/**
 * A few threads in which values are validated that nobody vouches for: bounded in memory and in time, so that the worst that a schema or a
 * value can do is to be called too much. Threads start when they are needed first, and keep no process alive.
 */
import { Worker as Thread } from 'node:worker_threads';
import { LIMITS } from '../../domain/limits.js';
import type { Report, Task } from './schema-thread.mjs';

/** `over`: it did not end within the bounds. `busy`: too much is waiting, and the caller would rather be told than wait. */
export type SchemaOutcome =
  | Exclude<Report, { kind: 'first' }>
  | { kind: 'over'; what: 'memory' }
  | { kind: 'busy' };

/** Its time is set when its turn comes: others of its kind may have used theirs up meanwhile. */
export type Assignment = Omit<Task, 'validateMs'> & { validateMs: () => number };

interface Waiting {
  task: Assignment;
  /** Threads that died of it. */
  deaths: number;
  resolve(outcome: SchemaOutcome): void;
}

const MAX_THREADS = 2;
/** Whoever shares a thread with a hog may die with it: only the second death counts. */
const DEATHS = 2;
const MEBIBYTE = 1024 * 1024;
/** Beyond the bounds of its steps: then a thread hangs where V8 cannot interrupt it. */
const GRACE_MS = 5_000;

/** By schema, each in its turn: one that takes long keeps only its own waiting. */
const queues = new Map<string, Waiting[]>();
let waitingCount = 0;
let threads = 0;
const idle: Thread[] = [];

/** @param whenBusy 'refuse' where the caller can be asked to come again */
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
    // Only values go in and out.
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
  // It could not even start: whoever waits is told, or would wait for ever.
  thread.once('exit', () => {
    threads -= 1;
    dequeue()?.resolve({ kind: 'over', what: 'memory' });
    serve();
  });
  // What it dies of shows in its end.
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
  // As long as it works, the answer is wanted.
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
