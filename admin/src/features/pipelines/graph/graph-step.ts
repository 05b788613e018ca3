import { type Status, statusWord } from '../../../components/status-badge.js';

/** A step as a box of the graph. */
export interface GraphStep {
  /** Unique in the graph; `dependsOn` and `loop` name others by it. */
  key: string;
  /** Its place in the list, from 1. */
  number: number;
  stepId: string;
  /** The agent's name, else its id. */
  agent: string;
  dependsOn: readonly string[];
  /** Runs alone within its context. */
  isExclusive: boolean;
  /** When it starts, unless that is when all have succeeded: `any failed`. */
  condition?: string | undefined;
  loop?: { to: string; maxTurns: string } | undefined;
  /** What is wrong with it. */
  problems?: readonly string[];
  /** Of a run: in how many contexts it is in which status. */
  counts?: readonly StatusCount[];
}

export interface StatusCount {
  status: Status;
  count: number;
}

export interface StepGraphProps {
  /** What it shows, for screen readers. */
  label: string;
  steps: readonly GraphStep[];
  /** Its key. */
  selected?: string | undefined;
  /** A box was chosen; undefined: the choice was given up. */
  onSelect: (key: string | undefined, isByKeyboard?: boolean) => void;
  /** As high as the graph, at most so many pixels; left out: as high as there is room. */
  maxHeight?: number;
  /** Left out: it can only be read. */
  edit?: GraphEdits;
}

export interface GraphEdits {
  /** Whether `to` may wait for `from`. */
  canConnect: (from: string, to: string) => boolean;
  connect: (from: string, to: string) => void;
  disconnect: (from: string, to: string) => void;
  remove: (key: string) => void;
  /** A step that is to wait for this one. */
  addAfter: (key: string) => void;
}

/** What the box shows by signs, in words: `after collect, runs alone, 31 completed, 2 failed`. */
export function describeStep(step: GraphStep, nameOf: (key: string) => string): string {
  const { dependsOn, isExclusive, loop, problems = [], counts = [] } = step;
  const counted = counts.filter(({ count }) => count > 0);
  const parts = [
    dependsOn.length > 0 && `after ${dependsOn.map(nameOf).join(' and ')}`,
    isExclusive && 'runs alone',
    loop && `loops to ${nameOf(loop.to)}`,
    counted.map(({ status, count }) => `${count} ${statusWord(status).toLowerCase()}`).join(', '),
    problems.length > 0 && `${problems.length} ${problems.length === 1 ? 'problem' : 'problems'}`,
  ];
  return parts.filter(Boolean).join(', ');
}
