/** What is visible at one instant: every transaction below `xmax` that is not in `xip`, the active ones. */
export interface Snapshot {
  /** PostgreSQL's `pg_snapshot`: `xmin:xmax:xip,xip,…`. */
  text: string;
  /** The first transaction id that was not assigned when the snapshot was taken. */
  xmax: number;
  /** Ascending. */
  xip: number[];
}

const PATTERN = /^(\d{1,16}):(\d{1,16}):((?:\d{1,16}(?:,\d{1,16})*)?)$/;

/** Undefined if PostgreSQL would not accept the text as a `pg_snapshot`. */
export function parseSnapshot(text: string): Snapshot | undefined {
  const match = PATTERN.exec(text);
  if (!match) return undefined;
  const [xmin, xmax] = [Number(match[1]), Number(match[2])];
  const xip = match[3] ? match[3].split(',').map(Number) : [];
  if (xmin < 1 || xmax < xmin || !Number.isSafeInteger(xmax)) return undefined;
  const bounds = [xmin - 1, ...xip, xmax];
  if (xip.length > 0 && !bounds.every((xid, i) => i === 0 || xid > (bounds[i - 1] ?? 0))) return undefined;
  return { text, xmax, xip };
}

/**
 * Whether `later` sees everything that `earlier` sees. Snapshots of one primary are ordered in time: ids only
 * grow, and without new ids the number of active transactions only falls.
 */
export function covers(later: Snapshot, earlier: Snapshot): boolean {
  if (later.xmax !== earlier.xmax) return later.xmax > earlier.xmax;
  return later.xip.length <= earlier.xip.length;
}
