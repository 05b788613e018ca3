import { covers, parseSnapshot, type Snapshot } from './snapshot.js';

/**
 * A position in the stream of events: after everything that `previous` sees, and after those further events
 * that `current` sees, up to and including position `pos`. Between two batches, both are the same snapshot
 * (the same object) and `pos` is 0.
 */
export interface Cursor {
  previous: Snapshot;
  current: Snapshot;
  pos: number;
}

const VERSION = '1';
/** Each active transaction takes about ten characters, twice, so this is enough for thousands of them. */
const MAX_LENGTH = 65_536;

/** The position after everything that `snapshot` sees. */
export function cursorAt(snapshot: Snapshot): Cursor {
  return { previous: snapshot, current: snapshot, pos: 0 };
}

/** Opaque to clients; URL-safe. */
export function encodeCursor({ previous, current, pos }: Cursor): string {
  return Buffer.from([VERSION, previous.text, current.text, pos].join('|')).toString('base64url');
}

/** Undefined if `encodeCursor` cannot have created the text. */
export function decodeCursor(text: string): Cursor | undefined {
  if (text.length > MAX_LENGTH || !/^[\w-]+$/.test(text)) return undefined;
  const [version, first, second, place, ...rest] = Buffer.from(text, 'base64url')
    .toString('latin1')
    .split('|');
  if (version !== VERSION || !first || !second || !place || rest.length > 0) return undefined;
  const previous = parseSnapshot(first);
  const current = first === second ? previous : parseSnapshot(second);
  const pos = /^\d{1,16}$/.test(place) ? Number(place) : Number.NaN;
  if (!previous || !current || !Number.isSafeInteger(pos) || !covers(current, previous)) return undefined;
  return { previous, current, pos };
}
