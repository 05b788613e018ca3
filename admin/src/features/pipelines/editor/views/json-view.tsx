import { useState } from 'react';
import { Callout } from '../../../../components/callout.js';
import { JsonEditor } from '../../../../components/code/json-editor.js';
import type { Issue } from '../../../../lib/graphql/use-action.js';
import { texts } from '../../texts/editor.js';
import type { PipelineDraft } from '../draft.js';
import type { Editing } from '../editing.js';
import { toIssues } from '../problems.js';
import { readJsonText, toJsonText } from './json-text.js';

const t = texts.json;

/** The typed text and its draft. If the draft changes elsewhere, the text is generated again. */
export interface TypedJson {
  text: string;
  draft: PipelineDraft;
  /** Why the text is not a valid pipeline. The draft is the last valid one. */
  issues: readonly Issue[];
}

export interface JsonViewProps {
  editing: Editing;
  typed: TypedJson | undefined;
  onType: (typed: TypedJson) => void;
}

/** The draft as the JSON that `createPipeline` accepts. */
export function JsonView({ editing, typed, onType }: JsonViewProps) {
  const { draft, problems, change } = editing;
  const isCurrent = typed?.draft === draft;
  const [made, setMade] = useState(() => ({ draft, text: toJsonText(draft) }));
  if (!isCurrent && made.draft !== draft) setMade({ draft, text: toJsonText(draft) });
  const text = isCurrent ? typed.text : made.text;
  const broken = isCurrent ? typed.issues : [];

  function type(next: string): void {
    if (next === text) return;
    const read = readJsonText(next, draft);
    if (read.kind === 'error') {
      onType({ text: next, draft, issues: read.issues });
      return;
    }
    // Formatting alone is not a change.
    const isSame = toJsonText(read.draft) === toJsonText(draft);
    onType({ text: next, draft: isSame ? draft : read.draft, issues: [] });
    if (!isSame) change(() => read.draft, 'json');
  }

  return (
    <div className="flex flex-col gap-3 px-4 py-3 md:px-6">
      {broken.length > 0 && (
        <Callout kind="warning">
          {broken.map(({ path, message }) => (
            <p key={`${path.join('.')} ${message}`}>
              {path.length > 0 && <span className="font-mono text-xs">{path.join('.')} </span>}
              {message}
            </p>
          ))}
          <p className="text-muted">{t.lastValid}</p>
        </Callout>
      )}
      <JsonEditor
        label={t.label}
        lines={24}
        value={text}
        onChange={type}
        issues={broken.length > 0 ? broken : toIssues(problems, draft.steps)}
      />
      <p className="text-xs text-muted">{t.hint}</p>
    </div>
  );
}
