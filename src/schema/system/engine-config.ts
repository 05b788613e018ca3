import { ENGINE_SETTINGS, type EngineConfig as StoredConfig } from '../../domain/config/engine-config.js';
import {
  type EngineConfiguration,
  getEngineConfig,
  updateEngineConfig,
} from '../../services/system/engine-config.js';
import { builder } from '../builder.js';
import { actorOf } from '../context.js';
import { answer, resultUnion } from '../types/errors.js';

/** Descriptions of the settings. */
const DESCRIPTIONS: Record<keyof StoredConfig, string> = {
  pollIntervalMs:
    'Longest time between two checks for due schedules, in milliseconds, from 1,000 to 86,400,000. Overrides `scheduler.checkInterval`.',
  maxConcurrent:
    'Maximum number of requests to agents at once, per worker, from 1 to 10,000. Overrides `httpClient.maxConcurrentRequests`; the environment variable `CALLBOARD_MAX_CONCURRENT` of a worker overrides both.',
  maxJitterMs:
    'After downtime, overdue schedules that are claimed together are spread over this time, in milliseconds, up to 3,600,000. Defaults to 30,000.',
  jitterThreshold:
    'Number of overdue schedules claimed together from which they are spread, up to 100,000. Defaults to 3.',
  heartbeatIntervalMs:
    'How often agents are expected to write `lastHeartbeat`, and workers store a snapshot of their machine, in milliseconds, from 1,000 to 86,400,000. Defaults to 60,000.',
  orphanCheckIntervalMs:
    'How often recovery looks for interrupted work, in milliseconds, from 1,000 to 86,400,000. Overrides `scheduler.orphanCheckInterval`.',
  deadHeartbeatThreshold:
    'Number of missed heartbeats after which an agent counts as dead, from 1 to 1,000. Defaults to 2.',
  claimBatchSize: 'Number of schedules claimed in one transaction, from 1 to 10,000. Defaults to 500.',
  lockTtlMs:
    'How long a worker keeps its lease without renewing it, in milliseconds, from 3,000 to 3,600,000. It is renewed every third of this time. Defaults to 30,000.',
};

const EngineSettings = builder.objectRef<EngineConfiguration['inForce']>('EngineSettings').implement({
  description: 'Settings of the workers.',
  fields: (t) =>
    Object.fromEntries(
      ENGINE_SETTINGS.map((name) => [name, t.exposeInt(name, { description: DESCRIPTIONS[name] })]),
    ),
});

const EngineConfig = builder.objectRef<EngineConfiguration>('EngineConfig').implement({
  description:
    'Settings of the workers. Changes take effect immediately. Each setting overrides its counterpart in `schedulerConfig`.',
  fields: (t) => ({
    ...Object.fromEntries(
      ENGINE_SETTINGS.map((name) => [
        name,
        t.int({
          nullable: true,
          description: `${DESCRIPTIONS[name]} Null if not set.`,
          resolve: ({ set }) => set[name] ?? null,
        }),
      ]),
    ),
    inForce: t.field({
      type: EngineSettings,
      description: 'The values in effect: what is set, otherwise `schedulerConfig`, otherwise the defaults.',
      resolve: ({ inForce }) => inForce,
    }),
    fallback: t.field({
      type: EngineSettings,
      description: 'The values that would be in effect if nothing were set.',
      resolve: (config) => config.fallback,
    }),
  }),
});

const UpdateEngineConfigInput = builder.inputType('UpdateEngineConfigInput', {
  description:
    'Changes to the settings of the workers. Omitted settings keep their value; null clears a setting.',
  fields: (t) =>
    Object.fromEntries(ENGINE_SETTINGS.map((name) => [name, t.int({ description: DESCRIPTIONS[name] })])),
});

builder.queryField('engineConfig', (t) =>
  t.field({
    type: EngineConfig,
    description: 'Settings of the workers.',
    resolve: (_root, _args, { services }) => getEngineConfig(services.pool),
  }),
);

builder.mutationField('updateEngineConfig', (t) =>
  t.field({
    type: resultUnion(EngineConfig),
    description: 'Changes the settings of the workers.',
    authScopes: { admin: true },
    args: { input: t.arg({ type: UpdateEngineConfigInput, required: true, description: 'The changes.' }) },
    resolve: (_root, { input }, context) =>
      answer(updateEngineConfig(context.services, actorOf(context), input), (config) => config),
  }),
);
