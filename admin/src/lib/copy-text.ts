/**
 * Puts a text on the clipboard. Browsers offer `navigator.clipboard` on https and on this machine only; elsewhere a field that nobody
 * sees is copied from, as pages did before.
 */
export async function copyText(text: string): Promise<void> {
  // The types promise it, browsers on plain http do not keep that.
  const clipboard = navigator.clipboard as Clipboard | undefined;
  if (clipboard) return clipboard.writeText(text);
  const focused = document.activeElement;
  const field = document.createElement('textarea');
  field.value = text;
  field.setAttribute('aria-hidden', 'true');
  field.className = 'sr-only';
  document.body.append(field);
  field.select();
  document.execCommand('copy');
  field.remove();
  if (focused instanceof HTMLElement) focused.focus();
}
