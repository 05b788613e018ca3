import { createEngine } from '../../src/engine/engine.js';
import type { Engine } from '../../src/engine/engine-options.js';
import type { ClaimSizes } from '../../src/engine/schedule/claim-sizes.js';
import { createEgressGuard } from '../../src/http/client/egress-guard.js';
import { createHttpClient } from '../../src/http/client/http-client.js';
import type { Listener } from '../../src/runtime/database/listener.js';
import { uuidv7 } from '../../src/runtime/ids.js';
import { createSecretBox } from '../../src/runtime/secrets/secret-box.js';
import type { Logger } from '../../src/runtime/telemetry/logger.js';
import { Registry } from '../../src/runtime/telemetry/metrics.js';
import { createGatedPool } from './gated-pool.js';
import { createSimulatedLease } from './simulated-lease.js';
import type { SimulatedNetwork } from './simulated-network.js';
import type { SimulatedQueue } from './simulated-queue.js';
import type { Actor, Simulator } from './simulator.js';

/** Length of a lease, and interval of recovery, by the virtual clock. */
export const LEASE_MS = 6_000;
const SAFETY_NET_MS = 2_000;

const SECRET_KEY = Buffer.alloc(32, 7);

export interface SimulatedWorker extends Actor {
  id: string;
  engine: Engine;
  /** Passes a notification on. */
  notify(channel: string, payload?: string): void;
}

/** The engine wired as in `worker.ts`. The simulator decides when its effects on the outside happen. */
export function startSimulatedWorker(
  simulator: Simulator,
  {
    url,
    name,
    network,
    queue,
    claimSizes,
  }: {
    url: string;
    name: string;
    network: SimulatedNetwork;
    queue: SimulatedQueue;
    claimSizes?: ClaimSizes | undefined;
  },
): SimulatedWorker {
  const actor: Actor = { name, alive: true, stoppedUntil: 0 };
  const callbacks = new Map<string, (payloads: readonly string[]) => unknown>();
  const listener: Listener = {
    async listen(channel, onNotify) {
      callbacks.set(channel, onNotify);
    },
    close: async () => {},
  };
  const pool = createGatedPool(simulator, actor, { url, writer: 'engine', max: 10 });
  const guard = createEgressGuard({ allow: ['127.0.0.0/8'] });
  const id = uuidv7();
  const engine = createEngine({
    databaseUrl: url,
    pool,
    dataSources: { pool: createGatedPool(simulator, actor, { url, searchPath: 'public', max: 2 }) },
    listener,
    queues: queue.of(actor),
    invoker: network.invokerOf(actor),
    http: createHttpClient({ guard }),
    guard,
    secretBox: createSecretBox(SECRET_KEY),
    secretKey: SECRET_KEY,
    publicUrl: 'http://127.0.0.1:4000',
    maxConcurrent: 3,
    registration: { id, host: 'simulated', pid: 1, version: 'test', capabilities: {} },
    leaseMs: LEASE_MS,
    safetyNetMs: SAFETY_NET_MS,
    claimSizes,
    keepLease: (options) => createSimulatedLease(simulator, options),
    registry: new Registry(),
    logger: loggerTo(simulator, name),
  });
  engine.start().catch((error: unknown) => simulator.note(`${name} does not start: ${error}`));
  return Object.assign(actor, {
    id,
    engine,
    notify: (channel: string, payload?: string) => void callbacks.get(channel)?.([payload ?? '']),
  });
}

/** Warnings and errors go into the trace. */
function loggerTo(simulator: Simulator, name: string): Logger {
  const note = (level: string) => (event: string, fields?: Record<string, unknown>) => {
    const err = fields?.err as { message?: string; code?: string } | undefined;
    simulator.note(`  ${name} ${level} ${event} ${err ? `${err.code ?? ''} ${err.message}` : ''}`);
  };
  const silent = () => {};
  const logger = {
    debug: silent,
    info: silent,
    warn: note('warn'),
    error: note('error'),
    child: () => logger,
  };
  return logger as unknown as Logger;
}
