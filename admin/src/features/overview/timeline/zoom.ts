import { formatDuration } from '../../../lib/text/time.js';

const MINUTE = 60_000;

export interface Zoom {
  /** Value in the URL. */
  id: string;
  label: string;
  /** The length of the shown past, and of the shown future. */
  spanMs: number;
  /** Distance between two labels of the axis. */
  tickMs: number;
}

export const ZOOMS = [zoom('15m', 15, 5), zoom('1h', 60, 15), zoom('6h', 360, 60)] as const;

function zoom(id: string, minutes: number, tickMinutes: number): Zoom {
  const spanMs = minutes * MINUTE;
  return { id, label: formatDuration(spanMs), spanMs, tickMs: tickMinutes * MINUTE };
}

/** One hour, unless the URL says otherwise. */
export function zoomOf(id: string | undefined): Zoom {
  return ZOOMS.find((each) => each.id === id) ?? ZOOMS[1];
}

/** Converts times to positions. The present is in the middle, and the drawing moves past it. */
export interface Scale {
  /** The time in the middle when the drawing was made. */
  base: number;
  spanMs: number;
  /** Pixels of each half. */
  half: number;
  pxPerMs: number;
}

export function scaleOf(base: number, spanMs: number, width: number): Scale {
  const half = Math.floor(width / 2);
  return { base, spanMs, half, pxPerMs: half / spanMs };
}

/** Pixels from the left. */
export function xOf({ half, base, pxPerMs }: Scale, at: number): number {
  return half + (at - base) * pxPerMs;
}

/** The labeled times around now, with a few more for the minute in which the axis moves before it is redrawn. */
export function ticksOf({ base, spanMs }: Scale, tickMs: number): number[] {
  const offset = new Date(base).getTimezoneOffset() * MINUTE;
  const spare = 2 * MINUTE;
  const first = Math.ceil((base - spanMs - offset) / tickMs) * tickMs + offset;
  const count = Math.floor((base + spanMs + spare - first) / tickMs) + 1;
  return Array.from({ length: count }, (_, index) => first + index * tickMs);
}

/** Least distance between the middles of two labels, such as `14:15`, in pixels. */
const LABEL_PX = 40;

/** The labels for which there is room: away from the edges, the present and each other. */
export function labelsOf(scale: Scale, tickMs: number): number[] {
  const spacing = scale.pxPerMs * tickMs;
  return ticksOf(scale, tickMs * Math.ceil(LABEL_PX / spacing)).filter((at) => {
    const x = xOf(scale, at);
    return x > 18 && x < 2 * scale.half - 14 && Math.abs(x - scale.half) > 36;
  });
}
