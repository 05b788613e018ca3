import { Panel, useReactFlow, useStore } from '@xyflow/react';
import { useEffect } from 'react';
import { IconButton } from '../../../components/button.js';
import { Maximize, Minus, Plus } from '../../../icons/lucide.js';
import { texts } from '../texts/graph.js';
import type { GraphLayout } from './layout.js';
import { BOX_WIDTH } from './step-node.js';

const FIT = { padding: 0.1, maxZoom: 1, duration: 0 } as const;
/** The smallest legible scale. Below it, part of the graph is left out of view. */
export const LEGIBLE = 0.7;
const MARGIN = 32;
/** Room beside a graph for the lines of loops. */
const LOOP_ROOM = 36;

/** Pixels kept free around a graph. */
export interface Margin {
  x: number;
  y: number;
}

export function marginOf(hasLoop: boolean, isDown: boolean): Margin {
  const wide = MARGIN + (hasLoop ? LOOP_ROOM : 0);
  return isDown ? { x: wide, y: MARGIN } : { x: MARGIN, y: wide };
}

/** The scale at which the size fits into the room, if it is legible. */
export function zoomOf(size: number, room: number): number {
  return Math.min(1, Math.max(LEGIBLE, room / Math.max(1, size)));
}

interface FitProps {
  layout: GraphLayout;
  margin: Margin;
  /** Set if it was chosen. */
  scale: number | undefined;
  selected: string | undefined;
  boxHeight: number;
}

/**
 * Shows the whole graph, or its beginning, when boxes are added or removed or the room changes. The
 * selected box is always visible.
 */
export function Fit({ layout, margin: { x: marginX, y: marginY }, scale, selected, boxHeight }: FitProps) {
  const { getViewport, setViewport } = useReactFlow();
  const width = useStore((store) => store.width);
  const height = useStore((store) => store.height);
  useEffect(() => {
    if (width === 0 || height === 0) return;
    const zoom =
      scale ??
      Math.min(zoomOf(layout.width, width - 2 * marginX), zoomOf(layout.height, height - 2 * marginY));
    const start = (room: number, size: number, margin: number) => Math.max(margin, (room - size * zoom) / 2);
    const x = start(width, layout.width, marginX);
    const y = start(height, layout.height, marginY);
    void setViewport({ x, y, zoom });
  }, [layout, marginX, marginY, scale, width, height, setViewport]);
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

/** Moves the drawing within its frame. */
export function CanvasZoom() {
  const { zoomIn, zoomOut, fitView } = useReactFlow();
  return (
    <Panel position="bottom-right">
      <ZoomButtons
        onZoomOut={() => void zoomOut()}
        onZoomIn={() => void zoomIn()}
        onFit={() => void fitView(FIT)}
      />
    </Panel>
  );
}

interface ZoomButtonsProps {
  onZoomOut: () => void;
  onZoomIn: () => void;
  onFit: () => void;
}

export function ZoomButtons({ onZoomOut, onZoomIn, onFit }: ZoomButtonsProps) {
  return (
    <div className="flex rounded-md border bg-raised">
      <IconButton label={texts.zoomOut} icon={Minus} onClick={onZoomOut} />
      <IconButton label={texts.zoomIn} icon={Plus} onClick={onZoomIn} />
      <IconButton label={texts.fit} icon={Maximize} onClick={onFit} />
    </div>
  );
}
