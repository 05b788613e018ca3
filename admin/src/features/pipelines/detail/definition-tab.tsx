import { CodeBlock } from '../../../components/code/code-block.js';
import { draftOf } from '../editor/draft.js';
import { toJsonText } from '../editor/views/json-text.js';
import type { ShownPipeline } from './use-pipeline-actions.js';

/** The pipeline as the input that would create it. */
export function DefinitionTab({ pipeline }: { pipeline: ShownPipeline }) {
  return (
    <div className="flex flex-col gap-2 px-4 py-3 md:px-6">
      <p className="text-muted">
        The input of <code className="font-mono text-xs">createPipeline</code> that recreates this pipeline.
        Default values are omitted.
      </p>
      <CodeBlock label="definition" value={toJsonText(draftOf(pipeline))} className="[&_pre]:max-h-none" />
    </div>
  );
}
