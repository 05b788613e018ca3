/**
 * The draft of a pipeline: texts that may not be valid yet, and steps that keep their key when they
 * are renamed.
 */

import { parseJsonText } from '../../../components/code/json-editor.js';
import { showRetry } from '../../../components/forms/draft.js';
import type { RetryDraft } from '../../../components/forms/retry-fields.js';
import { newRequestKey } from '../../../lib/graphql/request-key.js';
import type { Issue } from '../../../lib/graphql/use-action.js';
import { writeDuration } from '../../../lib/text/duration-text.js';
import { texts } from '../texts/editor.js';
import type {
  CreatePipelineInput,
  PipelineEditorFieldsFragment,
  PipelineStepInput,
  RetryConfigInput,
  RunIf,
} from './pipeline-editor.generated.js';

export interface LoopDraft {
  /** Key of a step, or a name that no step has. */
  to: string;
  maxTurns: string;
  path: string;
  /** JSON. */
  equals: string;
}

export interface StepDraft {
  /** Used only in this editor: other steps refer to it, so that the step can be renamed. */
  key: string;
  stepId: string;
  agentId: string;
  /** Keys of steps, and names that no step has. */
  dependsOn: readonly string[];
  parallel: boolean;
  runIf: RunIf;
  dependencyTimeout: string;
  /** JSON. */
  params: string;
  retry: RetryDraft | null;
  timeout: string;
  maxQueueTime: string;
  priority: string;
  /** JSON. */
  requirements: string;
  loop: LoopDraft | null;
}

export interface PipelineDraft {
  name: string;
  /** Empty if the pipeline has no key. */
  key: string;
  description: string;
  enabled: boolean;
  retry: RetryDraft | null;
  steps: readonly StepDraft[];
}

export const NEW_PIPELINE: PipelineDraft = {
  name: '',
  key: '',
  description: '',
  enabled: true,
  retry: null,
  steps: [],
};

/** No stepId can begin like this. */
export const newKey = () => `#${newRequestKey()}`;

export function newStep(stepId: string, agentId: string): StepDraft {
  return {
    key: newKey(),
    stepId,
    agentId,
    dependsOn: [],
    parallel: true,
    runIf: 'ALL_SUCCEEDED',
    dependencyTimeout: '',
    params: '{}',
    retry: null,
    timeout: '',
    maxQueueTime: '',
    priority: '',
    requirements: '',
    loop: null,
  };
}

const durationText = (ms: number | null) => (ms === null ? '' : writeDuration(ms));
const jsonText = (value: unknown) =>
  value === null || value === undefined ? '' : JSON.stringify(value, null, 2);

export function draftOf({
  name,
  key,
  description,
  enabled,
  retryConfig,
  steps,
}: PipelineEditorFieldsFragment): PipelineDraft {
  const keys = new Map(steps.map(({ stepId }) => [stepId, newKey()]));
  const keyOf = (stepId: string) => keys.get(stepId) ?? stepId;
  return {
    name,
    key: key ?? '',
    description: description ?? '',
    enabled,
    retry: retryConfig && showRetry(retryConfig),
    steps: steps.map(
      (step): StepDraft => ({
        key: keyOf(step.stepId),
        stepId: step.stepId,
        agentId: step.agentId,
        dependsOn: step.dependsOn.map(keyOf),
        parallel: step.parallel,
        runIf: step.runIf,
        dependencyTimeout: durationText(step.dependencyTimeout),
        params: jsonText(step.params),
        retry: step.retryConfig && showRetry(step.retryConfig),
        timeout: durationText(step.timeout),
        maxQueueTime: durationText(step.maxQueueTime),
        priority: step.priority === null ? '' : String(step.priority),
        requirements: jsonText(step.requirements),
        loop: step.loop && {
          to: keyOf(step.loop.to),
          maxTurns: String(step.loop.maxTurns),
          path: step.loop.while?.path ?? '',
          equals: step.loop.while ? JSON.stringify(step.loop.while.equals ?? null) : '',
        },
      }),
    ),
  };
}

