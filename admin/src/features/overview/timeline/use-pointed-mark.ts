import { type RefObject, useState } from 'react';
import type { Lane } from './lanes.js';
import { type Mark, marksOf } from './marks.js';

interface Place {
  laneId: string;
  markId: string;
  /** Pixels within the frame. */
  x: number;
  y: number;
}

/** The mark whose details are shown, and where. */
export interface PointedMark {
  lane: Lane;
  mark: Mark;
  x: number;
  y: number;
}

/** Width of the card with the details. */
export const CARD_WIDTH = 272;

/**
 * The mark under the pointer or with the focus.
 *
 * @returns the mark; and a function that points to the mark of an element, or to none
 */
export function usePointedMark(
  frame: RefObject<HTMLElement | null>,
  lanes: readonly Lane[],
  pxPerMs: number,
): [PointedMark | undefined, (target?: EventTarget) => void] {
  const [place, setPlace] = useState<Place>();
  const point = (target?: EventTarget) =>
    setPlace(target && frame.current ? placeOf(target as Element, frame.current) : undefined);
  return [place && find(lanes, place, pxPerMs), point];
}

/** The place for the card of the mark that contains the element: below it, within the frame. */
function placeOf(target: Element, frame: HTMLElement): Place | undefined {
  const link = target.closest('[data-mark]');
  if (!link) return undefined;
  const markId = link.getAttribute('data-mark') ?? '';
  const laneId = link.closest('[data-lane]')?.getAttribute('data-lane') ?? '';
  const box = (link.querySelector('.shape') ?? link).getBoundingClientRect();
  const { left, top, width } = frame.getBoundingClientRect();
  // For a long bar, the visible part counts.
  const middle = (Math.max(box.left, left) + Math.min(box.right, left + width)) / 2 - left;
  const x = Math.max(0, Math.min(width - CARD_WIDTH, middle - CARD_WIDTH / 2));
  return { laneId, markId, x, y: box.bottom - top + 8 };
}

function find(lanes: readonly Lane[], { laneId, markId, x, y }: Place, pxPerMs: number) {
  const lane = lanes.find(({ id }) => id === laneId);
  if (!lane) return undefined;
  const { past, upcoming } = marksOf(lane, pxPerMs);
  const mark = [...past, ...upcoming].find(({ id }) => id === markId);
  return mark && { lane, mark, x, y };
}
