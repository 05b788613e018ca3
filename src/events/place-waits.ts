import type { Cursor } from './cursor.js';
import { covers, type Snapshot } from './snapshot.js';

interface Wait {
  covering: Snapshot;
  onReached(at: Snapshot): void;
}

/** Subscribers that catch up wait here until the tail has read everything that their snapshot sees. */
export class PlaceWaits {
  #waits: Wait[] = [];

  get isEmpty(): boolean {
    return this.#waits.length === 0;
  }

  add(wait: Wait): void {
    this.#waits.push(wait);
  }

  /** Ends the waits that are over at this position of the tail. Between two pages of a round, none is. */
  settle({ previous, current }: Cursor): void {
    if (previous !== current) return;
    const all = this.#waits;
    this.#waits = all.filter(({ covering }) => !covers(current, covering));
    for (const { covering, onReached } of all) if (covers(current, covering)) onReached(current);
  }

  /** Abandons all waits. The subscribers must be ended. */
  clear(): void {
    this.#waits = [];
  }
}
