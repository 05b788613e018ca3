import '@xyflow/react/dist/base.css';
import './step-graph.css';
import {
  type Connection,
  type OnConnectEnd,
  Panel,
  ReactFlow,
  ReactFlowProvider,
  useStore,
} from '@xyflow/react';
import { type KeyboardEvent, type ReactNode, type RefObject, useMemo, useRef, useState } from 'react';
import { Button } from '../../../components/button.js';
import { cn } from '../../../lib/class-names.js';
import { useIsSlim } from '../../../lib/media.js';
import { texts } from '../texts/graph.js';
import { edgesOf, type StepEdge, toEdges, toNodes } from './elements.js';
import { CanvasZoom, Fit, LEGIBLE, marginOf, useScrollToBeginning, ZoomButtons, zoomOf } from './fit.js';
import type { StepGraphProps } from './graph-step.js';
import { type GraphLayout, layoutGraph } from './layout.js';
import { nearest } from './nearest.js';
import { DependencyLine, LoopLine } from './step-edges.js';
import { BOX_HEIGHT, BOX_WIDTH, COUNTED_BOX_HEIGHT, StepBox, type StepNode } from './step-node.js';

const NODE_TYPES = { step: StepBox };
const EDGE_TYPES = { dependency: DependencyLine, loop: LoopLine };
/** With more boxes than this, only the visible ones are drawn. */
const MANY = 150;
/** That of the buttons of React Flow. */
const ZOOM_STEP = 1.2;

/** Use `StepGraph`, which loads this on demand. */
export default function StepGraphLazy(props: StepGraphProps) {
  return (
    <ReactFlowProvider>
      <Canvas {...props} />
    </ReactFlowProvider>
  );
}

/** What the graph leaves to the page, or does in its own way. */
const BEHAVIOR = {
  minZoom: 0.1,
  maxZoom: 1.5,
  nodesDraggable: false,
  elementsSelectable: false,
  zoomOnScroll: false,
  zoomOnDoubleClick: false,
  preventScrolling: false,
  deleteKeyCode: null,
  selectionKeyCode: null,
  multiSelectionKeyCode: null,
  panActivationKeyCode: null,
  connectionRadius: 36,
  proOptions: { hideAttribution: true },
} as const;

function Canvas({ label, steps, selected, onSelect, maxHeight, edit }: StepGraphProps) {
  const isDown = useIsSlim();
  const [chosenEdge, setChosenEdge] = useState<string>();
  const frame = useRef<HTMLDivElement>(null);
  const drawing = useDrawing(steps, isDown, frame);
  const { layout, boxHeight } = drawing;
  const look = { layout, boxHeight, isDown, isEditable: edit !== undefined };
  const nodes = toNodes(steps, { ...look, selected });
  const edges = toEdges(steps, { ...look, chosenEdge });
  const chosen = edges.find(({ id, type }) => id === chosenEdge && type === 'dependency');

  function select(key: string | undefined, isByKeyboard?: boolean): void {
    setChosenEdge(undefined);
    onSelect(key, isByKeyboard);
  }

  function onKeyDown(event: KeyboardEvent<HTMLDivElement>): void {
    const hasSelection = (selected ?? chosenEdge) !== undefined;
    const run = actionOfKey(event, { places: layout.places, edges, edit, select, hasSelection });
    if (!run) return;
    run();
    event.preventDefault();
    event.stopPropagation();
  }

  const onConnectEnd: OnConnectEnd = (_event, { fromNode, toNode, isValid }) => {
    if (edit && fromNode && !toNode && !isValid) edit.addAfter(fromNode.id);
  };

  return (
    <Frame frame={frame} drawing={drawing} isDown={isDown} maxHeight={maxHeight} onKeyDown={onKeyDown}>
      <ReactFlow<StepNode, StepEdge>
        aria-label={label}
        nodes={nodes}
        edges={edges}
        nodeTypes={NODE_TYPES}
        edgeTypes={EDGE_TYPES}
        {...BEHAVIOR}
        nodesConnectable={edit !== undefined}
        edgesFocusable={edit !== undefined}
        autoPanOnNodeFocus={!isDown}
        panOnDrag={!isDown}
        onlyRenderVisibleElements={steps.length > MANY}
        onNodeClick={(_event, { id }) => select(id)}
        onEdgeClick={(_event, { id }) => edit && setChosenEdge(id)}
        onPaneClick={() => select(undefined)}
        isValidConnection={({ source, target }) => edit?.canConnect(source, target) ?? false}
        onConnect={({ source, target }: Connection) => edit?.connect(source, target)}
        onConnectEnd={onConnectEnd}
      >
        {!isDown && <CanvasZoom />}
        <Fit {...drawing} selected={selected} />
        {edit && chosen && (
          <ChosenEdge
            words={chosen.ariaLabel}
            onRemove={() => {
              setChosenEdge(undefined);
              edit.disconnect(chosen.source, chosen.target);
            }}
          />
        )}
      </ReactFlow>
    </Frame>
  );
}

interface FrameProps {
  frame: RefObject<HTMLDivElement | null>;
  drawing: Drawing;
  isDown: boolean;
  maxHeight: number | undefined;
  onKeyDown: (event: KeyboardEvent<HTMLDivElement>) => void;
  children: ReactNode;
}

