import { didYouMean } from '../did-you-mean.js';
import type { Issue } from '../issue.js';
import type { Json } from '../json.js';
import type { PipelineDefinition, PipelineStep } from './pipeline.js';
import {
  type Dependencies,
  findLoopBodies,
  type LoopBody,
  linkSteps,
  loopsAround,
  placesOf,
  sortSteps,
  withLoopEnds,
} from './topology.js';

/** A pipeline with more steps than this should be a program. */
const MAX_STEPS = 1_000;
/**
 * A turn number is below the product of `maxTurns` of all loops around the step: three times 1,000
 * fits into 32 bits.
 */
const MAX_LOOP_DEPTH = 3;
const MAX_ISSUES = 1_000;
const MAX_PARAM_DEPTH = 100;
/** Limits the suggestions, each of which compares every known name. */
const MAX_SUGGESTIONS = 10;

/** What a pipeline is checked against. */
export interface PipelineSurroundings {
  /** Whether a text in params would be read as a data source, well-formed or not. */
  readonly isDataSource: (text: string) => boolean;
  /** Ids of the registered agents. */
  readonly knownAgents: ReadonlySet<string>;
}

/**
 * All problems of a pipeline, each with its step. Empty if it is valid. Loops can only be checked if
 * the dependencies have no cycle.
 */
export function validatePipeline({ steps }: PipelineDefinition, known: PipelineSurroundings): Issue[] {
  if (steps.length === 0) return [{ path: ['steps'], message: 'A pipeline needs at least one step.' }];
  if (steps.length > MAX_STEPS) {
    const message = `A pipeline can have at most ${MAX_STEPS.toLocaleString('en')} steps; this one has ${steps.length.toLocaleString('en')}.`;
    return [{ path: ['steps'], message }];
  }
  const dependencies = linkSteps(steps);
  const { order, cycles } = sortSteps(dependencies);
  const issues = [
    ...stepIssues(steps, known),
    ...cycles.map((cycle) => cycleIssue(steps, cycle)),
    ...(cycles.length > 0 ? [] : loopIssues(steps, dependencies, order)),
  ];
  if (issues.length <= MAX_ISSUES) return issues;
  const left = issues.length - MAX_ISSUES;
  const message = left === 1 ? 'There is 1 more problem.' : `There are ${left} more problems.`;
  return [...issues.slice(0, MAX_ISSUES), { path: ['steps'], message }];
}

/** The problems of each step on its own. */
function stepIssues(
  steps: readonly PipelineStep[],
  { isDataSource, knownAgents }: PipelineSurroundings,
): Issue[] {
  const places = placesOf(steps);
  const suggest = limitedSuggestions();
  return steps.flatMap((step, place) => {
    const { stepId, agentId, loop } = step;
    const issues: Issue[] = [];
    const first = places.get(stepId);
    if (first !== place) {
      const message = `Step "${stepId}" is defined twice, as number ${(first ?? 0) + 1} and number ${place + 1}. Rename one of them.`;
      issues.push(issueAt(place, ['stepId'], message));
    }
    if (!knownAgents.has(agentId)) {
      const message = `Step "${stepId}": there is no agent ${quote(agentId)}.${suggest(agentId, knownAgents)}`;
      issues.push(issueAt(place, ['agentId'], message));
    }
    if (loop && !places.has(loop.to)) {
      const message = `Step "${stepId}" loops to ${quote(loop.to)}, which is not a step of this pipeline.${suggest(loop.to, places.keys())}`;
      issues.push(issueAt(place, ['loop', 'to'], message));
    }
    return [
      ...issues,
      ...dependencyIssues(step, place, places, suggest),
      ...paramIssues(step, place, isDataSource),
    ];
  });
}

function dependencyIssues(
  { stepId, dependsOn, runIf }: PipelineStep,
  place: number,
  places: ReadonlyMap<string, number>,
  suggest: Suggest,
): Issue[] {
  const seen = new Set<string>();
  const issues = dependsOn.flatMap((name, index) => {
    const path = ['dependsOn', String(index)];
    if (seen.has(name))
      return [issueAt(place, path, `Step "${stepId}" depends on ${quote(name)} twice. Remove one.`)];
    seen.add(name);
    if (name === stepId)
      return [issueAt(place, path, `Step "${stepId}" depends on itself. To repeat it, use loop.`)];
    if (places.has(name)) return [];
    const others = [...places.keys()].filter((other) => other !== stepId);
    const message = `Step "${stepId}" depends on ${quote(name)}, which is not a step of this pipeline.${suggest(name, others)}`;
    return [issueAt(place, path, message)];
  });
  if (dependsOn.length === 0 && (runIf === 'any_succeeded' || runIf === 'any_failed')) {
    const message = `Step "${stepId}" has no dependencies, so ${runIf} can never be met. Add dependencies, or omit runIf.`;
    issues.push(issueAt(place, ['runIf'], message));
  }
  return issues;
}

/**
 * A data source expands the schedule into one context per value. Inside a step there would be nothing to
 * expand.
 */
