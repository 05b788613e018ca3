import { syntaxTree } from '@codemirror/language';
import type { EditorState } from '@codemirror/state';

type SyntaxNode = ReturnType<typeof syntaxTree>['topNode'];

/** The position of the value at a path in JSON text. If it does not exist, that of the nearest enclosing value. */
export function rangeAt(state: EditorState, path: readonly string[]): { from: number; to: number } {
  let node = syntaxTree(state).topNode.firstChild;
  for (const name of path) {
    const next = node && memberOf(state, node, name);
    if (!next) break;
    node = next;
  }
  return node ? { from: node.from, to: node.to } : { from: 0, to: state.doc.length };
}

const MARKS = new Set(['{', '}', '[', ']', ',', '⚠']);

function memberOf(state: EditorState, node: SyntaxNode, name: string): SyntaxNode | null {
  if (node.name === 'Array') {
    let index = 0;
    for (let item = node.firstChild; item; item = item.nextSibling) {
      if (MARKS.has(item.name)) continue;
      if (String(index) === name) return item;
      index += 1;
    }
  }
  for (const property of node.getChildren('Property')) {
    const key = property.getChild('PropertyName');
    if (key && textOf(state.sliceDoc(key.from, key.to)) === name) return property.lastChild;
  }
  return null;
}

function textOf(literal: string): string | undefined {
  try {
    return JSON.parse(literal) as string;
  } catch {
    return undefined;
  }
}
