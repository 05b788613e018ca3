import { Handle, type Node, type NodeProps, Position } from '@xyflow/react';
import { memo } from 'react';
import { ProgressParts } from '../../../components/charts/progress-bar.js';
import { StatusShape } from '../../../components/facts/status-badge.js';
import { Lock, Repeat2, Split, TriangleAlert } from '../../../icons/lucide.js';
import { cn } from '../../../lib/class-names.js';
import { common } from '../texts/common.js';
import type { GraphStep, StatusCount } from './graph-step.js';

export const BOX_WIDTH = 184;
export const BOX_HEIGHT = 56;
/** Height of a box with the counts of a run. */
export const COUNTED_BOX_HEIGHT = 82;

export interface StepBoxData extends Record<string, unknown> {
  step: GraphStep;
  /** A description in words for screen readers. */
  words: string;
  isDown: boolean;
  isEditable: boolean;
}

export type StepNode = Node<StepBoxData, 'step'>;

/** One step: its number, name and agent, and for a run the progress of its contexts. */
export const StepBox = memo(function StepBox({
  data: { step, words, isDown, isEditable },
  selected,
}: NodeProps<StepNode>) {
  const { number, stepId, agent, isExclusive, condition, loop, problems = [], counts } = step;
  const hasProblem = problems.length > 0;
  return (
    <div
      title={hasProblem ? problems.join('\n') : undefined}
      className={cn(
        'flex h-full flex-col justify-center gap-1 rounded-md border bg-raised px-2.5',
        selected ? 'border-accent ring-1 ring-accent' : hasProblem ? 'border-red' : 'border-line-strong',
      )}
    >
      <div className="flex items-center gap-1.5">
        <span className="text-xs text-muted">{number}</span>
        <span className={cn('min-w-0 flex-1 truncate font-medium', !stepId && 'text-muted')}>
          {stepId || common.unnamedStep}
        </span>
        {isExclusive && <Lock aria-hidden="true" className="size-3 shrink-0 text-muted" />}
        {condition && <Split aria-hidden="true" className="size-3 shrink-0 text-muted" />}
        {loop && <Repeat2 aria-hidden="true" className="size-3 shrink-0 text-muted" />}
        {hasProblem && <TriangleAlert aria-hidden="true" className="size-3.5 shrink-0 text-red" />}
      </div>
      <p className="truncate text-xs text-muted">
        {agent || common.noAgent}
        {condition && ` · ${condition}`}
      </p>
      <span className="sr-only">{words}</span>
      {counts && <Counts counts={counts} />}
      <Handle
        type="target"
        position={isDown ? Position.Top : Position.Left}
        isConnectable={isEditable}
        isConnectableStart={false}
      />
      <Handle type="source" position={isDown ? Position.Bottom : Position.Right} isConnectable={isEditable} />
      {LOOP_SIDES.map((side) => (
        <LoopHandles key={side} side={side} />
      ))}
    </div>
  );
});

const LOOP_SIDES = [Position.Top, Position.Right, Position.Bottom, Position.Left] as const;

/** Ends of loop lines, apart from each other so that a step can loop to itself. */
function LoopHandles({ side }: { side: (typeof LOOP_SIDES)[number] }) {
  const at = (place: string) =>
    side === Position.Right || side === Position.Left ? { top: place } : { left: place };
  return (
    <>
      <Handle id={`in-${side}`} type="target" position={side} isConnectable={false} style={at('30%')} />
      <Handle id={`out-${side}`} type="source" position={side} isConnectable={false} style={at('70%')} />
    </>
  );
}

/** States shown with a shape beside the bar. The others are done or waiting. */
const SHOWN = new Set(['running', 'failed', 'dead-letter', 'skipped', 'cancelled']);

function Counts({ counts }: { counts: readonly StatusCount[] }) {
  const total = counts.reduce((sum, { count }) => sum + count, 0);
  const open = counts
    .filter(({ status }) => status === 'pending' || status === 'running')
    .reduce((sum, { count }) => sum + count, 0);
  return (
    <div aria-hidden="true" className="flex flex-col gap-1">
      <ProgressParts total={total} parts={counts.filter(({ status }) => status !== 'pending')} />
      <div className="flex items-center gap-2 text-xs">
        <span className="text-muted">
          {(total - open).toLocaleString('en')}/{total.toLocaleString('en')}
        </span>
        <span className="ml-auto flex items-center gap-2">
          {counts
            .filter(({ status, count }) => SHOWN.has(status) && count > 0)
            .map(({ status, count }) => (
              <span key={status} className="flex items-center gap-1">
                <StatusShape status={status} />
                {count.toLocaleString('en')}
              </span>
            ))}
        </span>
      </div>
    </div>
  );
}
