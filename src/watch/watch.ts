/**
 * The loops that both servers and workers run: they check whether work is blocked, and send notifications. A
 * dead worker cannot report its own absence, so servers run them as well.
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
