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

export const ZOOMS = [
  { id: '15m', label: '15 min', spanMs: 15 * MINUTE, tickMs: 5 * MINUTE },
  { id: '1h', label: '1 h', spanMs: 60 * MINUTE, tickMs: 15 * MINUTE },
  { id: '6h', label: '6 h', spanMs: 360 * MINUTE, tickMs: 60 * MINUTE },
] as const satisfies readonly Zoom[];

/** One hour, unless the URL says otherwise. */
export function zoomOf(id: string | undefined): Zoom {
  return ZOOMS.find((zoom) => zoom.id === id) ?? ZOOMS[1];
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

/**
 * The labelled times around now, with a few more for the minute in which the axis moves before it is
 * redrawn.
 */
export function ticksOf({ base, spanMs }: Scale, tickMs: number): number[] {
  const offset = new Date(base).getTimezoneOffset() * MINUTE;
  const spare = 2 * MINUTE;
  const first = Math.ceil((base - spanMs - offset) / tickMs) * tickMs + offset;
  const count = Math.floor((base + spanMs + spare - first) / tickMs) + 1;
  return Array.from({ length: count }, (_, index) => first + index * tickMs);
}
