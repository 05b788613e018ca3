/**
 * `npm run bench [-- --only W1,W2] [--quick] [--rounds 3] [--json FILE] [--growth]`: measures Callboard and
 * its peers on this machine, and prints one table. See docs/performance.md.
 */
import { execFileSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { availableParallelism, cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { growth } from './growth.mjs';
import { startModule } from './harness/children.mjs';
import { cleanUp } from './harness/cleanup.mjs';
import { medians, show } from './harness/figures.mjs';
import { startPostgres } from './harness/postgres.mjs';
import { startRedis } from './harness/redis.mjs';
import { judge, table } from './harness/table.mjs';

const WORKLOADS = [
  'w1-jobs',
  'w2-burst',
  'w3-single',
  'w4-expansion',
  'w5-events',
  'w5b-event-burst',
  'w6-lists',
  'w7-pipeline',
  'w8-rest',
  'w9-create',
];

const { values: options } = parseArgs({
  options: {
    only: { type: 'string' },
    quick: { type: 'boolean', default: false },
    rounds: { type: 'string' },
    json: { type: 'string' },
    growth: { type: 'boolean', default: false },
  },
});

async function prepare() {
  const postgres = await startPostgres();
  const redis = await startRedis();
  const agent = await startModule(new URL('./harness/agent.mjs', import.meta.url));
  const agentUrl = await agent.call('start');
  return { postgres, redis, agent, agentUrl, quick: options.quick };
}

/**
 * Each round runs everybody once, so that what else the machine does affects all alike. Every second round is in
 * reverse order, because the first ones find an agent and a PostgreSQL that have done nothing yet.
 */
async function measure(workload, context) {
  const rounds = Number(options.rounds ?? (options.quick ? 1 : 3));
  const measured = Object.fromEntries(Object.keys(workload.participants).map((who) => [who, []]));
  await workload.prepare?.(context);
  const order = Object.entries(workload.participants);
  for (let round = 1; round <= rounds; round += 1)
    for (const [who, run] of round % 2 === 1 ? order : order.toReversed()) {
      await context.agent.call('reset');
      const began = performance.now();
      try {
        measured[who].push(await run(context));
        console.error(
          `${workload.name} ${round}/${rounds} ${who}: ${brief(measured[who].at(-1))} (${show((performance.now() - began) / 1_000)} s)`,
        );
      } catch (error) {
        console.error(`${workload.name} ${round}/${rounds} ${who} failed: ${error.stack}`);
        process.exitCode = 1;
      }
    }
  await workload.finish?.();
  return Object.fromEntries(Object.entries(measured).map(([who, results]) => [who, medians(results)]));
}

const brief = ({ cpu, ...figures }) =>
  Object.entries(figures)
    .map(([name, value]) => `${name} ${show(value)}`)
    .join(', ');

function machine({ postgres, redis }) {
  const commit = execFileSync('git', ['describe', '--always', '--dirty'], { encoding: 'utf8' }).trim();
  return {
    date: new Date().toISOString().slice(0, 16),
    commit,
    cores: availableParallelism(),
    cpu: cpus()[0]?.model,
    node: process.version,
    postgres: postgres.version,
    redis: redis.version,
  };
}

async function main() {
  const wanted = options.only?.toUpperCase().split(',');
  const all = await Promise.all(WORKLOADS.map((file) => import(`./workloads/${file}.mjs`)));
  const chosen = all.filter(({ name }) => !wanted || wanted.includes(name));
  const context = await prepare();
  const about = machine(context);
  if (options.growth) {
    const curves = await growth(context, options.only?.split(','));
    if (options.json) await writeFile(options.json, `${JSON.stringify({ about, curves }, null, 2)}\n`);
    return;
  }
  const rows = [];
  for (const workload of chosen) {
    const measured = await measure(workload, context);
    rows.push(...workload.rows(measured));
  }
  console.log(
    `${Object.entries(about)
      .map(([name, value]) => `${name} ${value}`)
      .join(', ')}\n\n${table(rows)}`,
  );
  if (options.json) {
    const json = { about, rows: rows.map((row) => ({ ...row, verdict: judge(row) })) };
    await writeFile(options.json, `${JSON.stringify(json, null, 2)}\n`);
  }
}

try {
  await main();
} finally {
  await cleanUp();
}
process.exit();
