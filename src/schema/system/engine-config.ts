import { ENGINE_SETTINGS, type EngineConfig as StoredConfig } from '../../domain/config/engine-config.js';
import {
  type EngineConfiguration,
  getEngineConfig,
  updateEngineConfig,
} from '../../services/system/engine-config.js';
import { builder } from '../builder.js';
import { actorOf } from '../context.js';
import { answer, resultUnion } from '../types/errors.js';

/** What each setting does, for whoever reads the schema. */
const DESCRIPTIONS: Record<keyof StoredConfig, string> = {
  pollIntervalMs:
    'Due schedules are looked for at least this often, whatever woke the engine or did not. Wins over scheduler.checkInterval.',
  maxConcurrent:
    'Requests to agents under way at once, per worker. Wins over httpClient.maxConcurrentRequests; CALLBOARD_MAX_CONCURRENT of a worker wins over both.',
  maxJitterMs: 'After downtime, late schedules claimed together are spread over this.',
  jitterThreshold: 'Late schedules claimed together before they are spread.',
  heartbeatIntervalMs:
    'How often agents are expected to write lastHeartbeat, and how often workers store a snapshot of their machine.',
  orphanCheckIntervalMs:
    'How often everything is checked for work that got lost. Wins over scheduler.orphanCheckInterval.',
  deadHeartbeatThreshold: 'Heartbeats that an agent misses before it counts as dead.',
  claimBatchSize: 'Schedules claimed in one transaction.',
  lockTtlMs:
    'How long a worker that is not heard of keeps what it holds: its lease, renewed every third of this.',
};

const EngineSettings = builder.objectRef<EngineConfiguration['inForce']>('EngineSettings').implement({
  fields: (t) =>
    Object.fromEntries(
      ENGINE_SETTINGS.map((name) => [name, t.exposeInt(name, { description: DESCRIPTIONS[name] })]),
    ),
});

const EngineConfig = builder.objectRef<EngineConfiguration>('EngineConfig').implement({
  description:
    'How workers go about their work, under the names that Genie and Cronicorn use. In force at once.',
  fields: (t) => ({
    ...Object.fromEntries(
      ENGINE_SETTINGS.map((name) => [
        name,
        t.int({
          nullable: true,
          description: 'As set; null: it is not.',
          resolve: ({ set }) => set[name] ?? null,
        }),
      ]),
    ),
    inForce: t.field({
      type: EngineSettings,
      description: 'With what the scheduler’s settings and the defaults say where nothing is set.',
      resolve: ({ inForce }) => inForce,
    }),
    fallback: t.field({
      type: EngineSettings,
      description: 'What would be in force if nothing were set.',
      resolve: (config) => config.fallback,
    }),
  }),
});

const UpdateEngineConfigInput = builder.inputType('UpdateEngineConfigInput', {
  description: 'What is left out stays as it is; null: not set any more.',
  fields: (t) =>
    Object.fromEntries(ENGINE_SETTINGS.map((name) => [name, t.int({ description: DESCRIPTIONS[name] })])),
});

builder.queryField('engineConfig', (t) =>
  t.field({
    type: EngineConfig,
    resolve: (_root, _args, { services }) => getEngineConfig(services.pool),
  }),
);

builder.mutationField('updateEngineConfig', (t) =>
  t.field({
    type: resultUnion('UpdateEngineConfig', EngineConfig),
    authScopes: { admin: true },
    args: { input: t.arg({ type: UpdateEngineConfigInput, required: true }) },
    resolve: (_root, { input }, context) =>
      answer(updateEngineConfig(context.services, actorOf(context), input), (config) => config),
  }),
);
