import { lazy } from 'react';
import { loadCode } from '../../lib/load-code.js';
import { CodePart } from '../code-part.js';
import { Skeleton } from '../loading.js';
import type { JsonEditorProps } from './json-editor-props.js';

export type { JsonCompletion, JsonCompletions, JsonCursor, JsonEditorProps } from './json-editor-props.js';

const Editor = lazy(() => loadCode(() => import('./json-editor-lazy.js')));

/** JSON with highlighting, validation, and formatting on blur. The editor is loaded when it is first shown. */
export function JsonEditor(props: JsonEditorProps) {
  return (
    <CodePart fallback={<Skeleton className="h-32 w-full" />}>
      <Editor {...props} />
    </CodePart>
  );
}

/** The value of a text, or why it is invalid. An empty text is undefined. */
export function parseJsonText(
  text: string,
): { kind: 'ok'; value: unknown } | { kind: 'error'; message: string } {
  if (text.trim() === '') return { kind: 'ok', value: undefined };
  try {
    return { kind: 'ok', value: JSON.parse(text) };
  } catch (error) {
    return { kind: 'error', message: `Invalid JSON: ${(error as Error).message}` };
  }
}
