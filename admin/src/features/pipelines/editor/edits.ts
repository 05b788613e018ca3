/** Changes of the steps of a pipeline, as pure functions from one draft to the next. */
import { newStep, type PipelineDraft, type StepDraft } from './draft.js';

/**
 * Adds a step that calls the agent, after the step with the key `after`. If that is omitted, the step
 * is added at the end, without dependencies.
 */
export function addStep(
  draft: PipelineDraft,
  { agentId, after }: { agentId: string; after?: string | undefined },
): { draft: PipelineDraft; key: string } {
  const place = draft.steps.findIndex(({ key }) => key === after);
  const taken = new Set(draft.steps.map(({ stepId }) => stepId));
  const step: StepDraft = {
    ...newStep(freeName(agentId, taken), agentId),
    dependsOn: place < 0 || after === undefined ? [] : [after],
  };
  const steps = place < 0 ? [...draft.steps, step] : draft.steps.toSpliced(place + 1, 0, step);
  return { draft: { ...draft, steps }, key: step.key };
}

/** `analysis`, `analysis-2` and so on, with the characters that a stepId allows. */
function freeName(wanted: string, taken: ReadonlySet<string>): string {
  const name = wanted.replace(/[^A-Za-z0-9._-]+/g, '-').slice(0, 90) || 'step';
  if (!taken.has(name)) return name;
  let number = 2;
  while (taken.has(`${name}-${number}`)) number += 1;
  return `${name}-${number}`;
}

export function changeStep(draft: PipelineDraft, key: string, changed: Partial<StepDraft>): PipelineDraft {
  return { ...draft, steps: draft.steps.map((step) => (step.key === key ? { ...step, ...changed } : step)) };
}

/**
 * Removes a step. Steps that depended on it now depend on its dependencies, so that the order of the others is kept.
 */
export function removeStep(draft: PipelineDraft, key: string): PipelineDraft {
  const gone = draft.steps.find((step) => step.key === key);
  if (!gone) return draft;
  const steps = draft.steps
    .filter((step) => step !== gone)
    .map((step): StepDraft => {
      const dependsOn = step.dependsOn.flatMap((other) => (other === key ? gone.dependsOn : [other]));
      return {
        ...step,
        dependsOn: [...new Set(dependsOn)].filter((other) => other !== step.key),
        loop: step.loop?.to === key ? null : step.loop,
      };
    });
  return { ...draft, steps };
}

/** Moves a step in the list, whose order decides which of two ready steps starts first. */
export function moveStep(draft: PipelineDraft, key: string, by: -1 | 1): PipelineDraft {
  const from = draft.steps.findIndex((step) => step.key === key);
  const step = draft.steps[from];
  const to = from + by;
  if (!step || to < 0 || to >= draft.steps.length) return draft;
  return { ...draft, steps: draft.steps.toSpliced(from, 1).toSpliced(to, 0, step) };
}

/** Whether `to` can depend on `from`: both exist, it does not yet, and there would be no cycle. */
export function canConnect({ steps }: PipelineDraft, from: string, to: string): boolean {
  const target = steps.find(({ key }) => key === to);
  if (from === to || !target || !steps.some(({ key }) => key === from)) return false;
  return !target.dependsOn.includes(from) && !waitsFor(steps, from, to);
}

export function connect(draft: PipelineDraft, from: string, to: string): PipelineDraft {
  if (!canConnect(draft, from, to)) return draft;
  const target = draft.steps.find(({ key }) => key === to);
  return changeStep(draft, to, { dependsOn: [...(target?.dependsOn ?? []), from] });
}

export function disconnect(draft: PipelineDraft, from: string, to: string): PipelineDraft {
  const target = draft.steps.find(({ key }) => key === to);
  if (!target) return draft;
  return changeStep(draft, to, { dependsOn: target.dependsOn.filter((key) => key !== from) });
}

/** Whether `key` depends on `other`, directly or indirectly. */
export function waitsFor(steps: readonly StepDraft[], key: string, other: string): boolean {
  const byKey = new Map(steps.map((step) => [step.key, step]));
  const seen = new Set<string>();
  const open = [key];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (seen.has(next)) continue;
    seen.add(next);
    const before = byKey.get(next)?.dependsOn ?? [];
    if (before.includes(other)) return true;
    open.push(...before);
  }
  return false;
}
