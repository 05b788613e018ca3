import '@xyflow/react/dist/base.css';
import './step-graph.css';
import {
  type Connection,
  MarkerType,
  type OnConnectEnd,
  Panel,
  ReactFlow,
  ReactFlowProvider,
  useReactFlow,
  useStore,
} from '@xyflow/react';
import { Maximize, Minus, Plus } from 'lucide-react';
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react';
import { Button, IconButton } from '../../../components/button.js';
import { cn } from '../../../lib/class-names.js';
import { useIsNarrow } from '../../../lib/media.js';
import { describeStep, type StepGraphProps } from './graph-step.js';
import { type GraphLayout, layoutGraph, loopTrack } from './layout.js';
import { nearest } from './nearest.js';
import { type DependencyEdge, DependencyLine, type LoopEdge, LoopLine } from './step-edges.js';
import { BOX_HEIGHT, BOX_WIDTH, COUNTED_BOX_HEIGHT, StepBox, type StepNode } from './step-node.js';

const NODE_TYPES = { step: StepBox };
const EDGE_TYPES = { dependency: DependencyLine, loop: LoopLine };
const FIT = { padding: 0.1, maxZoom: 1, duration: 0 } as const;
/** Smaller than this nothing can be read: rather a part of it is out of sight. */
const LEGIBLE = 0.7;
const MARGIN = 32;
/** Beside a graph with loops, for their lines. */
const LOOP_ROOM = 36;
/** More boxes than this are drawn only where one looks. */
const MANY = 150;

type StepEdge = DependencyEdge | LoopEdge;

/** Use `StepGraph`, which loads this when it is needed. */
export default function StepGraphLazy(props: StepGraphProps) {
  return (
    <ReactFlowProvider>
      <Canvas {...props} />
    </ReactFlowProvider>
  );
}