export interface ReadPipeline {
  input: CreatePipelineInput;
  /** Problems that prevent sending the draft. The server reports all others. */
  issues: Issue[];
}

/** The input of the mutation, without default values. */
export function readPipeline({ name, key, description, enabled, retry, steps }: PipelineDraft): ReadPipeline {
  const issues: Issue[] = [];
  const names = new Map(steps.map(({ key, stepId }) => [key, stepId]));
  const input: CreatePipelineInput = {
    name: name.trim(),
    ...(key.trim() && { key: key.trim() }),
    ...(description.trim() && { description: description.trim() }),
    ...(!enabled && { enabled }),
    ...(retry && { retryConfig: readRetry(retry, ['retryConfig'], issues) }),
    steps: steps.map((step, index) => readStep(step, names, ['steps', String(index)], issues)),
  };
  return { input, issues };
}

function readStep(
  step: StepDraft,
  names: ReadonlyMap<string, string>,
  at: string[],
  issues: Issue[],
): PipelineStepInput {
  const nameOf = (key: string) => names.get(key) ?? key;
  const { stepId, agentId, dependsOn, parallel, runIf, retry, loop } = step;
  const params = readJson(step.params, [...at, 'params'], issues);
  const requirements = readJson(step.requirements, [...at, 'requirements'], issues);
  const priority = readWhole(step.priority, [...at, 'priority'], issues);
  const isEmpty = typeof params === 'object' && params !== null && Object.keys(params).length === 0;
  return {
    stepId: stepId.trim(),
    agentId: agentId.trim(),
    ...(dependsOn.length > 0 && { dependsOn: dependsOn.map(nameOf) }),
    parallel,
    ...(runIf !== 'ALL_SUCCEEDED' && { runIf }),
    ...(step.dependencyTimeout.trim() && { dependencyTimeout: step.dependencyTimeout.trim() }),
    ...(params !== undefined && !isEmpty && { params }),
    ...(retry && { retryConfig: readRetry(retry, [...at, 'retryConfig'], issues) }),
    ...(step.timeout.trim() && { timeout: step.timeout.trim() }),
    ...(step.maxQueueTime.trim() && { maxQueueTime: step.maxQueueTime.trim() }),
    ...(priority !== undefined && { priority }),
    ...(requirements !== undefined && { requirements }),
    ...(loop && {
      loop: {
        to: nameOf(loop.to),
        maxTurns: readWhole(loop.maxTurns, [...at, 'loop', 'maxTurns'], issues) ?? 0,
        // Without a condition, the loop always runs all its turns.
        ...((loop.path.trim() || loop.equals.trim()) && {
          while: {
            path: loop.path.trim(),
            equals: readJson(loop.equals, [...at, 'loop', 'while', 'equals'], issues) ?? null,
          },
        }),
      },
    }),
  };
}

function readRetry(retry: RetryDraft, at: string[], issues: Issue[]): RetryConfigInput {
  return {
    maxRetries: readWhole(retry.maxRetries, [...at, 'maxRetries'], issues) ?? 0,
    backoff: retry.backoff,
    delay: retry.delay.trim(),
    ...(retry.maxDelay.trim() && { maxDelay: retry.maxDelay.trim() }),
    ...(retry.jitter !== 'NONE' && { jitter: retry.jitter }),
  };
}

function readWhole(text: string, path: string[], issues: Issue[]): number | undefined {
  if (text.trim() === '') return undefined;
  const number = Number(text);
  if (Number.isInteger(number) && Math.abs(number) < 2 ** 31) return number;
  issues.push({ path, message: texts.problems.notAnInteger });
  return undefined;
}

/** Invalid JSON is kept as typed and reported. */
function readJson(text: string, path: string[], issues: Issue[]): unknown {
  const read = parseJsonText(text);
  if (read.kind === 'ok') return read.value;
  issues.push({ path, message: read.message });
  return text;
}
