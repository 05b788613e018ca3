import { insertSnapshot } from '../../db/workers/worker-snapshots.js';
import { createLoop, type Loop } from '../../runtime/loop.js';
import { createMachineProbe } from '../../runtime/machine-probe.js';
import type { EngineContext } from '../engine-context.js';
import type { LocalWorker } from '../local-worker.js';

/** The first snapshot measures the processors for this long. A shorter measurement would be meaningless. */
const FIRST_MS = 1_000;

/** Stores the load of this machine every `heartbeatIntervalMs`. */
export function createSnapshotLoop(
  { pool, directory, logger }: EngineContext,
  { id, dispatcher }: LocalWorker,
): Loop {
  const probe = createMachineProbe();
  let first = true;
  const loop = createLoop({
    name: 'snapshot',
    logger,
    async runOnce() {
      const { heartbeatIntervalMs } = await directory.engine();
      if (first) {
        first = false;
        return Math.min(FIRST_MS, heartbeatIntervalMs);
      }
      await insertSnapshot(pool, id, probe.read(), dispatcher.unanswered().length);
      return heartbeatIntervalMs;
    },
  });
  return {
    ...loop,
    async stop() {
      await loop.stop();
      probe.stop();
    },
  };
}