function Canvas({ label, steps, selected, onSelect, maxHeight, edit }: StepGraphProps) {
  const isNarrow = useIsNarrow();
  const isDown = isNarrow;
  const canvas = useRef<HTMLDivElement>(null);
  const [chosenEdge, setChosenEdge] = useState<string>();
  const boxHeight = steps.some(({ counts }) => counts) ? COUNTED_BOX_HEIGHT : BOX_HEIGHT;
  const shape = JSON.stringify(steps.map(({ key, dependsOn }) => [key, dependsOn]));
  // biome-ignore lint/correctness/useExhaustiveDependencies: where the boxes are hangs on their shape alone
  const layout = useMemo(
    () =>
      layoutGraph({
        ids: steps.map(({ key }) => key),
        edges: edgesOf(steps),
        box: { width: BOX_WIDTH, height: boxHeight },
        direction: isDown ? 'down' : 'right',
      }),
    [shape, boxHeight, isDown],
  );
  const nodes = toNodes(steps, { layout, boxHeight, isDown, selected, isEditable: edit !== undefined });
  const edges = toEdges(steps, { layout, boxHeight, isDown, chosenEdge, isEditable: edit !== undefined });
  const chosen = edges.find(({ id, type }) => id === chosenEdge && type === 'dependency');
  const hasLoop = steps.some(({ loop }) => loop);
  const margin = marginOf(hasLoop, isDown);
  const width = useStore((store) => store.width);
  // Drawn downwards it is as high as it must be, and the page scrolls.
  const scale = isDown && width > 0 ? zoomOf(layout.width, width - 2 * margin.x) : 1;
  const height = layout.height * scale + 2 * margin.y;

  function focus(key: string): void {
    canvas.current?.querySelector<HTMLElement>(`.react-flow__node[data-id="${CSS.escape(key)}"]`)?.focus();
  }

  function onKeyDown(event: KeyboardEvent<HTMLDivElement>): void {
    const target = event.target as HTMLElement;
    const key = target.closest<HTMLElement>('.react-flow__node')?.dataset.id;
    const edge = edges.find(({ id }) => id === target.closest<HTMLElement>('.react-flow__edge')?.dataset.id);
    const isDelete = event.key === 'Delete' || event.key === 'Backspace';
    const towards = { ArrowRight: 'right', ArrowLeft: 'left', ArrowDown: 'down', ArrowUp: 'up' } as const;
    const direction = towards[event.key as keyof typeof towards];
    if (key && (event.key === 'Enter' || event.key === ' ')) onSelect(key);
    else if (key && direction) {
      const next = nearest(layout.places, key, direction);
      if (next) focus(next);
    } else if (key && isDelete && edit) edit.remove(key);
    else if (edge?.type === 'dependency' && isDelete && edit) edit.disconnect(edge.source, edge.target);
    else if (event.key === 'Escape' && (selected ?? chosenEdge)) {
      setChosenEdge(undefined);
      onSelect(undefined);
    } else return;
    event.preventDefault();
    event.stopPropagation();
  }

  const onConnectEnd: OnConnectEnd = (_event, { fromNode, toNode, isValid }) => {
    if (edit && fromNode && !toNode && !isValid) edit.addAfter(fromNode.id);
  };

  return (
    <div
      ref={canvas}
      onKeyDownCapture={onKeyDown}
      className={cn(
        'min-h-40 w-full bg-canvas',
        maxHeight === undefined && 'flex-1',
        isNarrow && 'step-graph-still',
      )}
      style={
        isNarrow
          ? { height }
          : maxHeight === undefined
            ? { minHeight: 320 }
            : { height: Math.min(maxHeight, height) }
      }
    >
      <ReactFlow<StepNode, StepEdge>
        aria-label={label}
        nodes={nodes}
        edges={edges}
        nodeTypes={NODE_TYPES}
        edgeTypes={EDGE_TYPES}
        minZoom={0.1}
        maxZoom={1.5}
        nodesDraggable={false}
        nodesConnectable={edit !== undefined}
        elementsSelectable={false}
        edgesFocusable={edit !== undefined}
        autoPanOnNodeFocus={!isNarrow}
        panOnDrag={!isNarrow}
        zoomOnScroll={false}
        zoomOnDoubleClick={false}
        preventScrolling={false}
        deleteKeyCode={null}
        selectionKeyCode={null}
        multiSelectionKeyCode={null}
        panActivationKeyCode={null}
        onlyRenderVisibleElements={steps.length > MANY}
        connectionRadius={36}
        proOptions={{ hideAttribution: true }}
        onNodeClick={(_event, { id }) => {
          setChosenEdge(undefined);
          onSelect(id);
        }}
        onEdgeClick={(_event, { id }) => edit && setChosenEdge(id)}
        onPaneClick={() => {
          setChosenEdge(undefined);
          onSelect(undefined);
        }}
        isValidConnection={({ source, target }) => edit?.canConnect(source, target) ?? false}
        onConnect={({ source, target }: Connection) => edit?.connect(source, target)}
        onConnectEnd={onConnectEnd}
      >
        {!isNarrow && <ZoomButtons />}
        <Fit layout={layout} margin={margin} selected={selected} boxHeight={boxHeight} />
        {edit && chosen && (
          <Panel position="top-center">
            <div className="rise flex items-center gap-3 rounded-md border bg-raised px-3 py-1.5 shadow-pop">
              <span>{chosen.ariaLabel}</span>
              <Button
                size="sm"
                variant="danger"
                onClick={() => {
                  setChosenEdge(undefined);
                  edit.disconnect(chosen.source, chosen.target);
                }}
              >
                Remove
              </Button>
            </div>
          </Panel>
        )}
      </ReactFlow>
    </div>
  );
}

interface Margin {
  x: number;
  y: number;
}

function marginOf(hasLoop: boolean, isDown: boolean): Margin {
  const wide = MARGIN + (hasLoop ? LOOP_ROOM : 0);
  return isDown ? { x: wide, y: MARGIN } : { x: MARGIN, y: wide };
}

function zoomOf(size: number, room: number): number {
  return Math.min(1, Math.max(LEGIBLE, room / Math.max(1, size)));
}

interface FitProps {
  layout: GraphLayout;
  margin: Margin;
  selected: string | undefined;
  boxHeight: number;
}

/**
 * All of it in sight, or its beginning, when boxes have come or gone or the room for them has changed; and always the box that is
 * selected.
 */
function Fit({ layout, margin: { x: marginX, y: marginY }, selected, boxHeight }: FitProps) {
  const { getViewport, setViewport } = useReactFlow();
  const width = useStore((store) => store.width);
  const height = useStore((store) => store.height);
  useEffect(() => {
    if (width === 0 || height === 0) return;
    const zoom = Math.min(
      zoomOf(layout.width, width - 2 * marginX),
      zoomOf(layout.height, height - 2 * marginY),
    );
    const start = (room: number, size: number, margin: number) => Math.max(margin, (room - size * zoom) / 2);
    const x = start(width, layout.width, marginX);
    const y = start(height, layout.height, marginY);
    void setViewport({ x, y, zoom });
  }, [layout, marginX, marginY, width, height, setViewport]);
  useEffect(() => {
    const place = selected === undefined ? undefined : layout.places.get(selected);
    if (!place || width === 0 || height === 0) return;
    const { x, y, zoom } = getViewport();
    const into = (offset: number, at: number, size: number, room: number) => {
      const least = MARGIN - at * zoom;
      const most = room - MARGIN - (at + size) * zoom;
      return most < least ? least : Math.min(most, Math.max(least, offset));
    };
    const moved = { x: into(x, place.x, BOX_WIDTH, width), y: into(y, place.y, boxHeight, height), zoom };
    if (moved.x !== x || moved.y !== y) void setViewport(moved);
  }, [selected, layout, boxHeight, width, height, getViewport, setViewport]);
  return null;
}

