import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { type Answer, JobWindow, PAGE_SIZE } from '../../admin/src/features/executions/window/job-window.js';
import { createDeferred } from '../support/deferred.js';

interface Row {
  id: string;
  jobId: string;
  version: number;
}

/** A server with so many jobs, whose answers can be held back. */
function server(total: number) {
  const state = { total, version: 1, reads: [] as string[], gate: Promise.resolve() };
  const ok = <Value>(value: Value): Answer<Value> => ({ kind: 'ok', value });
  const jobs = new JobWindow<Row>({
    async readEnds() {
      state.reads.push('ends');
      await state.gate;
      const full = Math.floor(state.total / PAGE_SIZE);
      return ok({
        totalCount: state.total,
        ends: Array.from({ length: full }, (_, page) => String((page + 1) * PAGE_SIZE)),
      });
    },
    async readPage(after) {
      state.reads.push(after ?? '0');
      const { version } = state;
      await state.gate;
      const from = Number(after ?? 0);
      const length = Math.max(0, Math.min(PAGE_SIZE, state.total - from));
      return ok(
        Array.from({ length }, (_, index) => ({
          id: `a${from + index}`,
          jobId: `j${from + index}`,
          version,
        })),
      );
    },
  });
  return { state, jobs };
}

async function until(jobs: JobWindow<Row>, holds: () => boolean): Promise<void> {
  if (holds()) return;
  await new Promise<void>((resolve) => {
    const stop = jobs.onChange(() => {
      if (!holds()) return;
      stop();
      resolve();
    });
  });
}

const held = (jobs: JobWindow<Row>) => jobs.view().rows.filter(() => true).length;

describe('a window over a list of jobs', () => {
  test('reads what is visible, wherever that is, and drops what is far away', async () => {
    const { state, jobs } = server(100_050);
    const close = jobs.open();
    await until(jobs, () => jobs.view().totalCount === 100_050 && jobs.view().rows[0] !== undefined);
    expect(jobs.view().rows).toHaveLength(100_050);
    for (let page = 10; page < 50; page++) {
      jobs.setRange(page * 1_000, page * 1_000 + 20);
      await until(jobs, () => jobs.view().rows[page * 1_000]?.id === `a${page * 1_000}`);
    }
    expect(held(jobs)).toBeLessThanOrEqual(24 * PAGE_SIZE);
    expect(jobs.view().rows[0]).toBeUndefined();
    jobs.setRange(100_040, 100_049);
    await until(jobs, () => jobs.view().rows[100_049]?.id === 'a100049');
    expect(state.reads.filter((read) => read === 'ends')).toHaveLength(1);
    close();
  });

  test('reads a short list in two requests, and an empty one without any rows', async () => {
    const { state, jobs } = server(3);
    const close = jobs.open();
    await until(jobs, () => jobs.view().totalCount === 3 && held(jobs) === 3);
    expect(state.reads.sort()).toEqual(['0', 'ends']);
    close();

    const none = server(0);
    const closeNone = none.jobs.open();
    await until(none.jobs, () => none.jobs.view().totalCount === 0 && !none.jobs.view().isLoading);
    expect(none.jobs.view().rows).toEqual([]);
    closeNone();
  });

  test('refreshes once more when the server is slow, however often a refresh was requested meanwhile', async () => {
    const { state, jobs } = server(250);
    const close = jobs.open();
    await until(jobs, () => jobs.view().totalCount === 250 && held(jobs) >= PAGE_SIZE);
    await turn();
    state.reads.length = 0;
    const gate = createDeferred<void>();
    state.gate = gate.promise;
    for (let time = 0; time < 5; time++) jobs.refresh();
    expect(held(jobs)).toBe(PAGE_SIZE);
    gate.resolve();
    await until(jobs, () => state.reads.length === 4);
    await turn();
    expect(state.reads).toEqual(['ends', '0', 'ends', '0']);
    close();
  });

  test('follows a list that has become shorter', async () => {
    const { state, jobs } = server(1_000);
    const close = jobs.open();
    jobs.setRange(950, 999);
    await until(jobs, () => jobs.view().rows[999] !== undefined);
    state.total = 120;
    jobs.refresh();
    await until(jobs, () => jobs.view().totalCount === 120);
    expect(jobs.view().rows).toHaveLength(120);
    await until(jobs, () => jobs.view().rows[119]?.id === 'a119');
    close();
  });

  test('patches jobs in place, and notifies nobody when nothing changes', async () => {
    const { jobs } = server(10);
    const close = jobs.open();
    await until(jobs, () => held(jobs) === 10 && jobs.view().totalCount === 10);
    let changes = 0;
    jobs.onChange(() => changes++);
    jobs.patch(() => undefined);
    expect(changes).toBe(0);
    jobs.patch((row) => (row.id === 'a4' ? { ...row, version: 9 } : undefined));
    expect(changes).toBe(1);
    expect(jobs.view().rows[4]?.version).toBe(9);
    close();
  });

  test('keeps its rows when a read fails, and reports the failure', async () => {
    let fails = false;
    const error = { message: 'away' } as never;
    const jobs = new JobWindow<Row>({
      readEnds: async () =>
        fails ? { kind: 'error', error } : { kind: 'ok', value: { totalCount: 1, ends: [] } },
      readPage: async () =>
        fails ? { kind: 'error', error } : { kind: 'ok', value: [{ id: 'a0', jobId: 'j0', version: 1 }] },
    });
    const close = jobs.open();
    await until(jobs, () => held(jobs) === 1 && jobs.view().totalCount === 1);
    fails = true;
    jobs.refresh();
    await until(jobs, () => jobs.view().error !== undefined);
    expect(held(jobs)).toBe(1);
    await turn();
    // The next read waits longer than after a quick answer.
    expect(jobs.tookMs()).toBe(Number.POSITIVE_INFINITY);
    fails = false;
    jobs.refresh();
    await until(jobs, () => jobs.view().error === undefined);
    await turn();
    expect(jobs.tookMs()).toBeLessThan(Number.POSITIVE_INFINITY);
    close();
  });
});
