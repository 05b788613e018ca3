/**
 * Focuses what `find` finds: at once where it can, so that a key that follows reaches it, however busy the page; what is
 * not drawn yet, with the next frame.
 */
export function focusOnceDrawn(find: () => HTMLElement | null | undefined): void {
  const focus = () => {
    const found = find();
    found?.focus({ preventScroll: true });
    return found;
  };
  if (!focus()) requestAnimationFrame(focus);
}
