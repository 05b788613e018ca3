import { BaseEdge, type Edge, type EdgeProps, getBezierPath, Position } from '@xyflow/react';
import { cn } from '../../../lib/class-names.js';
import { texts } from '../texts/graph.js';
import type { GraphPoint } from './layout.js';

/** `passing` is the length of a line beside a box, with a bend in its middle. */
export type DependencyEdge = Edge<
  { isLit: boolean; bends: readonly GraphPoint[]; passing: number },
  'dependency'
>;
export type LoopEdge = Edge<{ maxTurns: string; isDown: boolean; track: number }, 'loop'>;

/** From a step to one that depends on it. Highlighted while contexts are active there. */
export function DependencyLine({ id, data, markerEnd, selected, ...ends }: EdgeProps<DependencyEdge>) {
  const path = pathAlong(ends, data?.bends ?? [], data?.passing ?? 0);
  return (
    <BaseEdge
      id={id}
      path={path}
      {...(markerEnd && { markerEnd })}
      interactionWidth={16}
      className={cn(data?.isLit && 'lit', selected && 'chosen')}
    />
  );
}

/** Curves from one end to the other, and straight beside the boxes between them. */
function pathAlong(
  ends: Parameters<typeof getBezierPath>[0],
  bends: readonly GraphPoint[],
  passing: number,
): string {
  const isDown = ends.sourcePosition === Position.Bottom;
  const before = ({ x, y }: GraphPoint, half: number) => (isDown ? { x, y: y - half } : { x: x - half, y });
  const starts = [{ x: ends.sourceX, y: ends.sourceY }, ...bends.map((bend) => before(bend, -passing / 2))];
  const stops = [...bends.map((bend) => before(bend, passing / 2)), { x: ends.targetX, y: ends.targetY }];
  const curves = starts.map(({ x: sourceX, y: sourceY }, index) => {
    const { x: targetX, y: targetY } = stops[index] as GraphPoint;
    return getBezierPath({ ...ends, sourceX, sourceY, targetX, targetY })[0];
  });
  return curves.map((curve, index) => (index === 0 ? curve : curve.replace('M', 'L'))).join(' ');
}

const CORNER = 10;

/** A line to the step where the next turn begins. It leaves the box, runs beside all boxes, and returns. */
export function LoopLine({ id, data, markerEnd, sourceX, sourceY, targetX, targetY }: EdgeProps<LoopEdge>) {
  const { isDown = false, maxTurns = '', track = 0 } = data ?? {};
  const path = isDown
    ? aroundSide([sourceX, sourceY], [targetX, targetY], track)
    : swap(aroundSide([sourceY, sourceX], [targetY, targetX], track));
  const middle = isDown ? (sourceY + targetY) / 2 : (sourceX + targetX) / 2;
  return (
    <BaseEdge
      id={id}
      path={draw(path)}
      {...(markerEnd && { markerEnd })}
      className="loop"
      label={!maxTurns ? texts.loop : isDown ? `${maxTurns}×` : texts.upToTurns(maxTurns)}
      labelX={isDown ? track : middle}
      labelY={isDown ? middle : track}
      labelStyle={{ fill: 'var(--color-muted)', fontSize: 11 }}
      labelBgStyle={{ fill: 'var(--color-canvas)' }}
      labelBgPadding={[4, 2]}
    />
  );
}

type Point = readonly [number, number];

/** A path to `track` on the first axis, along the second, and back. Each corner is three points. */
function aroundSide([out, from]: Point, [back, to]: Point, track: number): Point[] {
  const sign = Math.sign(to - from) || 1;
  const inward = Math.sign(out - track) || 1;
  const corner = Math.min(CORNER, Math.abs(to - from) / 2);
  return [
    [out, from],
    [track + inward * corner, from],
    [track, from],
    [track, from + sign * corner],
    [track, to - sign * corner],
    [track, to],
    [track + inward * corner, to],
    [back, to],
  ];
}

const swap = (points: readonly Point[]): Point[] => points.map(([a, b]) => [b, a]);

function draw(points: readonly Point[]): string {
  const [start, one, bend1, two, three, bend2, four, end] = points.map(([x, y]) => `${x} ${y}`);
  return ['M', start, 'L', one, 'Q', bend1, two, 'L', three, 'Q', bend2, four, 'L', end].join(' ');
}
