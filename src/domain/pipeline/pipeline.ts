/** The stored form of a pipeline. `validate-pipeline.ts` checks how its steps fit together. */
import { z } from 'zod';
import { parseDuration } from '../duration.js';
import { isObject, type Json, type JsonObject } from '../json.js';
import { retryConfigSchema } from '../retry/retry.js';
import { requirementsSchema } from '../worker/requirements.js';
import { parseJsonPath } from './json-path.js';

/** When a step starts, depending on how its dependencies ended; otherwise it is skipped. */
export const RUN_IFS = ['all_succeeded', 'all_done', 'any_succeeded', 'any_failed'] as const;
export type RunIf = (typeof RUN_IFS)[number];

/** Longest duration of an `integer` column, in milliseconds: 24 days. */
const MAX_MS = 2_147_483_647;
const MAX_TURNS = 1_000;

const orNull = <T>(type: z.ZodType<T>) => type.nullish().transform((value) => value ?? null);
/** An absent value, or null, becomes the default. */
const orElse = <T>(type: z.ZodType<T>, otherwise: NoInfer<T>) =>
  type.nullish().transform((value) => value ?? otherwise);

const duration = z
  .union([z.number(), z.string()], 'must be milliseconds or a duration such as "30s"')
  .transform((value, context) => {
    const parsed = parseDuration(value);
    if (parsed.kind === 'ok' && parsed.ms > 0 && parsed.ms <= MAX_MS) return parsed.ms;
    const outside = 'must be more than 0 and at most 24 days';
    context.addIssue({ code: 'custom', message: parsed.kind === 'error' ? parsed.message : outside });
    return z.NEVER;
  })
  .meta({ title: 'Duration' });

const wholeNumber = (min: number, max: number, message: string) =>
  z.number(message).int(message).min(min, message).max(max, message);

// Not z.record, which silently drops a key "__proto__". And z.json() overflows the stack on deep input.
const jsonObject = z.custom<JsonObject>(isObject, 'must be an object').meta({ type: 'object' });
const jsonValue = z.custom<Json>((value) => value !== undefined, 'is required: any JSON value');

const stepId = z
  .string('must be a string')
  .regex(/^[A-Za-z0-9._-]{1,100}$/, 'must be 1 to 100 letters, digits, ".", "_" or "-"');

const reference = (max: number) =>
  z.string('must be a string').min(1, 'must not be empty').max(max, `is longer than ${max} characters`);

const loop = z.strictObject({
  /** The step at which the next turn begins: an ancestor, or the loop's step itself. */
  to: reference(100),
  maxTurns: wholeNumber(
    1,
    MAX_TURNS,
    `must be a whole number from 1 to ${MAX_TURNS.toLocaleString('en')}: the maximum number of turns, including the first`,
  ),
  /**
   * Another turn begins while the result of the loop's step has this value at the path. Null runs all
   * turns up to `maxTurns`.
   */
  while: orNull(
    z.strictObject({
      path: z
        .string('must be a string')
        .refine(
          (text) => parseJsonPath(text) !== null,
          'must be a path into the result such as "review.approved" or "items[0].ok"',
        ),
      equals: jsonValue,
    }),
  ),
});

export const pipelineStepSchema = z.strictObject({
  /** Names the step within its pipeline. */
  stepId,
  agentId: reference(128),
  /** Steps that must end before this one is decided. */
  dependsOn: orElse(z.array(reference(100), 'must be a list of stepIds'), []),
  /** `false`: runs alone within its context. */
  parallel: z.boolean('must be true or false'),
  runIf: orElse(z.enum(RUN_IFS, `must be one of ${RUN_IFS.join(', ')}`), 'all_succeeded'),
  /** How long it waits for its dependencies, in ms. Null if not limited. */
  dependencyTimeout: orNull(duration),
  /** Override the schedule's. */
  params: orElse(jsonObject, {}),
  /** Null uses the schedule's, otherwise the agent's. */
  retryConfig: orNull(retryConfigSchema),
  /** One attempt from its first send, in ms. Null uses the schedule's, otherwise the agent's. */
  timeout: orNull(duration),
  /** From a job's release to its start, in ms. Null uses the schedule's, otherwise the agent's. */
  maxQueueTime: orNull(duration),
  /** Null uses the schedule's. */
  priority: orNull(wholeNumber(-MAX_MS - 1, MAX_MS, 'must be a whole number that fits in 32 bits')),
  /** Requirements for workers; override the schedule's and the agent's. */
  requirements: orNull(requirementsSchema),
  loop: orNull(loop),
});

export const pipelineDefinitionSchema = z.strictObject({
  steps: z.array(pipelineStepSchema, 'must be a list of steps'),
  /** Repeats a failed context from its beginning, after the steps' own retries. */
  retryConfig: orNull(retryConfigSchema),
});

/** One agent call of a pipeline, as in `Pipeline.steps`. */
export type PipelineStep = z.output<typeof pipelineStepSchema>;
export type PipelineDefinition = z.output<typeof pipelineDefinitionSchema>;
export type StepLoop = z.output<typeof loop>;
