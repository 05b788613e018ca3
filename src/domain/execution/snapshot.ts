import { z } from 'zod';
import { ENVIRONMENTS } from '../agent/environment.js';
import { pipelineDefinitionSchema } from '../pipeline/pipeline.js';
import { retryConfigSchema } from '../retry/retry.js';
import { requirementsSchema } from '../worker/requirements.js';

/** A pipeline as an execution remembers it. */
export const pipelineSnapshotSchema = pipelineDefinitionSchema.extend({ id: z.string(), name: z.string() });

export type PipelineSnapshot = z.infer<typeof pipelineSnapshotSchema>;

/**
 * The schedule (or the ad-hoc call) as it was when its execution came to be, with the pipeline where that is its target.
 * Work in flight goes on from this, whatever happens to either afterwards.
 */
export const snapshotSchema = z.object({
  scheduleName: z.string().nullable(),
  params: z.record(z.string(), z.json()),
  retryConfig: retryConfigSchema.nullable(),
  /** milliseconds for one attempt, from its first send; null: the agent's */
  timeout: z.number().int().positive().nullable(),
  /** milliseconds from a job's release to its start; null: the agent's */
  maxQueueTime: z.number().int().positive().nullish(),
  /** milliseconds that the run may last as a whole; null: as long as it takes */
  zombieThresholdMs: z.number().int().positive().nullish(),
  priority: z.number().int(),
  /** what a worker must be able to do, beyond what agent and step ask for */
  requirements: requirementsSchema.nullish(),
  /** whose versions of agents are asked for; absent: production's */
  environment: z.enum(ENVIRONMENTS).nullish(),
  /** null: an agent is called. Of a slot that does not run, too. */
  pipeline: pipelineSnapshotSchema.nullable().default(null),
});

export type Snapshot = z.infer<typeof snapshotSchema>;

/** A snapshot but for its target. */
export type ScheduleSettings = Omit<Snapshot, 'pipeline'>;
