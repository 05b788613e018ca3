/** Focuses the first invalid field, and scrolls so far that its message can be read too. */
export function focusFirstInvalid(form: HTMLElement | null): void {
  const control = form?.querySelector<HTMLElement>('[aria-invalid="true"]');
  control?.focus();
  control?.closest('[data-path]')?.scrollIntoView({ block: 'nearest' });
}
