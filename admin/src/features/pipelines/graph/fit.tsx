import { Panel, useReactFlow, useStore } from '@xyflow/react';
import { type RefObject, useEffect } from 'react';
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

/** Where the drawing begins in a room: in its middle, or as close to the beginning of a larger drawing. */
function offsetOf(room: number, size: number, margin: number, beginning: number): number {
  if (size + 2 * margin <= room) return (room - size) / 2;
  return Math.min(margin, Math.max(room - margin - size, room / 2 - beginning));
}

/** The middle of the box at which the graph begins. */
function beginningOf({ places, first }: GraphLayout, boxHeight: number): { x: number; y: number } {
  const { x, y } = places.get(first ?? '') ?? { x: 0, y: 0 };
  return { x: x + BOX_WIDTH / 2, y: y + boxHeight / 2 };
}

/** Scrolls a frame that is narrower than its drawing to the beginning of a new graph. */
export function useScrollToBeginning(
  frame: RefObject<HTMLElement | null>,
  { layout, scale, isScrolled }: { layout: GraphLayout; scale: number; isScrolled: boolean },
): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: another scale is chosen by users, who see where they are
  useEffect(() => {
    if (!isScrolled || !frame.current) return;
    const { scrollWidth, clientWidth } = frame.current;
    const beginning = (scrollWidth - layout.width * scale) / 2 + beginningOf(layout, 0).x * scale;
    frame.current.scrollLeft = beginning - clientWidth / 2;
  }, [frame, layout, isScrolled]);
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
    const beginning = beginningOf(layout, boxHeight);
    const x = offsetOf(width, layout.width * zoom, marginX, beginning.x * zoom);
    const y = offsetOf(height, layout.height * zoom, marginY, beginning.y * zoom);
    void setViewport({ x, y, zoom });
  }, [layout, marginX, marginY, scale, boxHeight, width, height, setViewport]);
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
