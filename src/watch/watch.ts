/**
 * What servers and workers both do: check whether work stands still, and send notifications. A dead worker
 * cannot report its own absence, so servers watch as well.
 */
import type { Loop } from '../runtime/loop.js';
import { createNotifyLoop } from './notify-loop.js';
import { createWatchLoop } from './watch-loop.js';
import type { WatchOptions } from './watch-options.js';

export interface Watch {
  loops: readonly Loop[];
  /** On `NOTIFY callboard_notify`. */
  wakeNotify(): void;
}

export function createWatch(options: WatchOptions): Watch {
  const notify = createNotifyLoop(options);
  const watch = createWatchLoop(options, notify.wake);
  return { loops: [watch, notify], wakeNotify: notify.wake };
}
