import { cpuOf, startModule } from './children.mjs';
import { cpuPer } from './figures.mjs';

const urlOf = (module) => new URL(`../peers/${module}.mjs`, import.meta.url);

/** Starts a peer in a process of its own. @param on 'postgres' (an empty database), 'redis' (emptied) or nothing */
export async function startPeer({ postgres, redis, agentUrl }, { module, on, concurrency }) {
  const database = on === 'postgres' ? await postgres.createDatabase() : undefined;
  if (on === 'redis') await redis.empty();
  const process = await startModule(urlOf(module));
  const settings = {
    agentUrl,
    concurrency,
    ...(database && { databaseUrl: database.url }),
    ...(on === 'redis' && { redisUrl: redis.url }),
  };
  if (on) await process.call('start', settings);
  return {
    call: (name, params) => process.call(name, { ...settings, ...params }),
    cpu: () => ({
      worker: cpuOf(process.pid),
      ...(on === 'postgres' && { postgres: postgres.cpu() }),
      ...(on === 'redis' && { redis: redis.cpu() }),
    }),
    async stop() {
      await process.stop();
      await database?.drop();
    },
  };
}

/**
 * Measures how many jobs a peer runs per second, and the CPU time of each. The same number of jobs warms it
 * up first.
 */
export async function peerJobs(context, { count, ...options }) {
  const peer = await startPeer(context, options);
  try {
    await peer.call('jobs', { count });
    if (options.on === 'postgres') await context.postgres.settle();
    const before = peer.cpu();
    const ms = await peer.call('jobs', { count });
    return { rate: (count / ms) * 1_000, cpu: cpuPer(count, before, peer.cpu()) };
  } finally {
    await peer.stop();
  }
}
