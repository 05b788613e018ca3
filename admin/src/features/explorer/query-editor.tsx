import {
  autocompletion,
  type CompletionSource,
  closeCompletion,
  completionKeymap,
} from '@codemirror/autocomplete';
import { defaultKeymap, historyKeymap } from '@codemirror/commands';
import { type Extension, Prec } from '@codemirror/state';
import { EditorView, hoverTooltip, keymap } from '@codemirror/view';
import { graphql, offsetToPos } from 'cm6-graphql';
import { getHoverInformation, Position } from 'graphql-language-service';
import { useRef } from 'react';
import { useCodeEditor } from '../../components/code/use-code-editor.js';
import { schema } from './schema.js';
import { texts } from './texts.js';

const t = texts.explorer;

export interface QueryEditorProps {
  value: string;
  onChange: (text: string) => void;
  /** Called on Ctrl or Cmd with Enter. `at` is the position of the cursor in characters. */
  onRun: (at: number) => void;
  /** Called with the position of the cursor in characters. */
  onMove: (at: number) => void;
}

/** GraphQL with completion, checks and descriptions from the schema. */
export function QueryEditor(props: QueryEditorProps) {
  const newest = useRef(props);
  newest.current = props;
  const { host } = useCodeEditor(props.value, extensions);

  function extensions(): Extension {
    return [
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
      autocompletion({ override: [complete] }),
      graphql(schema),
      descriptions,
      keymap.of([...completionKeymap, ...historyKeymap, ...defaultKeymap]),
      EditorView.contentAttributes.of({ 'aria-label': t.operation }),
      EditorView.updateListener.of(({ docChanged, selectionSet, state }) => {
        if (docChanged) newest.current.onChange(state.doc.toString());
        if (docChanged || selectionSet) newest.current.onMove(state.selection.main.head);
      }),
      EditorView.theme({ '&': { height: '100%' } }),
    ];
  }

  return <div ref={host} className="h-72 min-h-0 lg:h-auto lg:flex-1" />;
}

/** Completions of the language. They stay valid while the user continues the same word. */
const complete: CompletionSource = async (context) => {
  const [source] = context.state.languageDataAt<CompletionSource>('autocomplete', context.pos);
  const found = await source?.(context);
  if (!found) return null;
  // They are filtered by what had been typed.
  const typed = context.state.sliceDoc(found.from, context.pos);
  return { ...found, validFor: (text) => /^\w*$/.test(text) && text.startsWith(typed) };
};

/** Shows the description of the field or type under the pointer. */
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
