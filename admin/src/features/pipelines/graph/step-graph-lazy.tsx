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
import { type KeyboardEvent, useMemo, useRef, useState } from 'react';
import { Button } from '../../../components/button.js';
import { cn } from '../../../lib/class-names.js';
import { useIsNarrow } from '../../../lib/media.js';
import { edgesOf, type StepEdge, toEdges, toNodes } from './elements.js';
import { Fit, marginOf, ZoomButtons, zoomOf } from './fit.js';
import type { StepGraphProps } from './graph-step.js';
import { layoutGraph } from './layout.js';
import { nearest } from './nearest.js';
import { DependencyLine, LoopLine } from './step-edges.js';
import { BOX_HEIGHT, BOX_WIDTH, COUNTED_BOX_HEIGHT, StepBox, type StepNode } from './step-node.js';

const NODE_TYPES = { step: StepBox };
const EDGE_TYPES = { dependency: DependencyLine, loop: LoopLine };
/** With more boxes than this, only the visible ones are drawn. */
const MANY = 150;

/** Use `StepGraph`, which loads this on demand. */
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
  const nodes = toNodes(steps, { layout, boxHeight, isDown, selected, isEditable: edit !== undefined });
  const edges = toEdges(steps, { layout, boxHeight, isDown, chosenEdge, isEditable: edit !== undefined });
  const chosen = edges.find(({ id, type }) => id === chosenEdge && type === 'dependency');
  const hasLoop = steps.some(({ loop }) => loop);
  const margin = marginOf(hasLoop, isDown);
  const width = useStore((store) => store.width);
  // Drawn from top to bottom, the graph has the height it needs, and the page scrolls.
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
    if (key && (event.key === 'Enter' || event.key === ' ')) onSelect(key, true);
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
        'relative min-h-40 w-full bg-canvas',
        maxHeight === undefined && (isNarrow ? 'shrink-0' : 'flex-1'),
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
      {/* As large as the room is, also where that has no height of its own: there 100 % of it would be nothing. */}
      <div className="absolute inset-0">
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
    </div>
  );
}
