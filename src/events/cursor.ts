import { covers, parseSnapshot, type Snapshot } from './snapshot.js';

/**
 * A place in the stream of events: after all that `previous` could see, and after those that `current` could see besides, up to
 * and including position `pos`. Between two batches both are the same snapshot (the same object) and `pos` is 0.
 */
export interface Cursor {
  previous: Snapshot;
  current: Snapshot;
  pos: number;
}

const VERSION = '1';
/** Each transaction under way takes some ten characters, twice: room for thousands of them. */
const MAX_LENGTH = 65_536;

/** The place after all that `snapshot` could see. */
export function cursorAt(snapshot: Snapshot): Cursor {
  return { previous: snapshot, current: snapshot, pos: 0 };
}

/** Opaque to clients; URL-safe. */
export function encodeCursor({ previous, current, pos }: Cursor): string {
  return Buffer.from([VERSION, previous.text, current.text, pos].join('|')).toString('base64url');
}

/** Undefined for what `encodeCursor` cannot have made. */
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
