/** How cost grows with the amount of data: curves for docs/performance.md. */
import { mkdir, writeFile } from 'node:fs/promises';
import pg from 'pg';
import { createCallboardDatabase } from './harness/callboard.mjs';
import { svg } from './harness/curve.mjs';
import { show } from './harness/figures.mjs';
import { runsOf } from './workloads/memory.mjs';
import { seedHistory } from './workloads/seed-history.mjs';
import { callboard as runJobs } from './workloads/w1-jobs.mjs';
import { callboard as runEvents } from './workloads/w5-events.mjs';
import { readHistory } from './workloads/w6-lists.mjs';
import { callboard as runAtRest } from './workloads/w8-rest.mjs';

const FOLDER = new URL('../docs/performance/', import.meta.url);

/** @yields `[x, figures]` for each size in turn */
async function* each(context, sizes, run) {
  for (const size of sizes) {
    await context.agent.call('reset');
    yield report([size, await run(size)]);
  }
}

function report([size, figures]) {
  const numbers = Object.entries(figures).filter(([, value]) => typeof value === 'number');
  console.error(`${size}: ${numbers.map(([name, value]) => `${name} ${show(value)}`).join(', ')}`);
  return [size, figures];
}

/** @param pick what each line of the chart shows, by its name: a function of the figures */
async function curveOf(points, { pick, ...curve }) {
  const measured = [];
  for await (const point of points) measured.push(point);
  const series = Object.entries(pick).map(([name, take]) => ({
    name,
    points: measured.map(([x, figures]) => [x, take(figures)]),
  }));
  return { ...curve, series };
}

const total = (cpu) => Object.values(cpu).reduce((sum, ms) => sum + ms, 0);

const CURVES = {
  schedules: (context) =>
    curveOf(
      each(context, context.quick ? [10, 1_000, 10_000] : [10, 100, 1_000, 10_000, 100_000], (schedules) =>
        runAtRest({ ...context, schedules }),
      ),
      {
        file: 'schedules.svg',
        title: 'Cost of a run, by the number of enabled schedules',
        x: 'schedules, three of them due a second',
        y: 'ms of CPU (all processes); ms late',
        pick: { 'CPU of a run': ({ cpu }) => total(cpu), 'late, p50': ({ p50 }) => p50 },
      },
    ),
  workers: (context) =>
    curveOf(
      each(context, [1, 2, 3, 4], (workers) =>
        runJobs(context, { workers, count: context.quick ? 4_000 : 20_000 }),
      ),
      {
        file: 'workers.svg',
        title: 'Jobs a second, by the number of workers on this machine',
        x: 'workers, 50 calls at once each',
        y: 'jobs/s',
        pick: { 'jobs/s': ({ rate }) => rate },
      },
    ),
  subscribers: (context) =>
    curveOf(
      each(context, [1, 10, 100, 300, 1_000], (subscribers) => runEvents({ ...context, subscribers })),
      {
        file: 'subscribers.svg',
        title: 'From an agent’s SQL update to its subscribers, ten updates a second',
        x: 'subscribers, a WebSocket each',
        y: 'ms',
        pick: { p50: ({ p50 }) => p50, p99: ({ p99 }) => p99 },
      },
    ),
  memory: async (context) => {
    const points = [];
    const jobs = context.quick ? 10_000 : 100_000;
    for await (const point of runsOf(context, { runs: 10, jobs })) points.push(report(point));
    return curveOf(points, {
      file: 'memory.svg',
      title: 'Memory of the processes over a million jobs',
      x: 'jobs answered',
      y: 'MiB of each run: resident (median), and the heap at its least',
      pick: Object.fromEntries(
        ['worker', 'server', 'heap of the worker', 'heap of the server'].map((name) => [
          name,
          (figures) => figures[name],
        ]),
      ),
    });
  },
  attempts: growAttempts,
};

/** A database whose history grows. At each size, measures a run of jobs and the lists. */
async function* growAttempts(context) {
  const database = await createCallboardDatabase(context.postgres);
  const kept = { ...database, drop: async () => {} };
  let present = 0;
  const measure = async (attempts) => {
    const db = new pg.Pool({
      connectionString: database.url,
      max: 1,
      options: '-c search_path=callboard,public',
    });
    db.on('error', () => {});
    if (attempts > present)
      await seedHistory(db, {
        from: present,
        attempts: attempts - present,
        schedules: present === 0 ? 100 : 0,
      });
    await db.end();
    present = Math.max(present, attempts);
    const { rate, cpu } = await runJobs(context, { database: kept, count: context.quick ? 2_000 : 5_000 });
    const { rate: pages } = await readHistory(context, kept, attempts);
    return { rate, pages, perJob: total(cpu) };
  };
  const sizes = context.quick ? [500, 10_000, 100_000] : [500, 10_000, 100_000, 1_000_000, 5_000_000];
  const points = [];
  for await (const point of each(context, sizes, measure)) points.push(point);
  await database.drop();
  const curve = (file, title, y, name, take) =>
    curveOf(points, { file, title, x: 'attempts in the history', y, pick: { [name]: take } });
  yield curve(
    'attempts-jobs.svg',
    'CPU of a job, by the length of the history',
    'ms of CPU (all processes)',
    'CPU of a job',
    ({ perJob }) => perJob,
  );
  yield curve(
    'attempts-lists.svg',
    'Pages of lists a second, by the length of the history',
    'pages/s, 8 connections',
    'pages/s',
    ({ pages }) => pages,
  );
}

/** Measures all curves, or those with these names, and draws them into docs/performance. */
export async function growth(context, names = Object.keys(CURVES)) {
  await mkdir(FOLDER, { recursive: true });
  const curves = [];
  for (const name of names) {
    const found = CURVES[name](context);
    if (Symbol.asyncIterator in found) for await (const curve of found) curves.push(curve);
    else curves.push(await found);
    for (const { file, ...curve } of curves) await writeFile(new URL(file, FOLDER), svg(curve));
  }
  return curves;
}