function ZoomButtons() {
  const { zoomIn, zoomOut, fitView } = useReactFlow();
  const look = 'size-3.5';
  return (
    <Panel position="bottom-right" className="flex rounded-md border bg-raised">
      <IconButton
        label="Zoom out"
        icon={<Minus aria-hidden="true" className={look} />}
        onClick={() => void zoomOut()}
      />
      <IconButton
        label="Zoom in"
        icon={<Plus aria-hidden="true" className={look} />}
        onClick={() => void zoomIn()}
      />
      <IconButton
        label="Show all of it"
        icon={<Maximize aria-hidden="true" className={look} />}
        onClick={() => void fitView(FIT)}
      />
    </Panel>
  );
}

type Steps = StepGraphProps['steps'];

/** Dependencies on steps that there are. */
function edgesOf(steps: Steps): { from: string; to: string }[] {
  const known = new Set(steps.map(({ key }) => key));
  return steps.flatMap(({ key, dependsOn }) =>
    [...new Set(dependsOn)].filter((from) => known.has(from)).map((from) => ({ from, to: key })),
  );
}

interface Drawing {
  layout: GraphLayout;
  boxHeight: number;
  isDown: boolean;
  selected: string | undefined;
  isEditable: boolean;
}

function toNodes(steps: Steps, { layout, boxHeight, isDown, selected, isEditable }: Drawing): StepNode[] {
  const names = new Map(steps.map(({ key, stepId }) => [key, stepId]));
  const size = { width: BOX_WIDTH, height: boxHeight };
  return steps.map((step) => ({
    id: step.key,
    type: 'step',
    data: { step, words: describeStep(step, (key) => names.get(key) ?? key), isDown, isEditable },
    position: layout.places.get(step.key) ?? { x: 0, y: 0 },
    selected: step.key === selected,
    ...size,
    measured: size,
    ariaRole: 'button',
    domAttributes: {
      'aria-pressed': step.key === selected,
      'aria-describedby': undefined,
      'aria-roledescription': undefined,
    },
  }));
}

function toEdges(
  steps: Steps,
  {
    layout,
    boxHeight,
    isDown,
    chosenEdge,
    isEditable,
  }: Omit<Drawing, 'selected'> & { chosenEdge: string | undefined },
): StepEdge[] {
  const byKey = new Map(steps.map((step) => [step.key, step]));
  const isAtWork = (key: string) =>
    byKey.get(key)?.counts?.some(({ status, count }) => status === 'running' && count > 0) ?? false;
  const name = (key: string) => byKey.get(key)?.stepId || 'unnamed';
  const dependencies = edgesOf(steps).map(({ from, to }): DependencyEdge => {
    const isLit = isAtWork(to);
    const id = `${from}→${to}`;
    return {
      id,
      type: 'dependency',
      source: from,
      target: to,
      data: { isLit },
      selected: id === chosenEdge,
      focusable: isEditable,
      ariaLabel: `${name(to)} waits for ${name(from)}`,
      markerEnd: arrow(isLit ? 'var(--blue)' : 'var(--line-strong)'),
      domAttributes: { 'aria-describedby': undefined, 'aria-roledescription': undefined },
    };
  });
  const loops = steps.flatMap(({ key, loop }): LoopEdge[] => {
    if (!loop || !byKey.has(loop.to)) return [];
    const box = { width: BOX_WIDTH, height: boxHeight };
    const { side, track } = loopTrack(layout, {
      from: key,
      to: loop.to,
      box,
      direction: isDown ? 'down' : 'right',
    });
    return [
      {
        id: `${key}↻${loop.to}`,
        type: 'loop',
        source: key,
        sourceHandle: `out-${side}`,
        target: loop.to,
        targetHandle: `in-${side}`,
        data: { maxTurns: loop.maxTurns, isDown, track },
        focusable: false,
        ariaLabel: `${name(key)} loops to ${name(loop.to)}`,
        markerEnd: arrow('var(--line-strong)'),
      },
    ];
  });
  return [...dependencies, ...loops];
}

function arrow(color: string) {
  return { type: MarkerType.ArrowClosed, color, width: 14, height: 14 };
}
