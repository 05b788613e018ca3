/** A signal that is aborted with the caller's, and when nothing has happened for too long. */
export interface Deadline {
  signal: AbortSignal;
  /** Whether it was the time that ended it. */
  isOver(): boolean;
  /** Restarts the time. */
  extend(): void;
  /** Must be called in the end: it lets go of the caller's signal. */
  release(): void;
}

/** `AbortSignal.any` would do, but in Node.js 20 its signals can be collected as garbage before they are aborted. */
export function startDeadline(milliseconds: number, caller: AbortSignal | undefined): Deadline {
  const controller = new AbortController();
  let isOver = false;
  const end = () => {
    isOver = true;
    controller.abort(new Error(`nothing was received within ${milliseconds} ms`));
  };
  const follow = () => controller.abort(caller?.reason);
  let timer = setTimeout(end, milliseconds);
  if (caller?.aborted) follow();
  else caller?.addEventListener('abort', follow, { once: true });
  return {
    signal: controller.signal,
    isOver: () => isOver,
    extend() {
      clearTimeout(timer);
      timer = setTimeout(end, milliseconds);
    },
    release() {
      clearTimeout(timer);
      caller?.removeEventListener('abort', follow);
      controller.abort();
    },
  };
}
