/**
 * Focuses the element that `find` returns. Synchronously if it exists, so that the next key reaches
 * it; otherwise after the next frame.
 */
export function focusOnceDrawn(find: () => HTMLElement | null | undefined): void {
  const focus = () => {
    const found = find();
    found?.focus({ preventScroll: true });
    return found;
  };
  if (!focus()) requestAnimationFrame(focus);
}
