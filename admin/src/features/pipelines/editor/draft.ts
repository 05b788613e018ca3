/** The draft of a pipeline: texts that may not be valid yet, and steps that keep their key when they are renamed. */
import { parseJsonText } from '../../../components/code/json-editor.js';
import {
  changesOf,
  choice,
  type DraftField,
  type DraftOf,
  duration,
  emptyDraft,
  json,
  retries,
  sendDraft,
  showDraft,
  text,
  whole,
} from '../../../components/forms/draft.js';
import { newRequestKey } from '../../../lib/graphql/request-key.js';
import type { Issue } from '../../../lib/graphql/use-action.js';
import type {
  CreatePipelineInput,
  PipelineEditorFieldsFragment,
  PipelineStepInput,
  RunIf,
} from './pipeline-editor.generated.js';

/** Invalid JSON is kept as typed, so that the JSON view shows it. */
const typedJson = (empty: string, path?: string): DraftField<string> => ({
  ...json({ empty, ...(path && { path }) }),
  send(value, refuse) {
    const read = parseJsonText(value);
    if (read.kind === 'ok') return read.value ?? null;
    refuse(read.message);
    return value;
  },
});

const PIPELINE = {
  name: text({ otherwise: '' }),
  key: text(),
  description: text(),
  enabled: choice<boolean>(true),
  retry: retries('retryConfig'),
};

const STEP = {
  stepId: text({ otherwise: '' }),
  agentId: text({ otherwise: '' }),
  parallel: choice<boolean>(true),
  runIf: choice<RunIf>('ALL_SUCCEEDED'),
  dependencyTimeout: duration(),
  params: typedJson('{}'),
  retry: retries('retryConfig'),
  timeout: duration(),
  maxQueueTime: duration(),
  priority: whole(),
  requirements: typedJson(''),
};

const LOOP = {
  to: text({ path: 'loop.to', otherwise: '' }),
  maxTurns: whole({ path: 'loop.maxTurns', otherwise: 0 }),
  path: text({ path: 'loop.while.path', otherwise: '' }),
  equals: typedJson('', 'loop.while.equals'),
};

/** `to` is the key of a step, or a name that no step has. */
export type LoopDraft = DraftOf<typeof LOOP>;

export interface StepDraft extends DraftOf<typeof STEP> {
  /** Used only in this editor: other steps refer to it, so that the step can be renamed. */
  key: string;
  /** Keys of steps, and names that no step has. */
  dependsOn: readonly string[];
  loop: LoopDraft | null;
}

export interface PipelineDraft extends DraftOf<typeof PIPELINE> {
  steps: readonly StepDraft[];
}

export const NEW_PIPELINE: PipelineDraft = { ...emptyDraft(PIPELINE), steps: [] };

/** No stepId can begin like this. */
export const newKey = () => `#${newRequestKey()}`;

export function newStep(stepId: string, agentId: string): StepDraft {
  return { ...emptyDraft(STEP), key: newKey(), stepId, agentId, dependsOn: [], loop: null };
}

export function draftOf(pipeline: PipelineEditorFieldsFragment): PipelineDraft {
  const keys = new Map(pipeline.steps.map(({ stepId }) => [stepId, newKey()]));
  const keyOf = (stepId: string) => keys.get(stepId) ?? stepId;
  const steps = pipeline.steps.map((step): StepDraft => {
    const { stepId, dependsOn, loop } = step;
    const equals = loop?.while ? JSON.stringify(loop.while.equals ?? null) : '';
    return {
      ...showDraft(STEP, step),
      key: keyOf(stepId),
      dependsOn: dependsOn.map(keyOf),
      loop: loop && { ...showDraft(LOOP, step), to: keyOf(loop.to), equals },
    };
  });
  return { ...showDraft(PIPELINE, pipeline), steps };
}

export interface ReadPipeline {
  input: CreatePipelineInput;
  /** Problems that prevent sending the draft. The server reports all others. */
  issues: Issue[];
}

/** What an empty draft sends is left out, except for what the API requires. */
const { name: _name, ...PIPELINE_DEFAULTS } = sendDraft<CreatePipelineInput>(PIPELINE, {}).input;
const {
  stepId: _stepId,
  agentId: _agentId,
  parallel: _parallel,
  ...STEP_DEFAULTS
} = sendDraft<PipelineStepInput>(STEP, {}).input;

/** The input of the mutation, without default values. */
export function readPipeline(draft: PipelineDraft): ReadPipeline {
  const { input, issues } = sendDraft<CreatePipelineInput>(PIPELINE, draft);
  const names = new Map(draft.steps.map(({ key, stepId }) => [key, stepId]));
  const read = draft.steps.map((step) => readStep(step, (key) => names.get(key) ?? key));
  const ofSteps = read.flatMap((step, index) =>
    step.issues.map(({ path, message }) => ({ path: ['steps', String(index), ...path], message })),
  );
  const steps = read.map((step) => step.input);
  return {
    input: { ...changesOf(PIPELINE_DEFAULTS, input), name: input.name, steps },
    issues: [...issues, ...ofSteps],
  };
}

function readStep(step: StepDraft, nameOf: (key: string) => string) {
  const { dependsOn, loop } = step;
  const fields = { ...STEP, ...(loop && LOOP) };
  const { input, issues } = sendDraft<PipelineStepInput>(fields, { ...step, ...loop });
  if (loop && input.loop) {
    input.loop.to = nameOf(loop.to);
    // Without a condition, the loop always runs all its turns.
    if (!loop.path.trim() && !loop.equals.trim()) delete input.loop.while;
  }
  const { stepId, agentId, parallel } = input;
  const names = dependsOn.length > 0 && { dependsOn: dependsOn.map(nameOf) };
  return { input: { stepId, agentId, ...names, parallel, ...changesOf(STEP_DEFAULTS, input) }, issues };
}
