import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import type { Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { tags } from '@lezer/highlight';

const highlight = HighlightStyle.define([
  { tag: tags.propertyName, color: 'var(--accent)' },
  { tag: [tags.keyword, tags.typeName], color: 'var(--accent)' },
  { tag: [tags.comment, tags.lineComment], color: 'var(--muted)' },
  { tag: tags.string, color: 'var(--green)' },
  { tag: [tags.number, tags.bool, tags.null], color: 'var(--blue)' },
  { tag: tags.invalid, color: 'var(--red)' },
]);

const theme = EditorView.theme({
  '&': {
    fontSize: '12px',
    backgroundColor: 'var(--surface)',
    borderRadius: '6px',
    border: '1px solid var(--line-strong)',
  },
  '&.cm-focused': { outline: '2px solid var(--accent)', outlineOffset: '1px' },
  '.cm-content': { fontFamily: 'var(--font-mono)', caretColor: 'var(--ink)', padding: '6px 0' },
  '.cm-cursor': { borderLeftColor: 'var(--ink)' },
  '.cm-gutters': { backgroundColor: 'transparent', color: 'var(--muted)', border: 'none' },
  '&.cm-focused .cm-selectionBackground, .cm-selectionBackground': {
    backgroundColor: 'var(--accent-soft) !important',
  },
  '.cm-tooltip': {
    backgroundColor: 'var(--raised)',
    border: '1px solid var(--line)',
    borderRadius: '6px',
    color: 'var(--ink)',
  },
  '.cm-tooltip-autocomplete ul li[aria-selected]': {
    backgroundColor: 'var(--accent)',
    color: 'var(--accent-ink)',
  },
  '.cm-diagnostic-error': { borderLeftColor: 'var(--red)' },
});

/** The look of every editor, in the colours of the theme. */
export function editorLook(): Extension {
  return [syntaxHighlighting(highlight), theme, EditorView.cspNonce.of(nonce()), typeOver];
}

/** The nonce with which the page's policy allows styles. */
function nonce(): string {
  return document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? '';
}

/** Replaces selected text itself: Chromium would keep its colour as an inline style, which the page's policy refuses. */
const typeOver = EditorView.domEventHandlers({
  beforeinput(event, view) {
    const { inputType, data, isComposing } = event;
    const { readOnly, selection } = view.state;
    if (inputType !== 'insertText' || data === null || isComposing || readOnly || selection.main.empty)
      return false;
    view.dispatch(view.state.replaceSelection(data), { userEvent: 'input.type' });
    event.preventDefault();
    return true;
  },
});
