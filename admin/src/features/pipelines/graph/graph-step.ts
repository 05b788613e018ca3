import { type Status, statusWord } from '../../../components/facts/status-badge.js';
import { common } from '../texts/common.js';
import { texts } from '../texts/graph.js';

/** A step as a box of the graph. */
export interface GraphStep {
  /** Unique in the graph. `dependsOn` and `loop` refer to it. */
  key: string;
  /** Position in the list, from 1. */
  number: number;
  stepId: string;
  /** Name of the agent, otherwise its ID. */
  agent: string;
  dependsOn: readonly string[];
  /** Whether the step runs alone within its context. */
  isExclusive: boolean;
  /** Its run condition, unless that is the default: `any failed`. */
  condition?: string | undefined;
  loop?: { to: string; maxTurns: string } | undefined;
  problems?: readonly string[];
  /** For a run, the number of contexts in each status. */
  counts?: readonly StatusCount[];
}

export interface StatusCount {
  status: Status;
  count: number;
}

export interface StepGraphProps {
  /** Label for screen readers. */
  label: string;
  steps: readonly GraphStep[];
  selected?: string | undefined;
  /** Called when a box is selected. Undefined clears the selection. */
  onSelect: (key: string | undefined, isByKeyboard?: boolean) => void;
  /** As high as the graph, up to this many pixels. If omitted, it fills the available height. */
  maxHeight?: number;
  /** If omitted, the graph is read-only. */
  edit?: GraphEdits;
}

export interface GraphEdits {
  /** Whether `to` can depend on `from`. */
  canConnect: (from: string, to: string) => boolean;
  connect: (from: string, to: string) => void;
  disconnect: (from: string, to: string) => void;
  remove: (key: string) => void;
  /** Adds a step that depends on this one. */
  addAfter: (key: string) => void;
}

/** Describes the signs of a box in words: `after collect, runs alone, 31 completed, 2 failed`. */
export function describeStep(step: GraphStep, nameOf: (key: string) => string): string {
  const { dependsOn, isExclusive, loop, problems = [], counts = [] } = step;
  const present = counts.filter(({ count }) => count > 0);
  const parts = [
    dependsOn.length > 0 && texts.after(dependsOn.map(nameOf)),
    isExclusive && common.runsAlone,
    loop && common.loopsTo(nameOf(loop.to)),
    present
      .map(({ status, count }) => `${count.toLocaleString('en')} ${statusWord(status).toLowerCase()}`)
      .join(', '),
    problems.length > 0 && common.problems(problems.length),
  ];
  return parts.filter(Boolean).join(', ');
}
