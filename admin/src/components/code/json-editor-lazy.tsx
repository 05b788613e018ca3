import {
  autocompletion,
  type CompletionSource,
  closeCompletion,
  completionKeymap,
} from '@codemirror/autocomplete';
import { defaultKeymap, historyKeymap } from '@codemirror/commands';
import { json, jsonParseLinter } from '@codemirror/lang-json';
import { type Diagnostic, forceLinting, linter } from '@codemirror/lint';
import { Compartment, EditorState, type Extension, StateEffect, Transaction } from '@codemirror/state';
import { EditorView, keymap } from '@codemirror/view';
import { useEffect, useRef } from 'react';
import { flushSync } from 'react-dom';
import type { JsonEditorProps } from './json-editor-props.js';
import { rangeAt } from './json-range.js';
import { useCodeEditor } from './use-code-editor.js';

/** The issues have changed although the text has not. */
const recheck = StateEffect.define<void>();

/** Use `JsonEditor`, which loads this on demand. */
export default function JsonEditorLazy(props: JsonEditorProps) {
  const { value, lines = 6 } = props;
  const newest = useRef(props);
  const attributes = useRef(new Compartment());
  newest.current = props;
  const { host, view } = useCodeEditor(value, extensions, `${lines}`);

  function extensions(): Extension {
    return [
      json(),
      linter((view) => [...syntaxOf(view), ...diagnosticsOf(view, newest.current)], {
        needsRefresh: ({ transactions }) =>
          transactions.some(({ effects }) => effects.some((effect) => effect.is(recheck))),
      }),
      autocompletion({
        override: [completionOf(() => newest.current)],
        // In the given order, with required and frequent members first.
        compareCompletions: () => 0,
        // A completion that ends like this continues: after `db:ticker:` come its columns.
        activateOnCompletion: ({ apply }) => typeof apply === 'string' && /[:?=&{[]$/.test(apply),
      }),
      // Tab moves the focus, as in every other field.
      keymap.of([
        // Closes only the innermost popup, not the dialog around the editor with its input.
        { key: 'Escape', run: closeCompletion, stopPropagation: true },
        ...completionKeymap,
        ...historyKeymap,
        ...defaultKeymap,
      ]),
      EditorState.tabSize.of(2),
      attributes.current.of(attributesOf(newest.current)),
      EditorView.updateListener.of((update) => {
        if (!update.docChanged) return;
        const text = update.state.doc.toString();
        const isTyped = update.transactions.some((each) => each.annotation(Transaction.userEvent));
        // Synchronous, as in any field, so that a save by the next key includes the typed text.
        if (isTyped) flushSync(() => newest.current.onChange(text));
        else newest.current.onChange(text);
      }),
      EditorView.domEventHandlers({ blur: (_event, blurred) => format(blurred) }),
      EditorView.theme({ '&': { minHeight: `${lines * 1.2}rem` } }),
    ];
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: the attributes are computed from these
  useEffect(() => {
    view.current?.dispatch({ effects: attributes.current.reconfigure(attributesOf(newest.current)) });
  }, [props.label, props.id, props['aria-describedby'], props['aria-invalid']]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: these are marked
  useEffect(() => {
    view.current?.dispatch({ effects: recheck.of() });
    if (view.current) forceLinting(view.current);
  }, [JSON.stringify(props.issues)]);

  return <div ref={host} style={{ minHeight: `${lines * 1.2}rem` }} />;
}

/** An empty text has no value, which the field may allow. */
function syntaxOf(view: EditorView) {
  return view.state.doc.length === 0 ? [] : jsonParseLinter()(view);
}

function attributesOf(props: JsonEditorProps) {
  const { id, label } = props;
  return EditorView.contentAttributes.of({
    'aria-label': label,
    ...(id && { id }),
    ...(props['aria-describedby'] && { 'aria-describedby': props['aria-describedby'] }),
    ...(props['aria-invalid'] && { 'aria-invalid': 'true' }),
  });
}

function diagnosticsOf({ state }: EditorView, { issues = [] }: JsonEditorProps): Diagnostic[] {
  return issues.map(({ path, message }) => ({ ...rangeAt(state, path), message, severity: 'error' }));
}

/** Formats valid JSON with two spaces when the editor loses the focus. */
function format(editor: EditorView): void {
  const text = editor.state.doc.toString();
  try {
    const formatted = JSON.stringify(JSON.parse(text), null, 2);
    if (formatted !== text) {
      editor.dispatch({ changes: { from: 0, to: text.length, insert: formatted } });
    }
  } catch {
    // the linter reports the error
  }
}

function completionOf(props: () => JsonEditorProps): CompletionSource {
  return async ({ state, pos }) => {
    const line = state.doc.lineAt(pos);
    const found = await props().complete?.(line.text.slice(0, pos - line.from), {
      text: state.doc.toString(),
      at: pos,
    });
    if (!found || found.options.length === 0) return null;
    const next = state.sliceDoc(pos, pos + 1);
    return {
      from: line.from + found.from,
      options: found.options.map((option) => ({ ...option })),
      // An option may close the string, unless a quote already follows the cursor.
      validFor: (text, _from, to, newer) => found.validFor.test(text) && newer.sliceDoc(to, to + 1) === next,
    };
  };
}
