import { history } from '@codemirror/commands';
import { bracketMatching, indentOnInput } from '@codemirror/language';
import { EditorState, type Extension } from '@codemirror/state';
import { EditorView, lineNumbers } from '@codemirror/view';
import { useEffect, useRef } from 'react';
import { editorLook } from './editor-look.js';

/**
 * Puts a CodeMirror editor into the element of `host` and shows `value` whenever it changes from outside.
 * @param extensions what this editor has beside what every editor has; called when the editor is created
 * @param mounting the editor is created again when this changes
 */
export function useCodeEditor(value: string, extensions: () => Extension, mounting = '') {
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView | undefined>(undefined);
  const newest = useRef({ value, extensions });
  newest.current = { value, extensions };

  // biome-ignore lint/correctness/useExhaustiveDependencies: `mounting` creates the editor again
  useEffect(() => {
    if (!host.current) return;
    const editor = new EditorView({
      parent: host.current,
      state: EditorState.create({
        doc: newest.current.value,
        extensions: [
          lineNumbers(),
          history(),
          indentOnInput(),
          bracketMatching(),
          EditorView.lineWrapping,
          newest.current.extensions(),
          editorLook(),
        ],
      }),
    });
    view.current = editor;
    return () => editor.destroy();
  }, [mounting]);

  useEffect(() => {
    const editor = view.current;
    if (!editor || editor.state.doc.toString() === value) return;
    editor.dispatch({ changes: { from: 0, to: editor.state.doc.length, insert: value } });
  }, [value]);

  return { host, view };
}
