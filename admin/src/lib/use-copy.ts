import { useState } from 'react';

/** Copies a text. `isCopied` for a moment after that, or from then on with `stays`. */
export function useCopy(text: string, { stays = false } = {}): { isCopied: boolean; copy: () => void } {
  const [isCopied, setCopied] = useState(false);
  async function copy(): Promise<void> {
    await copyText(text);
    setCopied(true);
    if (!stays) setTimeout(() => setCopied(false), 1_200);
  }
  return { isCopied, copy: () => void copy() };
}

/**
 * Copies a text to the clipboard. Browsers offer `navigator.clipboard` only over HTTPS and on
 * localhost. Elsewhere the text is copied from a hidden field.
 */
async function copyText(text: string): Promise<void> {
  // The types say that it exists, but over plain HTTP it does not.
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
