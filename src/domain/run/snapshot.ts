import { z } from 'zod';
import { ENVIRONMENTS } from '../agent/environment.js';
import { isObject, type JsonObject } from '../json.js';
import { pipelineDefinitionSchema } from '../pipeline/pipeline.js';
import { retryConfigSchema } from '../retry/retry.js';
import { requirementsSchema } from '../worker/requirements.js';

/** A pipeline as a run stores it. */
export const pipelineSnapshotSchema = pipelineDefinitionSchema.extend({ id: z.string(), name: z.string() });

export type PipelineSnapshot = z.infer<typeof pipelineSnapshotSchema>;

/**
 * The schedule (or the call without one) at the time when its run was created, with the pipeline if
 * that is its target. The run uses this snapshot, whatever happens to the schedule or pipeline
 * afterward.
 */
export const snapshotSchema = z.object({
  scheduleName: z.string().nullable(),
  /**
   * What is in it is JSON, since it comes from the database. Checking that again for each run would cost more
   * than the rest.
   */
  params: z.custom<JsonObject>(isObject, 'must be an object'),
  retryConfig: retryConfigSchema.nullable(),
  /** Milliseconds for one attempt, from its first send. Null uses the agent's value. */
  timeout: z.number().int().positive().nullable(),
  /** Milliseconds from a job's release to its start. Null uses the agent's value. */
  maxQueueTime: z.number().int().positive().nullish(),
  /** Milliseconds that the whole run may last. Null if not limited. */
  zombieThresholdMs: z.number().int().positive().nullish(),
  priority: z.number().int(),
  /** Requirements for workers, beyond those of agent and step. */
  requirements: requirementsSchema.nullish(),
  /** The environment whose agent versions are used. Absent means production. */
  environment: z.enum(ENVIRONMENTS).nullish(),
  /** Null if the target is an agent, or the slot does not run. */
  pipeline: pipelineSnapshotSchema.nullable().default(null),
});

export type Snapshot = z.infer<typeof snapshotSchema>;

/** A snapshot without its target. */
export type ScheduleSettings = Omit<Snapshot, 'pipeline'>;
