import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import type { Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { tags } from '@lezer/highlight';

const highlight = HighlightStyle.define([
  { tag: tags.propertyName, color: 'var(--color-accent)' },
  { tag: [tags.keyword, tags.typeName], color: 'var(--color-accent)' },
  { tag: [tags.comment, tags.lineComment], color: 'var(--color-muted)' },
  { tag: tags.string, color: 'var(--color-green)' },
  { tag: [tags.number, tags.bool, tags.null], color: 'var(--color-blue)' },
  { tag: tags.invalid, color: 'var(--color-red)' },
]);

const theme = EditorView.theme({
  '&': {
    fontSize: '12px',
    backgroundColor: 'var(--color-surface)',
    borderRadius: '6px',
    border: '1px solid var(--color-line-strong)',
  },
  '&.cm-focused': { outline: '2px solid var(--color-accent)', outlineOffset: '1px' },
  '.cm-content': { fontFamily: 'var(--font-mono)', caretColor: 'var(--color-ink)', padding: '6px 0' },
  '.cm-cursor': { borderLeftColor: 'var(--color-ink)' },
  '.cm-gutters': { backgroundColor: 'transparent', color: 'var(--color-muted)', border: 'none' },
  '&.cm-focused .cm-selectionBackground, .cm-selectionBackground': {
    backgroundColor: 'var(--color-accent-soft) !important',
  },
  '.cm-tooltip': {
    backgroundColor: 'var(--color-raised)',
    border: '1px solid var(--color-line)',
    borderRadius: '6px',
    color: 'var(--color-ink)',
  },
  '.cm-tooltip-autocomplete ul li[aria-selected]': {
    backgroundColor: 'var(--color-accent)',
    color: 'var(--color-accent-ink)',
  },
  '.cm-diagnostic-error': { borderLeftColor: 'var(--color-red)' },
});

/** The look of every editor, in the colors of the theme. */
export function editorLook(): Extension {
  return [syntaxHighlighting(highlight), theme, EditorView.cspNonce.of(nonce()), typeOver];
}

/** The nonce with which the page's policy allows styles. */
function nonce(): string {
  return document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? '';
}

/** Replaces selected text itself: Chromium would keep its color as an inline style, which the page's policy refuses. */
const typeOver = EditorView.domEventHandlers({
  beforeinput(event, view) {
    const { inputType, data, isComposing } = event;
    if (inputType !== 'insertText' || data === null || isComposing) return false;
    // The state of the editor may not know yet what is selected in the page.
    const selected = document.getSelection();
    if (!selected || selected.isCollapsed) return false;
    const range = selected.getRangeAt(0);
    const from = view.posAtDOM(range.startContainer, range.startOffset);
    const to = view.posAtDOM(range.endContainer, range.endOffset);
    const insert = view.state.toText(data);
    view.dispatch({
      changes: { from, to, insert },
      selection: { anchor: from + insert.length },
      scrollIntoView: true,
      userEvent: 'input.type',
    });
    event.preventDefault();
    return true;
  },
});
