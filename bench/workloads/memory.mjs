/** Memory of a worker and a server during a million jobs. One subscriber receives all their events. */
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { createItems, EVERY_ITEM, startCallboard } from '../harness/callboard.mjs';
import { startModule } from '../harness/children.mjs';
import { median } from '../harness/figures.mjs';

const EVENTS = 'subscription { jobExecutionChanged { at status executionId } }';
const SAMPLE_MS = 500;
const MIB = 1_048_576;

/** Resident memory of a process, and the size of its heap including garbage, in MiB. */
async function memoryOf({ pid, url }) {
  const resident = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  const metrics = await (await fetch(`${url}/metrics`)).text();
  const heap = /^nodejs_heap_size_used_bytes (\S+)/m.exec(metrics)?.[1];
  return { resident: Number(resident) / 1024, heap: Number(heap) / MIB };
}

/**
 * @returns the median of what it holds, and the least that its heap was: what is left when the garbage has just
 *   been collected
 */
async function watch(process, signal) {
  const samples = [];
  while (!signal.aborted) {
    samples.push(await memoryOf(process));
    await sleep(SAMPLE_MS, undefined, { signal }).catch(() => {});
  }
  return {
    resident: median(samples.map(({ resident }) => resident)),
    heap: Math.min(...samples.map(({ heap }) => heap)),
  };
}

/** @yields `[jobs so far, figures]` after each run; memory in MiB */
export async function* runsOf(context, { runs, jobs }) {
  const product = await startCallboard(context);
  const subscriber = await startModule(new URL('../harness/subscribers.mjs', import.meta.url));
  try {
    await createItems(product.db, jobs);
    const watching = { url: product.url, tokens: [product.token], count: 1, query: EVENTS };
    await subscriber.call('subscribe', watching);
    for (let run = 1; run <= runs; run += 1) {
      await context.agent.call('reset');
      await subscriber.call('reset');
      const ended = new AbortController();
      const watched = ['worker', 'server'].map((name) => watch(product.processes[name], ended.signal));
      const began = performance.now();
      await product.ended(await product.trigger('agent', EVERY_ITEM), 300_000);
      const rate = (jobs / (performance.now() - began)) * 1_000;
      const { lost } = await subscriber.call('lags', { status: 'COMPLETED', count: jobs, limitMs: 60_000 });
      ended.abort();
      const [worker, server] = await Promise.all(watched);
      yield [
        run * jobs,
        {
          worker: worker.resident,
          'heap of the worker': worker.heap,
          server: server.resident,
          'heap of the server': server.heap,
          rate,
          lost,
        },
      ];
    }
  } finally {
    await subscriber.stop();
    await product.stop();
  }
}
