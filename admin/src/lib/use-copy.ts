import { useState } from 'react';
import { copyText } from './text/copy-text.js';

/** Copies a text. `isCopied` for a moment after that. */
export function useCopy(text: string): { isCopied: boolean; copy: () => void } {
  const [isCopied, setCopied] = useState(false);
  async function copy(): Promise<void> {
    await copyText(text);
    setCopied(true);
    setTimeout(() => setCopied(false), 1_200);
  }
  return { isCopied, copy: () => void copy() };
}