function paramIssues(
  { stepId, params }: PipelineStep,
  place: number,
  isDataSource: (text: string) => boolean,
): Issue[] {
  const issues: Issue[] = [];
  const walk = (value: Json, path: string[]) => {
    if (typeof value === 'string' && isDataSource(value)) {
      const message = `Step "${stepId}": ${quote(value)} is a data source. It belongs in the params of the schedule, which run the pipeline once for each value; for the text itself write {"$literal": …}.`;
      issues.push(issueAt(place, path, message));
    }
    if (typeof value !== 'object' || value === null) return;
    if (path.length > MAX_PARAM_DEPTH) {
      const message = `Step "${stepId}": params are nested deeper than ${MAX_PARAM_DEPTH} levels here.`;
      issues.push(issueAt(place, path.slice(0, 5), message));
      return;
    }
    const entries = Object.entries(value);
    if (entries.length === 1 && entries[0]?.[0] === '$literal') return;
    for (const [key, item] of entries) walk(item, [...path, key]);
  };
  walk(params, ['params']);
  return issues;
}

function cycleIssue(steps: readonly PipelineStep[], cycle: readonly number[]): Issue {
  const [first = 0] = cycle;
  const step = steps[first];
  const closing = steps[cycle.at(-1) ?? 0]?.stepId ?? '';
  const path = ['dependsOn', String(step?.dependsOn.indexOf(closing) ?? 0)];
  const message = `Step "${step?.stepId}" waits for itself: ${drawCycle(steps, cycle)}. Remove one of these dependencies; to repeat steps, use loop.`;
  return issueAt(first, path, message);
}

/** Checks loops against their own `to`, then against each other. */
function loopIssues(
  steps: readonly PipelineStep[],
  dependencies: Dependencies,
  order: readonly number[],
): Issue[] {
  const places = placesOf(steps);
  const bodies = findLoopBodies(steps, dependencies, order);
  const closing = new Set(bodies.map(({ closedBy }) => closedBy));
  const strayed = steps.flatMap(({ stepId, loop }, place) => {
    if (!loop || closing.has(place) || !places.has(loop.to)) return [];
    const message = `Step "${stepId}" loops to "${loop.to}", which does not come before it: a loop goes back to the step itself or to one it depends on, directly or through others.`;
    return [issueAt(place, ['loop', 'to'], message)];
  });
  const tangled = [...overlapIssues(steps, bodies), ...depthIssues(steps, bodies)];
  if (tangled.length > 0) return [...strayed, ...tangled];
  const { cycles } = sortSteps(withLoopEnds(dependencies, bodies));
  return [...strayed, ...cycles.map((cycle) => mutualIssue(steps, cycle))];
}

function overlapIssues(steps: readonly PipelineStep[], bodies: readonly LoopBody[]): Issue[] {
  return bodies.flatMap((body, index) =>
    bodies.slice(0, index).flatMap((other) => {
      const shared = body.steps & other.steps;
      if (shared === 0n || shared === body.steps || shared === other.steps) return [];
      const [a, b] = [steps[body.closedBy]?.stepId, steps[other.closedBy]?.stepId];
      const message = `The loops of step "${a}" and step "${b}" overlap: one must lie within the other, or they must share no step.`;
      return [issueAt(body.closedBy, ['loop', 'to'], message)];
    }),
  );
}

function depthIssues(steps: readonly PipelineStep[], bodies: readonly LoopBody[]): Issue[] {
  const around = loopsAround(steps.length, bodies);
  return bodies.flatMap(({ closedBy }) => {
    if ((around[closedBy]?.length ?? 0) <= MAX_LOOP_DEPTH) return [];
    const message = `The loop of step "${steps[closedBy]?.stepId}" lies within ${MAX_LOOP_DEPTH} or more other loops. Loops can be nested at most ${MAX_LOOP_DEPTH} deep.`;
    return [issueAt(closedBy, ['loop'], message)];
  });
}

/** Without loops these steps would not be a cycle: two of them wait for the end of each other's loop. */
function mutualIssue(steps: readonly PipelineStep[], cycle: readonly number[]): Issue {
  const place = cycle.find((member) => steps[member]?.loop) ?? 0;
  const message = `The loop of step "${steps[place]?.stepId}" could never end: a step outside a loop waits for its end, so these wait for each other: ${drawCycle(steps, cycle)}.`;
  return issueAt(place, ['loop'], message);
}

/** `a → b → c → a`, in the order of running. */
function drawCycle(steps: readonly PipelineStep[], cycle: readonly number[]): string {
  const names = cycle.map((place) => steps[place]?.stepId ?? '');
  const shown = names.length > 20 ? [...names.slice(0, 18), '…', ...names.slice(-1)] : names;
  return [...shown, names[0]].join(' → ');
}

type Suggest = (written: string, known: Iterable<string>) => string;

function limitedSuggestions(): Suggest {
  let left = MAX_SUGGESTIONS;
  return (written, known) => (left-- > 0 ? didYouMean(written, known) : '');
}

function issueAt(place: number, path: string[], message: string): Issue {
  return { path: ['steps', String(place), ...path], message };
}

function quote(text: string): string {
  return JSON.stringify(text.length > 100 ? `${text.slice(0, 100)}…` : text);
}
