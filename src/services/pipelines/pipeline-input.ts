/** The form of a pipeline's fields, and rules for their combination. */
import { z } from 'zod';
import { loadAgentContracts } from '../../db/pipelines/load-pipeline.js';
import type { Queryable } from '../../db/system/queryable.js';
import { isStorable, toJsonb } from '../../db/system/to-jsonb.js';
import type { Columns } from '../../db/system/write-row.js';
import { parseDataSource } from '../../domain/expansion/grammar.js';
import { line, prose } from '../../domain/input-forms.js';
import type { Issue } from '../../domain/issue.js';
import { issuesOf } from '../../domain/parse-leniently.js';
import { type PipelineStep, pipelineDefinitionSchema } from '../../domain/pipeline/pipeline.js';
import { validatePipeline } from '../../domain/pipeline/validate-pipeline.js';
import { registeredSources } from '../../sources/registry.js';
import { stableKeyInput } from '../system/stable-key.js';

const fields = {
  key: stableKeyInput,
  name: line(200),
  description: prose(10_000).nullish(),
  enabled: z.boolean('must be true or false').nullish(),
  ...pipelineDefinitionSchema.shape,
};

export const createPipelineInput = z.strictObject(fields);
/** Only given fields change. */
export const updatePipelineInput = createPipelineInput.partial();
/** The steps alone, so that they are checked even if other fields are invalid. */
export const stepsInput = z.object({ steps: fields.steps });

export type PipelineFields = z.output<typeof createPipelineInput>;

/** Problems with the form. Problems of a step name the step. */
export function formIssues(error: z.ZodError, schema: z.ZodType, input: unknown): Issue[] {
  return issuesOf(error, schema).map(({ path, message }) => {
    const stepId = path[0] === 'steps' && path[1] !== undefined ? stepIdAt(input, path[1]) : undefined;
    return { path, message: stepId === undefined ? message : `Step ${JSON.stringify(stepId)}: ${message}` };
  });
}

function stepIdAt(input: unknown, index: string): string | undefined {
  const { steps } = input as { steps?: unknown };
  const step: unknown = Array.isArray(steps) ? steps[Number(index)] : undefined;
  const stepId = typeof step === 'object' && step !== null && 'stepId' in step ? step.stepId : undefined;
  return typeof stepId === 'string' ? stepId.slice(0, 100) : undefined;
}

/** Each run stores a copy of the steps. */
const MAX_STEPS_BYTES = 1024 * 1024;

/** Problems with steps whose form is valid: their graph, their agents, their size. */
export async function checkSteps(client: Queryable, steps: PipelineStep[]): Promise<Issue[]> {
  const agents = await loadAgentContracts(
    client,
    steps.map(({ agentId }) => agentId),
  );
  const issues = validatePipeline(
    { steps, retryConfig: null },
    {
      isDataSource: (text) => parseDataSource(text, registeredSources).kind !== 'literal',
      knownAgents: new Set(agents.keys()),
    },
  );
  // Steps that are nested too deeply are not measured either.
  if (issues.length > 0) return issues;
  if (Buffer.byteLength(JSON.stringify(steps)) > MAX_STEPS_BYTES)
    return [{ path: ['steps'], message: `The steps are larger than ${MAX_STEPS_BYTES / 1024} KiB as JSON.` }];
  return steps.flatMap((step, index) => {
    const message = `Step "${step.stepId}" contains a NUL character or an unpaired surrogate, which cannot be stored.`;
    return isStorable(step) ? [] : [{ path: ['steps', String(index)], message }];
  });
}

/** The fields as columns. Null means the default; absent fields are left out. */
export function pipelineColumns({ steps, retryConfig, enabled, ...plain }: Partial<PipelineFields>): Columns {
  return {
    ...plain,
    ...(enabled !== undefined && { enabled: enabled ?? true }),
    ...(steps !== undefined && { steps: toJsonb(steps) }),
    ...(retryConfig !== undefined && { retryConfig: toJsonb(retryConfig) }),
  };
}
