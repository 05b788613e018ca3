/**
 * Focuses the first invalid field, and scrolls so far that its message can be read too. If no field is invalid,
 * scrolls to what the form says instead, which may be far below the field that the user is in.
 */
export function focusFirstInvalid(form: HTMLElement | null): void {
  const control = form?.querySelector<HTMLElement>('[aria-invalid="true"]');
  control?.focus();
  const message = control ? control.closest('[data-path]') : form?.querySelector('[role="alert"]');
  message?.scrollIntoView({ block: 'nearest' });
}
