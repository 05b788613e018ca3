import { autocompletion, closeCompletion, completionKeymap } from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { bracketMatching, indentOnInput } from '@codemirror/language';
import { EditorState, Prec } from '@codemirror/state';
import { EditorView, hoverTooltip, keymap, lineNumbers } from '@codemirror/view';
import { graphql, offsetToPos } from 'cm6-graphql';
import { getHoverInformation, Position } from 'graphql-language-service';
import { useEffect, useRef } from 'react';
import { editorLook } from '../../components/editor-look.js';
import { schema } from './schema.js';

export interface QueryEditorProps {
  value: string;
  onChange: (text: string) => void;
  /** By Ctrl or Cmd with Enter; `at` is where the cursor is, in characters from the start. */
  onRun: (at: number) => void;
  /** Where the cursor is, in characters from the start. */
  onMove: (at: number) => void;
}

/** GraphQL with completion, checks and descriptions from the schema. */
export function QueryEditor(props: QueryEditorProps) {
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView | undefined>(undefined);
  const newest = useRef(props);
  newest.current = props;

  useEffect(() => {
    if (!host.current) return;
    const editor = new EditorView({
      parent: host.current,
      state: EditorState.create({
        doc: newest.current.value,
        extensions: [
          Prec.highest(
            keymap.of([
              {
                key: 'Mod-Enter',
                run: ({ state }) => {
                  newest.current.onRun(state.selection.main.head);
                  return true;
                },
              },
              { key: 'Escape', run: closeCompletion, stopPropagation: true },
            ]),
          ),
          lineNumbers(),
          history(),
          indentOnInput(),
          bracketMatching(),
          autocompletion(),
          graphql(schema),
          descriptions,
          keymap.of([...completionKeymap, ...historyKeymap, ...defaultKeymap]),
          EditorView.lineWrapping,
          EditorView.contentAttributes.of({ 'aria-label': 'Operation' }),
          EditorView.updateListener.of(({ docChanged, selectionSet, state }) => {
            if (docChanged) newest.current.onChange(state.doc.toString());
            if (docChanged || selectionSet) newest.current.onMove(state.selection.main.head);
          }),
          editorLook(),
          EditorView.theme({ '&': { height: '100%' } }),
        ],
      }),
    });
    view.current = editor;
    return () => editor.destroy();
  }, []);

  useEffect(() => {
    const editor = view.current;
    if (!editor || editor.state.doc.toString() === props.value) return;
    editor.dispatch({ changes: { from: 0, to: editor.state.doc.length, insert: props.value } });
  }, [props.value]);

  return <div ref={host} className="h-72 min-h-0 lg:h-auto lg:flex-1" />;
}

/** What a field or type is, where the pointer rests. */
const descriptions = hoverTooltip(({ state }, pos) => {
  const { line, character } = offsetToPos(state.doc, pos);
  const text = getHoverInformation(schema, state.doc.toString(), new Position(line, character + 1));
  if (typeof text !== 'string' || text === '') return null;
  return {
    pos,
    create: () => {
      const dom = document.createElement('div');
      dom.className = 'max-w-md px-2 py-1 text-xs whitespace-pre-wrap';
      dom.textContent = text;
      return { dom };
    },
  };
});