/** The room of the drawing. If the page scrolls down it, the buttons that change its size stand above it. */
function Frame({ frame, drawing, isDown, maxHeight, onKeyDown, children }: FrameProps) {
  const { height, leastWidth, zoom } = drawing;
  const canvas = (
    <div className="h-full" style={{ minWidth: leastWidth }}>
      {children}
    </div>
  );
  if (isDown)
    return (
      <div onKeyDownCapture={onKeyDown} className="step-graph-still w-full shrink-0 bg-canvas">
        <div className="flex justify-end">
          <ZoomButtons {...zoom} />
        </div>
        <div ref={frame} className="overflow-x-auto overflow-y-hidden" style={{ height }}>
          {canvas}
        </div>
      </div>
    );
  return (
    <div
      onKeyDownCapture={onKeyDown}
      className={cn('relative min-h-40 w-full bg-canvas', maxHeight === undefined && 'flex-1')}
      style={maxHeight === undefined ? { minHeight: 320 } : { height: Math.min(maxHeight, height) }}
    >
      {/* As large as the room is, also where that has no height of its own: there 100 % of it would be nothing. */}
      <div ref={frame} className="absolute inset-0">
        {canvas}
      </div>
    </div>
  );
}

type Drawing = ReturnType<typeof useDrawing>;

/**
 * The places of the boxes, and how large they are drawn. Drawn from top to bottom, the graph has the size it
 * needs to be legible, or that of the chosen scale: the page scrolls down, and the graph itself sideways.
 */
function useDrawing(steps: StepGraphProps['steps'], isDown: boolean, frame: RefObject<HTMLElement | null>) {
  const [chosenScale, setChosenScale] = useState<number>();
  const boxHeight = steps.some(({ counts }) => counts) ? COUNTED_BOX_HEIGHT : BOX_HEIGHT;
  const shape = JSON.stringify(steps.map(({ key, dependsOn }) => [key, dependsOn]));
  // biome-ignore lint/correctness/useExhaustiveDependencies: the positions of the boxes depend on the shape only
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
  const hasLoop = steps.some(({ loop }) => loop);
  const margin = marginOf(hasLoop, isDown);
  const width = useStore((store) => store.width);
  const fitting = isDown && width > 0 ? zoomOf(layout.width, width - 2 * margin.x) : 1;
  const shownScale = isDown ? (chosenScale ?? fitting) : fitting;
  const leastScale = chosenScale ?? LEGIBLE;
  useScrollToBeginning(frame, { layout, scale: leastScale, isScrolled: isDown });

  const limit = (scale: number, most: number) => Math.min(most, Math.max(BEHAVIOR.minZoom, scale));
  const zoomBy = (factor: number) => setChosenScale(limit(shownScale * factor, BEHAVIOR.maxZoom));
  return {
    layout,
    boxHeight,
    margin,
    height: layout.height * shownScale + 2 * margin.y,
    leastWidth: isDown ? layout.width * leastScale + 2 * margin.x : undefined,
    scale: isDown ? chosenScale : undefined,
    zoom: {
      onZoomOut: () => zoomBy(1 / ZOOM_STEP),
      onZoomIn: () => zoomBy(ZOOM_STEP),
      onFit: () => {
        const room = (frame.current?.clientWidth ?? 0) - 2 * margin.x;
        setChosenScale(limit(room / Math.max(1, layout.width), 1));
      },
    },
  };
}

interface KeyContext extends Pick<StepGraphProps, 'edit'> {
  places: GraphLayout['places'];
  edges: readonly StepEdge[];
  select: StepGraphProps['onSelect'];
  hasSelection: boolean;
}

const TOWARD = { ArrowRight: 'right', ArrowLeft: 'left', ArrowDown: 'down', ArrowUp: 'up' } as const;

/** What a key does to the box or the line that has the focus. */
function actionOfKey(event: KeyboardEvent<HTMLDivElement>, context: KeyContext): (() => void) | undefined {
  const { places, edges, edit, select, hasSelection } = context;
  const target = event.target as HTMLElement;
  const canvas = event.currentTarget;
  const key = target.closest<HTMLElement>('.react-flow__node')?.dataset.id;
  const edge = edges.find(({ id }) => id === target.closest<HTMLElement>('.react-flow__edge')?.dataset.id);
  const direction = TOWARD[event.key as keyof typeof TOWARD];
  if (key && (event.key === 'Enter' || event.key === ' ')) return () => select(key, true);
  if (key && direction)
    return () => {
      const next = CSS.escape(nearest(places, key, direction) ?? key);
      canvas.querySelector<HTMLElement>(`.react-flow__node[data-id="${next}"]`)?.focus();
    };
  if (event.key === 'Escape' && hasSelection) return () => select(undefined);
  if (!edit || (event.key !== 'Delete' && event.key !== 'Backspace')) return undefined;
  if (key) return () => edit.remove(key);
  return edge?.type === 'dependency' ? () => edit.disconnect(edge.source, edge.target) : undefined;
}

function ChosenEdge({ words, onRemove }: { words: string | undefined; onRemove: () => void }) {
  return (
    <Panel position="top-center">
      <div className="rise flex items-center gap-3 rounded-md border bg-raised px-3 py-1.5 shadow-pop">
        <span>{words}</span>
        <Button size="sm" variant="danger" onClick={onRemove}>
          {texts.remove}
        </Button>
      </div>
    </Panel>
  );
}
